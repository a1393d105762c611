package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"podium/data"
	"podium/internal/exit"
	"podium/internal/program"
)

// doctorOptions are the flags of scorer doctor.
type doctorOptions struct {
	catalogue string
	json      bool
	init      string
}

func newDoctor() *cobra.Command {
	var o doctorOptions
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Tell whether attempts can be executed here, under which limits, and what to do where not",
		Long: `Looks at the sandbox engines (version, storage, which limits hold), starts one sandbox in each,
and looks at the environments' images, the GPUs and the free disk space. Exits with 1 when no engine works.`,
		Example: "  scorer doctor\n  scorer doctor --json | jq '.engines[] | select(.works) | .name'",
		Args:    program.Args(),
		RunE: func(c *cobra.Command, _ []string) error {
			return runDoctor(c.Context(), o, c.OutOrStdout())
		},
	}
	c.Flags().StringVar(&o.catalogue, "catalogue", "", "catalogue folder whose environments are looked at; empty: the built-in one")
	c.Flags().BoolVar(&o.json, "json", false, "print JSON")
	c.Flags().StringVar(&o.init, "init", "", "static scorer to start sandboxes with; empty: this program")
	return c
}

func runDoctor(ctx context.Context, o doctorOptions, out io.Writer) error {
	catalogue, err := data.Open(o.catalogue)
	if err != nil {
		return err
	}
	envs, err := data.Environments(catalogue)
	if err != nil {
		return err
	}
	h := examine(ctx, o.init, envs)
	if err := ctx.Err(); err != nil {
		return err
	}
	if o.json {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		err = e.Encode(h)
	} else {
		err = h.print(out)
	}
	if err == nil && !slices.ContainsFunc(h.Engines, func(e engineHealth) bool { return e.Works }) {
		err = exit.With(exit.Failed, fmt.Errorf("no sandbox engine works here; --static-only needs none"))
	}
	return err
}

// print shows the health to a person.
func (h health) print(out io.Writer) error {
	var b strings.Builder
	for _, e := range h.Engines {
		fmt.Fprintf(&b, "%-7s ", e.Name)
		if e.Version != "" {
			fmt.Fprintf(&b, "%s, ", e.Version)
		}
		if e.Works {
			fmt.Fprintf(&b, "works: a sandbox ran here\n")
		} else {
			fmt.Fprintf(&b, "does not work\n")
		}
		for _, name := range slices.Sorted(maps.Keys(e.Details)) {
			fmt.Fprintf(&b, "        %s: %s\n", strings.ReplaceAll(name, "_", " "), e.Details[name])
		}
		if held, not := split(e.Enforced); len(e.Enforced) > 0 {
			fmt.Fprintf(&b, "        limits that hold: %s\n", strings.Join(held, ", "))
			if len(not) > 0 {
				fmt.Fprintf(&b, "        limits that do NOT hold: %s\n", strings.Join(not, ", "))
			}
		}
		if e.Problem != "" {
			fmt.Fprintf(&b, "        %s\n", strings.ReplaceAll(e.Problem, "\n", "\n        "))
		}
	}
	fmt.Fprintf(&b, "\nimages\n")
	for _, i := range h.Images {
		fmt.Fprintf(&b, "        %-12s %-24s %s", i.Environment, i.Reference, i.State)
		if i.Help != "" {
			fmt.Fprintf(&b, ": %s", i.Help)
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprintf(&b, "\ngpus\n")
	for _, g := range h.GPUs {
		fmt.Fprintf(&b, "        %d %s %s\n", g.Index, g.UUID, g.Model)
	}
	if h.GPUProblem != "" {
		fmt.Fprintf(&b, "        %s\n", h.GPUProblem)
	}
	fmt.Fprintf(&b, "\ndisk\n")
	for _, d := range h.Disks {
		fmt.Fprintf(&b, "        %-8s %6.1f GB free at %s\n", d.For, float64(d.Free)/1e9, d.Path)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// split sorts the names of limits by whether they hold.
func split(enforced map[string]bool) (held, not []string) {
	for _, name := range slices.Sorted(maps.Keys(enforced)) {
		if enforced[name] {
			held = append(held, name)
		} else {
			not = append(not, name)
		}
	}
	return held, not
}
