package report

import (
	"cmp"
	"maps"
	"slices"

	"podium/scorer/check"
	"podium/scorer/rule"
	"podium/scorer/run"
)

// defaultK are upstream's.
var defaultK = []int{1, 2, 5}

// Build judges a run by both rules and sums it up. ks are the k of pass@k,
// upstream's 1, 2 and 5 when empty; those that the outputs do not suffice for are
// left out.
func Build(f *run.Folder, ks []int) (*Report, error) {
	if len(ks) == 0 {
		ks = defaultK
	}
	ks = slices.Compact(slices.Sorted(slices.Values(ks)))
	b := newBuilder(ks)
	for j, err := range f.Samples() {
		if err != nil {
			return nil, err
		}
		b.add(&j)
	}
	r := b.report()
	r.folder = f
	m := f.Manifest
	r.Inputs, r.Source, r.Unplaced = m.Inputs, m.Source, m.Plan.Unplaced
	r.Split.Name, r.Split.DroppedLines = m.Inputs.Split, m.Plan.Dropped.Total()
	r.Attempts.Attempts, r.Attempts.Executions = f.Attempts, m.Plan.Executions
	r.Attempts.Shared = m.Plan.Executions - m.Plan.Attempts
	for _, s := range r.NotExecuted {
		r.Attempts.Shared -= s.Executions
	}
	return r, nil
}

// builder gathers a report sample by sample.
type builder struct {
	ks      []int
	fewest  int // outputs that a predicted sample has; 0: none is predicted
	rules   [2]*ruleSums
	static  StaticChecks
	args    int
	types   int
	both    int
	causes  map[string]*Cause
	skipped map[string]*Skip
	rows    []row
}

// ruleSums gathers one rule's result in all its breakdowns.
type ruleSums struct {
	ks      []int
	paper   bool
	all     *sum
	by      [3]map[string]*sum // repository, task, type
	order   [3][]string        // names in the order in which they came
	causes  map[string]int
	reasons map[string]int
	literal int
}

func newBuilder(ks []int) *builder {
	b := &builder{ks: ks, causes: make(map[string]*Cause), skipped: make(map[string]*Skip)}
	for i, name := range rule.Names {
		r := &ruleSums{ks: ks, paper: name == rule.NamePaper, causes: make(map[string]int), reasons: make(map[string]int)}
		r.all = newSum("", ks, r.paper)
		for d := range r.by {
			r.by[d] = make(map[string]*sum)
		}
		b.rules[i] = r
	}
	return b
}

func (b *builder) add(j *run.Judged) {
	if n := len(j.Outputs); n > 0 && (b.fewest == 0 || n < b.fewest) {
		b.fewest = n
	}
	b.rules[0].add(j, j.Paper)
	b.rules[1].add(j, j.Strict)
	for i, o := range j.Outputs {
		b.static.Outputs++
		count(&b.args, o.Paper.Arguments)
		count(&b.types, o.Paper.Type)
		count(&b.both, o.Paper.Arguments && o.Paper.Type)
		b.compare(j.Paper[i], j.Strict[i])
		b.skip(j.Skip, len(o.Executions))
		b.rules[1].because(&o.Strict)
	}
	if j.Skip != "" {
		b.skipped[j.Skip].Samples++
	}
	b.rows = append(b.rows, newRow(j))
}

func (b *builder) compare(paper, strict rule.Judgement) {
	name := rule.Cause(paper, strict)
	if name == "" {
		return
	}
	c := b.causes[name]
	if c == nil {
		c = &Cause{Cause: name}
		b.causes[name] = c
	}
	if rule.Better(paper.Verdict, strict.Verdict) {
		c.Paper++
	} else {
		c.Strict++
	}
}

func (b *builder) skip(reason string, executions int) {
	if reason == "" {
		return
	}
	s := b.skipped[reason]
	if s == nil {
		s = &Skip{Reason: reason}
		b.skipped[reason] = s
	}
	s.Executions += executions
}

func (r *ruleSums) add(j *run.Judged, outputs []rule.Judgement) {
	r.all.add(outputs)
	for d, name := range [...]string{j.Repository, j.Task, j.Type} {
		if name == "" {
			continue
		}
		s := r.by[d][name]
		if s == nil {
			s = newSum(name, r.ks, r.paper)
			r.by[d][name] = s
			r.order[d] = append(r.order[d], name)
		}
		s.add(outputs)
	}
	for _, o := range outputs {
		if o.Cause != "" {
			r.causes[o.Cause]++
		}
	}
}

// because counts why strict's static checks refused an output.
func (r *ruleSums) because(s *check.Strict) {
	count(&r.literal, s.Literal)
	seen := make(map[string]bool)
	for _, reason := range s.Reasons {
		if !seen[reason.Code] {
			seen[reason.Code] = true
			r.reasons[reason.Code]++
		}
	}
}

func (r *ruleSums) result(ks []int) Rule {
	groups := func(d int) []Group {
		list := []Group{}
		for _, name := range r.order[d] {
			list = append(list, r.by[d][name].result(ks))
		}
		return list
	}
	return Rule{
		K: ks, All: r.all.result(ks), ByRepository: groups(0), ByTask: groups(1), ByType: groups(2),
		Causes: r.causes, Reasons: r.reasons, Literal: r.literal,
	}
}

func (b *builder) report() *Report {
	r := &Report{SchemaVersion: SchemaVersion, Rules: rule.Version, StaticChecks: b.static, rows: b.rows}
	n := b.static.Outputs
	r.StaticChecks.Arguments, r.StaticChecks.Type, r.StaticChecks.Both = rate(b.args, n), rate(b.types, n), rate(b.both, n)
	r.Paper = b.rules[0].result(upTo(b.ks, upstreamOutputs))
	r.Strict = b.rules[1].result(upTo(b.ks, b.fewest))
	all := r.Strict.All
	r.Split = Split{Samples: all.Samples, Predicted: all.Predicted, Missing: all.Samples - all.Predicted, Outputs: all.Outputs}
	r.Difference = Difference{
		PassAt: differ(r.Paper.All.PassAt, r.Strict.All.PassAt),
		Static: differ(r.Paper.All.StaticPassAt, r.Strict.All.StaticPassAt),
		Causes: []Cause{},
	}
	for _, name := range slices.Sorted(maps.Keys(b.causes)) {
		r.Difference.Causes = append(r.Difference.Causes, *b.causes[name])
	}
	slices.SortStableFunc(r.Difference.Causes, func(x, y Cause) int {
		return cmp.Compare(y.Paper+y.Strict, x.Paper+x.Strict)
	})
	r.NotExecuted = []Skip{}
	for _, name := range slices.Sorted(maps.Keys(b.skipped)) {
		r.NotExecuted = append(r.NotExecuted, *b.skipped[name])
	}
	r.Upstream = upstream(b.rows)
	r.Unemulated = unemulated(r.Paper.Causes)
	return r
}

// upTo returns the ks that are at most n; all of them when n is 0, because then
// there is no output that they could be too many for.
func upTo(ks []int, n int) []int {
	list := []int{}
	for _, k := range ks {
		if n == 0 || k <= n {
			list = append(list, k)
		}
	}
	return list
}

// differ pairs the rates of equal k.
func differ(paper, strict []PassAt) []DifferenceAt {
	list := []DifferenceAt{}
	for i := range min(len(paper), len(strict)) {
		p, s := paper[i], strict[i]
		list = append(list, DifferenceAt{p.K, p.Rate, s.Rate, p.Rate - s.Rate})
	}
	return list
}
