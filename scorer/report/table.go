package report

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"podium/internal/program"
	"podium/scorer/rule"
)

// WriteTable writes the report for people.
func (r *Report) WriteTable(w io.Writer) error {
	out := &printer{w: w}
	out.line(r.title())
	for _, n := range r.notes() {
		out.line("· " + n)
	}
	out.table(r.ratesTable())
	out.table(r.verdictsTable())
	static := r.Inputs.StaticOnly
	if len(r.Paper.ByRepository) > 1 {
		out.table(groupsTable("repository", r.Paper.ByRepository, r.Strict.ByRepository, static))
	}
	if len(r.Paper.ByType) > 1 {
		out.table(groupsTable("type", r.Paper.ByType, r.Strict.ByType, static))
	}
	if n := len(r.Paper.ByTask); n > 0 && n <= maxTasks {
		out.table(groupsTable("task", r.Paper.ByTask, r.Strict.ByTask, static))
	} else if n > maxTasks {
		out.line(fmt.Sprintf("%d tasks: see report.html or report.json", n))
	}
	if len(r.Difference.Causes) > 0 {
		out.table(r.causesTable())
	}
	if len(r.Strict.Reasons) > 0 {
		out.table(r.reasonsTable())
	}
	return out.err
}

// maxTasks is how many tasks a terminal is shown.
const maxTasks = 40

type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(s string) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.w, s)
	}
}

func (p *printer) table(t table.Writer) { p.line("\n" + t.Render()) }

func newTable(header ...any) table.Writer {
	t := table.NewWriter()
	style := table.StyleLight
	style.Format.Header = text.FormatDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Options.SeparateHeader = true
	t.SetStyle(style)
	t.AppendHeader(header)
	return t
}

// right aligns columns from the second on.
func right(t table.Writer, columns int) table.Writer {
	var configs []table.ColumnConfig
	for i := 2; i <= columns; i++ {
		configs = append(configs, table.ColumnConfig{Number: i, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(configs)
	return t
}

func (r *Report) ratesTable() table.Writer {
	t := newTable("", rule.NamePaper, rule.NameStrict)
	paper, strict := r.Paper.All, r.Strict.All
	t.AppendRow(table.Row{"static checks passed, of outputs", share(paper.Static), share(strict.Static)})
	t.AppendRow(table.Row{"passed, of outputs executed", share(paper.Executed), share(strict.Executed)})
	add := func(name string, p, s []PassAt) {
		for i := range max(len(p), len(s)) {
			row := table.Row{"", "needs more outputs", "needs more outputs"}
			if i < len(p) {
				row[0], row[1] = fmt.Sprintf(name, p[i].K), at(p[i])
			}
			if i < len(s) {
				row[0], row[2] = fmt.Sprintf(name, s[i].K), at(s[i])
			}
			t.AppendRow(row)
		}
	}
	add("pass@%d before execution", paper.StaticPassAt, strict.StaticPassAt)
	if !r.Inputs.StaticOnly {
		add("pass@%d", paper.PassAt, strict.PassAt)
	}
	if u := r.Upstream; u.Scored > 0 && !r.Inputs.StaticOnly {
		t.AppendRow(table.Row{
			fmt.Sprintf("as upstream prints it, over %d rows", u.Scored),
			fmt.Sprintf("%s / %s / %s %%", percent(u.Pass[0]), percent(u.Pass[1]), percent(u.Pass[2])), "",
		})
	}
	return t
}

func (r *Report) verdictsTable() table.Writer {
	t := newTable("verdict", "paper samples", "outputs", "strict samples", "outputs")
	var total [4]int
	for _, v := range rule.Verdicts {
		counts := [4]int{
			r.Paper.All.SampleVerdicts[v], r.Paper.All.OutputVerdicts[v],
			r.Strict.All.SampleVerdicts[v], r.Strict.All.OutputVerdicts[v],
		}
		if counts == [4]int{} {
			continue
		}
		t.AppendRow(table.Row{v, counts[0], counts[1], counts[2], counts[3]})
		for i, n := range counts {
			total[i] += n
		}
	}
	t.AppendFooter(table.Row{"", total[0], total[1], total[2], total[3]})
	return right(t, 5)
}

func groupsTable(name string, paper, strict []Group, static bool) table.Writer {
	header := table.Row{name, "samples", "predicted", "outputs"}
	chosen := func(g Group) []PassAt {
		if static {
			return g.StaticPassAt
		}
		return g.PassAt
	}
	columns := func(rule string, g Group) {
		for _, p := range chosen(g) {
			header = append(header, fmt.Sprintf("%s @%d", rule, p.K))
		}
	}
	columns(rule.NamePaper, paper[0])
	columns(rule.NameStrict, strict[0])
	t := newTable(header...)
	empty := 0
	for i, g := range paper {
		if g.Predicted == 0 {
			empty++
			continue
		}
		row := table.Row{program.Escape(g.Name), g.Samples, g.Predicted, g.Outputs}
		for _, p := range append(chosen(g), chosen(strict[i])...) {
			row = append(row, percent(p.Rate))
		}
		t.AppendRow(row)
	}
	if static {
		t.SetTitle("pass@k before execution, in per cent")
	} else {
		t.SetTitle("pass@k, in per cent")
	}
	if empty > 0 {
		t.SetCaption("and %d without any prediction", empty)
	}
	return right(t, len(header))
}

func (r *Report) causesTable() table.Writer {
	t := newTable("the rules differ by", "better under paper", "better under strict")
	for _, c := range r.Difference.Causes {
		t.AppendRow(table.Row{c.Cause, c.Paper, c.Strict})
	}
	t.SetTitle("paper − strict, outputs")
	return right(t, 3)
}

func (r *Report) reasonsTable() table.Writer {
	t := newTable("strict refuses for", "outputs")
	for _, c := range byCount(r.Strict.Reasons) {
		t.AppendRow(table.Row{program.Escape(c.Name), c.Outputs})
	}
	return right(t, 2)
}
