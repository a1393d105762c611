package schemas

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// manySamples has more rows than a row group, pages of many sizes and more
// distinct prefix codes than a dictionary holds.
func manySamples() []Sample {
	rng := rand.New(rand.NewPCG(10044, 0))
	words := strings.Fields("use the script train with learning rate batch size epochs model dataset please write code 学习 📈 " + strings.Repeat("x", 50))
	prose := func(n int) string {
		var b strings.Builder
		for range rng.IntN(n) {
			b.WriteString(words[rng.IntN(len(words))] + " ")
		}
		return b.String()
	}
	samples := make([]Sample, 12_000)
	for i := range samples {
		samples[i] = tinySample(int64(1+i/1000), int64(i%1000), TypeBash, prose(60), Arguments{{"n", fmt.Sprint(rng.Int())}})
		samples[i].Oracle = prose(300)
		samples[i].PrefixCode = prose(80)
	}
	return samples
}

// What layoutOptions pins keeps the bytes: this digest may change with layout
// alone, never with the machine, the number of CPUs or the Go release.
func TestParquetBytesArePinned(t *testing.T) {
	const want = "3a2ece5199f68f7d4443be76c80c6ce1ded11977f34aecd5f733866d5def10da"
	samples := manySamples()
	var sums []string
	for _, procs := range []int{1, 4} {
		old := runtime.GOMAXPROCS(procs)
		var b bytes.Buffer
		if _, err := WriteParquet(&b, SamplesTable(), samples); err != nil {
			t.Fatal(err)
		}
		runtime.GOMAXPROCS(old)
		sums = append(sums, fmt.Sprintf("%x", sha256.Sum256(b.Bytes())))
		if procs == 1 {
			got, err := collect(ReadParquet[Sample](bytes.NewReader(b.Bytes()), int64(b.Len())))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(samples, got); diff != "" {
				t.Fatal(diff)
			}
		}
	}
	for _, sum := range sums {
		if sum != want {
			t.Errorf("sha256 %s, want %s", sum, want)
		}
	}
}

func TestWriteParquetWantsOrder(t *testing.T) {
	a, b := tinySample(1, 1, TypeBash, "", nil), tinySample(1, 2, TypeBash, "", nil)
	for want, rows := range map[string][]Sample{
		"samples: github_id 1, id 1 comes after github_id 1, id 2": {b, a},
		"samples: github_id 1, id 1 occurs twice":                  {a, a},
	} {
		if _, err := WriteParquet(&bytes.Buffer{}, SamplesTable(), rows); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestReadParquetRefusesOtherColumns(t *testing.T) {
	var b bytes.Buffer
	if _, err := WriteParquet(&b, TasksTable(), tinyTasks()[:1]); err != nil {
		t.Fatal(err)
	}
	if _, err := collect(ReadParquet[Sample](bytes.NewReader(b.Bytes()), int64(b.Len()))); err == nil || !strings.HasPrefix(err.Error(), "columns are {task_id:string,") {
		t.Errorf("error %v", err)
	}
}

func TestReadParquetStopsWhenAsked(t *testing.T) {
	var b bytes.Buffer
	samples := manySamples()[:200]
	if _, err := WriteParquet(&b, SamplesTable(), samples); err != nil {
		t.Fatal(err)
	}
	n := 0
	for range ReadParquet[Sample](bytes.NewReader(b.Bytes()), int64(b.Len())) {
		if n++; n == 70 {
			break
		}
	}
	if n != 70 {
		t.Errorf("%d rows", n)
	}
}

func TestRowDigestDependsOnEveryValue(t *testing.T) {
	digest := func(tasks ...Task) string {
		d := NewRowDigest[Task]()
		for i := range tasks {
			d.Add(&tasks[i])
		}
		return d.String()
	}
	empty, text := "", "a"
	seen := map[string]string{}
	for name, tasks := range map[string][]Task{
		"none":           {},
		"one":            {{}},
		"two":            {{}, {}},
		"position":       {{Bindings: []Binding{{Position: 1}}}},
		"binding":        {{Bindings: []Binding{{}}}},
		"no default":     {{Options: []Option{{}}}},
		"empty default":  {{Options: []Option{{Default: &empty}}}},
		"default":        {{Options: []Option{{Default: &text}}}},
		"required":       {{Options: []Option{{Required: true}}}},
		"a, b":           {{Launchers: []string{"a", "b"}}},
		"ab":             {{Launchers: []string{"ab"}}},
		"shifted":        {{TaskID: "ab"}},
		"shifted by one": {{TaskID: "a", Repository: "b"}},
	} {
		d := digest(tasks...)
		if other, ok := seen[d]; ok {
			t.Errorf("%s and %s have one digest", name, other)
		}
		seen[d] = name
	}
}
