package schemas

import (
	"bytes"
	"io"
	"testing"
)

func BenchmarkWriteParquet(b *testing.B) {
	samples := manySamples()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := WriteParquet(io.Discard, SamplesTable(), samples); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(samples)), "rows")
}

func BenchmarkReadParquet(b *testing.B) {
	var file bytes.Buffer
	if _, err := WriteParquet(&file, SamplesTable(), manySamples()); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := collect(ReadParquet[Sample](bytes.NewReader(file.Bytes()), int64(file.Len()))); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRowDigest(b *testing.B) {
	samples := manySamples()
	for b.Loop() {
		d := NewRowDigest[Sample]()
		for i := range samples {
			d.Add(&samples[i])
		}
	}
}
