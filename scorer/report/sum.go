package report

import (
	"podium/scorer/rule"
	"podium/scorer/stats"
)

// upstreamOutputs is how many outputs a row must have for upstream to score it.
const upstreamOutputs = 5

// estimator gives a sample's pass@k in [0, 1] from which of its outputs pass.
type estimator func(passes []bool, k int) float64

func unbiased(passes []bool, k int) float64 {
	c := 0
	for _, p := range passes {
		if p {
			c++
		}
	}
	return stats.PassAtK(len(passes), c, k)
}

func anyOfFirst(passes []bool, k int) float64 {
	if len(passes) == upstreamOutputs && stats.AnyOfFirst(passes, k) {
		return 1
	}
	return 0
}

// sum gathers one rule's result over some samples.
type sum struct {
	group    Group
	ks       []int
	estimate estimator
	paper    bool
	passes   []float64 // by index of ks, trouble taken as failed
	upper    []float64 // trouble taken as passed
	static   []float64
	accepted int
	executed int
	passed   int
	open     bool
}

func newSum(name string, ks []int, paper bool) *sum {
	s := &sum{ks: ks, paper: paper, estimate: unbiased}
	if paper {
		s.estimate = anyOfFirst
	}
	s.group = Group{Name: name, SampleVerdicts: make(map[string]int), OutputVerdicts: make(map[string]int)}
	s.passes, s.upper, s.static = make([]float64, len(ks)), make([]float64, len(ks)), make([]float64, len(ks))
	return s
}

// add counts a sample by the verdicts of its outputs.
func (s *sum) add(outputs []rule.Judgement) {
	verdicts := make([]rule.Verdict, len(outputs))
	passes, upper, static := make([]bool, len(outputs)), make([]bool, len(outputs)), make([]bool, len(outputs))
	for i, j := range outputs {
		v := j.Verdict
		verdicts[i] = v
		s.group.OutputVerdicts[v]++
		passes[i], static[i] = v == rule.Pass, rule.Static(v) && j.Cause != rule.UpstreamDies
		upper[i] = passes[i] || v == rule.Infrastructure
		s.open = s.open || v == rule.Infrastructure
		count(&s.accepted, static[i])
		count(&s.passed, passes[i])
		count(&s.executed, rule.Executed(v) && j.Cause != rule.UpstreamDies)
	}
	s.group.SampleVerdicts[rule.Sample(verdicts)]++
	s.group.Samples++
	s.group.Outputs += len(outputs)
	if len(outputs) == 0 {
		s.group.OutputVerdicts[rule.Missing]++
		return
	}
	s.group.Predicted++
	if s.paper && len(outputs) != upstreamOutputs {
		s.group.Dropped++
	}
	for i, k := range s.ks {
		s.passes[i] += s.estimate(passes, k)
		s.upper[i] += s.estimate(upper, k)
		s.static[i] += s.estimate(static, k)
	}
}

func count(n *int, yes bool) {
	if yes {
		*n++
	}
}

// result returns the group with pass@k for the first len(ks) values of s.ks.
func (s *sum) result(ks []int) Group {
	g := s.group
	g.Static, g.Executed = rate(s.accepted, g.Outputs), rate(s.passed, s.executed)
	g.PassAt, g.StaticPassAt = []PassAt{}, []PassAt{}
	for i, k := range ks {
		at := mean(k, s.passes[i], g.Samples)
		if s.open {
			at.Bounds = &Bounds{AllFailed: at.Rate, AllPassed: mean(k, s.upper[i], g.Samples).Rate}
		}
		g.PassAt = append(g.PassAt, at)
		g.StaticPassAt = append(g.StaticPassAt, mean(k, s.static[i], g.Samples))
	}
	return g
}

func mean(k int, passes float64, of int) PassAt {
	at := PassAt{K: k, Passes: passes, Of: of, Interval: stats.Wilson(passes, of)}
	if of > 0 {
		at.Rate = passes / float64(of)
	}
	return at
}
