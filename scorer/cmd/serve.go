package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"podium/internal/program"
	"podium/scorer/grade"
	"podium/scorer/serve"
)

type serveOptions struct {
	answersOptions
	competition, listen, socket string
	limits                      serve.Limits
	stderr                      io.Writer
}

func newServe() *cobra.Command {
	o := &serveOptions{}
	c := &cobra.Command{
		Use:   "serve",
		Short: "Run the validation server for an agent's container",
		Long: `Run the validation server: POST /validate with the submission as the multipart
field "file" tells whether it would be scored, GET /health that the server runs.
It tells no score and nothing about the answers. It listens on the loopback
address or on a Unix socket only.`,
		Example: `  scorer serve --competition spaceship-titanic --answers test.csv
  curl -F file=@submission.csv http://127.0.0.1:5000/validate`,
		Args: program.Args(),
		RunE: func(c *cobra.Command, _ []string) error {
			o.stderr = c.ErrOrStderr()
			if err := program.Require(map[string]string{"competition": o.competition}); err != nil {
				return err
			}
			return runServe(c.Context(), o)
		},
	}
	o.flags(c)
	f := c.Flags()
	f.StringVar(&o.competition, "competition", os.Getenv("COMPETITION_ID"), "`ID` of the competition (default: COMPETITION_ID in the environment)")
	f.StringVar(&o.listen, "listen", "127.0.0.1:5000", "loopback `ADDRESS`")
	f.StringVar(&o.socket, "socket", "", "Unix socket `PATH` instead")
	f.IntVar(&o.limits.PerMinute, "per-minute", 60, "validations a minute")
	f.Int64Var(&o.limits.Concurrent, "concurrent", 2, "validations at a time")
	f.DurationVar(&o.limits.Timeout, "timeout", 2*time.Minute, "time for one validation")
	return c
}

func runServe(ctx context.Context, o *serveOptions) error {
	g, ans, err := o.open(o.competition)
	if err != nil {
		return err
	}
	o.limits.Bytes = o.maxBytes
	listener, err := o.listenOn(ctx)
	if err != nil {
		return err
	}
	validate := func(name string, r io.Reader) (*grade.Refusal, error) {
		refusal, err := g.ValidateStream(name, r, ans)
		if err != nil {
			fmt.Fprintf(o.stderr, "validate: %v\n", err)
		}
		return refusal, err
	}
	server := &http.Server{
		Handler: serve.Handler(validate, o.limits), ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout: o.limits.Timeout, WriteTimeout: o.limits.Timeout + 10*time.Second, MaxHeaderBytes: 64 << 10,
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	fmt.Fprintf(o.stderr, "validating %s on %s\n", o.competition, listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil // to be stopped is how a server ends
}

// listenOn listens where only this machine can connect.
func (o *serveOptions) listenOn(ctx context.Context) (net.Listener, error) {
	var c net.ListenConfig
	if o.socket != "" {
		return c.Listen(ctx, "unix", o.socket)
	}
	host, _, err := net.SplitHostPort(o.listen)
	if err != nil {
		return nil, program.Usagef("--listen: %w", err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, program.Usagef("--listen %s is not a loopback address", o.listen)
	}
	return c.Listen(ctx, "tcp", o.listen)
}
