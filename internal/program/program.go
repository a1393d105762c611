// Package program runs a cobra command as a whole program: signals, error
// printing and exit codes are the same for builder and scorer.
package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"podium/internal/exit"
)

// Version is set by the linker.
var Version = "dev"

// ExitCodes is the help text every command's --help ends with.
const ExitCodes = `
Exit codes: 0 done · 1 failed, bad input included · 2 usage · 3 done, but some attempts could not be judged ·
4 not allowed (token, licence, rules) · 5 a check found a difference or an invalid file · 130 interrupted
`

// Main executes root with args and returns the exit code. SIGINT and SIGTERM
// cancel the command's context.
func Main(root *cobra.Command, args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root.SetArgs(args)
	root.Version = Version
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetUsageTemplate(root.UsageTemplate() + ExitCodes)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return Usagef("%s: %w", c.CommandPath(), err)
	})
	err := root.ExecuteContext(ctx)
	if ctx.Err() != nil && err != nil {
		err = exit.With(exit.Interrupted, err)
	}
	if err != nil && err.Error() != "" {
		fmt.Fprintf(os.Stderr, "%s: %s\n", root.Name(), err)
		if exit.Code(err) == exit.Usage {
			fmt.Fprintf(os.Stderr, "see: %s --help\n", root.Name())
		}
	}
	return exit.Code(err)
}

// Usagef returns an error that exits with exit.Usage.
func Usagef(format string, a ...any) error {
	return exit.With(exit.Usage, fmt.Errorf(format, a...))
}

// Args returns a cobra argument check that takes exactly the named positional
// arguments; a last name that ends in "…" takes one or more.
func Args(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		many := len(names) > 0 && strings.HasSuffix(names[len(names)-1], "…")
		if len(args) == len(names) || many && len(args) >= len(names) {
			return nil
		}
		if len(names) == 0 {
			return Usagef("%s takes no arguments, got %q", c.CommandPath(), args)
		}
		return Usagef("%s takes %s, got %d argument(s)", c.CommandPath(), strings.Join(names, " "), len(args))
	}
}

// Require returns a usage error when a flag that must be given is empty.
func Require(flags map[string]string) error {
	var errs []error
	for name, value := range flags {
		if value == "" {
			errs = append(errs, fmt.Errorf("--%s is required", name))
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return exit.With(exit.Usage, errors.Join(errs...))
}
