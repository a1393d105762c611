package table

import (
	"math"
	"strconv"
	"testing"
)

// FuzzParseShort reads short numbers as strconv does, to the last bit.
func FuzzParseShort(f *testing.F) {
	for _, s := range []string{"0", "-0", "0.1", "-12.5", ".5", "5.", "123456789012345", "0.000000000000001", "1e5", "", ".", "-", "1.2.3", "99999.999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := parseShort(s)
		if !ok {
			return
		}
		want, err := strconv.ParseFloat(s, 64)
		if err != nil || math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%q: %v, strconv has %v, %v", s, got, want, err)
		}
	})
}
