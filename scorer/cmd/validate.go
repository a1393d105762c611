package cmd

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"podium/data"
	"podium/internal/exit"
	"podium/internal/program"
	"podium/scorer/grade"
	"podium/scorer/serve"
	"podium/scorer/table"
)

// answersOptions say where the answers of a competition are.
type answersOptions struct {
	answers, data, catalogue string
	maxBytes                 int64
}

func (o *answersOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.answers, "answers", "", "the answers' `FILE`")
	f.StringVar(&o.data, "data", "", "`DIR` with answers at <competition>/prepared/private/…")
	f.StringVar(&o.catalogue, "catalogue", "", "`DIR` of the catalogue (default: the embedded one)")
	f.Int64Var(&o.maxBytes, "max-bytes", 2<<30, "refuse a submission file larger than this")
}

// open returns the competition's grader and its answers.
func (o *answersOptions) open(competition string) (*grade.Grader, *table.Table, error) {
	if (o.answers == "") == (o.data == "") {
		return nil, nil, program.Usagef("one of --answers and --data is required")
	}
	catalogue, err := data.Open(o.catalogue)
	if err != nil {
		return nil, nil, err
	}
	g, err := grade.Open(catalogue, competition)
	if err != nil {
		return nil, nil, err
	}
	g.Limits.Bytes = o.maxBytes
	path := o.answers
	if path == "" {
		path = g.AnswersPath(o.data)
	}
	ans, err := g.ReadAnswers(path)
	return g, ans, err
}

func newValidate() *cobra.Command {
	o := &answersOptions{}
	var asJSON bool
	c := &cobra.Command{
		Use:   "validate COMPETITION SUBMISSION",
		Short: "Tell whether a submission would be scored, without its score",
		Long: `Tell whether MLE-bench would score a submission and, if not, why. Neither the
score nor anything about the answers is told. Exit code 5 when it is invalid.`,
		Example: `  scorer validate spaceship-titanic submission.csv --answers test.csv`,
		Args:    program.Args("COMPETITION", "SUBMISSION"),
		RunE: func(c *cobra.Command, args []string) error {
			g, ans, err := o.open(args[0])
			if err != nil {
				return err
			}
			refusal, err := g.ValidateFile(args[1], ans)
			if err != nil {
				return err
			}
			return tellValidity(c.OutOrStdout(), refusal, asJSON)
		},
	}
	o.flags(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return c
}

func tellValidity(w io.Writer, refusal *grade.Refusal, asJSON bool) error {
	if asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		err := e.Encode(struct {
			Valid         bool           `json:"valid"`
			Refusal       *grade.Refusal `json:"refusal,omitempty"`
			SchemaVersion int            `json:"schema_version"`
		}{refusal == nil, refusal, grade.SchemaVersion})
		if err != nil {
			return err
		}
	} else if _, err := fmt.Fprintln(w, serve.Message(refusal)); err != nil {
		return err
	}
	if refusal != nil {
		return exit.With(exit.Difference, nil)
	}
	return nil
}
