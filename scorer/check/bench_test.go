package check

import (
	"testing"

	"podium/schemas"
)

// BenchmarkCheck checks outputs one after the other, both rules: the corpora's,
// and the published predictions' where they are here.
func BenchmarkCheck(b *testing.B) {
	b.Run("corpus", func(b *testing.B) { benchmark(b, corpus(b)) })
	b.Run("published", func(b *testing.B) {
		var cases []corpusCase
		eachUpstream(b, "predictions-agent.jsonl", func(sample *schemas.Sample, outputs []string) {
			for _, output := range outputs {
				cases = append(cases, corpusCase{output: output, sample: sample})
			}
		})
		benchmark(b, cases)
	})
}

func benchmark(b *testing.B, cases []corpusCase) {
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		c := cases[i%len(cases)]
		Check(c.sample, c.task, c.output)
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "outputs/s")
}

// BenchmarkPaper is the half that the published scorer has too.
func BenchmarkPaper(b *testing.B) {
	var cases []corpusCase
	eachUpstream(b, "predictions-agent.jsonl", func(sample *schemas.Sample, outputs []string) {
		for _, output := range outputs {
			cases = append(cases, corpusCase{output: output, sample: sample})
		}
	})
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		c := cases[i%len(cases)]
		args, _ := schemas.ParseArguments(c.sample.Arguments)
		checkPaper(c.sample, args, c.output)
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "outputs/s")
}
