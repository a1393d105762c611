package cmd

import "testing"

func TestParseSize(t *testing.T) {
	for in, want := range map[string]int64{"1": 1, "512M": 512 << 20, "4GiB": 4 << 30, "2gb": 2 << 30, "1T": 1 << 40, "3KiB": 3 << 10} {
		if got, err := parseSize(in); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", in, got, err, want)
		}
	}
	for _, in := range []string{"", "G", "-1", "0", "1.5G", "lots", "9999999999G", "1 G"} {
		if got, err := parseSize(in); err == nil {
			t.Errorf("%q is %d", in, got)
		}
	}
}
