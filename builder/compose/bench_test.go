package compose_test

import (
	"path/filepath"
	"strconv"
	"testing"

	"podium/builder/compose"
	"podium/data"
	"podium/schemas"
)

// BenchmarkBuild composes the embedded catalogue and writes its release.
func BenchmarkBuild(b *testing.B) {
	dir := b.TempDir()
	b.ReportAllocs()
	n := 0
	for i := 0; b.Loop(); i++ {
		res, err := compose.Compose(b.Context(), data.Embedded(), compose.Options{Text: schemas.TextNone})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := res.Write(b.Context(), "0.0.0", filepath.Join(dir, strconv.Itoa(i))); err != nil {
			b.Fatal(err)
		}
		n = res.Summary.Samples
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "samples/s")
}
