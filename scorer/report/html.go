package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"podium/internal/program"
	"podium/scorer/rule"
)

//go:embed report.html.tmpl
var page string

// WriteHTML writes a page that needs nothing else: no script, no network. What
// comes from releases and predictions is escaped by the template.
func (r *Report) WriteHTML(w io.Writer) error {
	t, err := template.New("report").Funcs(template.FuncMap{
		"percent": percent, "share": share, "at": at, "byCount": byCount, "name": program.Escape,
		"width": func(f float64) string { return fmt.Sprintf("%.2f", 100*f) },
	}).Parse(page)
	if err != nil {
		return err
	}
	return t.Execute(w, r.page())
}

// htmlPage is what the template shows.
type htmlPage struct {
	*Report
	Title    string
	Notes    []string
	Cards    []htmlRule
	Verdicts []htmlVerdict
	Groups   []htmlGroups
}

type htmlRule struct {
	Name, Says string
	Rule
}

type htmlVerdict struct {
	Verdict                                                  string
	PaperSamples, PaperOutputs, StrictSamples, StrictOutputs int
}

type htmlGroups struct {
	Name          string
	Paper, Strict []PassAt // header
	Rows          []htmlRow
}

type htmlRow struct {
	Group
	Paper, Strict []PassAt
}

func (r *Report) page() htmlPage {
	p := htmlPage{
		Report: r, Title: r.title(), Notes: r.notes(),
		Cards: []htmlRule{
			{rule.NamePaper, "what the published scorer gives, quirks and all", r.Paper},
			{rule.NameStrict, "what it should have given", r.Strict},
		},
	}
	for _, v := range rule.Verdicts {
		row := htmlVerdict{
			v, r.Paper.All.SampleVerdicts[v], r.Paper.All.OutputVerdicts[v],
			r.Strict.All.SampleVerdicts[v], r.Strict.All.OutputVerdicts[v],
		}
		if row != (htmlVerdict{Verdict: v}) {
			p.Verdicts = append(p.Verdicts, row)
		}
	}
	p.addGroups("repository", r.Paper.ByRepository, r.Strict.ByRepository)
	p.addGroups("type", r.Paper.ByType, r.Strict.ByType)
	p.addGroups("task", r.Paper.ByTask, r.Strict.ByTask)
	return p
}

func (p *htmlPage) addGroups(name string, paper, strict []Group) {
	if len(paper) == 0 {
		return
	}
	chosen := func(g Group) []PassAt {
		if p.Inputs.StaticOnly {
			return g.StaticPassAt
		}
		return g.PassAt
	}
	g := htmlGroups{Name: name, Paper: chosen(paper[0]), Strict: chosen(strict[0])}
	for i := range paper {
		g.Rows = append(g.Rows, htmlRow{paper[i], chosen(paper[i]), chosen(strict[i])})
	}
	p.Groups = append(p.Groups, g)
}
