package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"podium/internal/program"
	"podium/schemas"
)

// samplesOptions pick samples of a release.
type samplesOptions struct {
	split, task  string
	githubID, id int64
	most         int
}

func (o *samplesOptions) take(s *schemas.Sample) bool {
	return (o.task == "" || s.TaskID == o.task) && (o.githubID == 0 || s.GithubID == o.githubID) && (o.id == 0 || s.ID == o.id)
}

// showSamples prints samples for people, or one JSON object a line.
func showSamples(opts showOptions) error {
	r, err := schemas.OpenRelease(opts.release)
	if err != nil {
		return err
	}
	shown, more := 0, 0
	for s, err := range r.Samples(opts.samples.split) {
		switch {
		case err != nil:
			return err
		case !opts.samples.take(&s):
			continue
		case shown == opts.samples.most:
			more++
			continue
		}
		if shown++; opts.json {
			err = json.NewEncoder(opts.stdout).Encode(s)
		} else {
			err = showSample(opts.stdout, &s)
		}
		if err != nil {
			return err
		}
	}
	if shown == 0 {
		return fmt.Errorf("%s: split %s has no such sample", opts.release, opts.samples.split)
	}
	if more > 0 && !opts.json {
		fmt.Fprintf(opts.stdout, "and %d more: --most shows them\n", more)
	}
	return nil
}

func showSample(w io.Writer, s *schemas.Sample) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", s.Key())
	for _, part := range []string{s.TaskID, s.Type, "judged by " + s.Judged, s.Licence} {
		if part != "" {
			fmt.Fprintf(&b, " · %s", program.Escape(part))
		}
	}
	fmt.Fprintf(&b, "\n%s in %s\n", program.Escape(s.Github), program.Escape(s.Path))
	for _, part := range []struct{ name, text string }{
		{"instruction", s.Instruction}, {"arguments", s.Arguments}, {"oracle", s.Oracle}, {"reference", s.Output},
	} {
		if part.text == "" {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n", part.name)
		for line := range strings.Lines(part.text) {
			fmt.Fprintf(&b, "    %s\n", program.Escape(strings.TrimRight(line, "\r\n")))
		}
	}
	fmt.Fprintln(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
