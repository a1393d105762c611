package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podium/schemas"
)

var three = []GPU{{0, "GPU-a", "X"}, {1, "GPU-b", "X"}, {2, "GPU-c", "Y"}}

func TestSelectGPUs(t *testing.T) {
	for _, c := range []struct {
		value       string
		there       []GPU
		want        string // UUIDs
		unavailable bool
		fails       string
	}{
		{value: "none", there: three},
		{value: ""},
		{value: "all", there: three[:2], want: "GPU-a GPU-b"},
		{value: "all", there: three, fails: "different models"},
		{value: "2", there: three, want: "GPU-a GPU-b"},
		{value: "4", there: three, unavailable: true},
		{value: "0", there: three, unavailable: true},
		{value: "1,", there: three, want: "GPU-b"},
		{value: "1,0", there: three, want: "GPU-b GPU-a"},
		{value: "GPU-c", there: three, want: "GPU-c"},
		{value: "GPU-c,GPU-a", there: three, fails: "different models"},
		{value: "GPU-x", there: three, unavailable: true},
		{value: "0,0", there: three, fails: "named twice"},
		{value: "1", unavailable: true},
		{value: "all", unavailable: true},
	} {
		got, err := SelectGPUs(t.Context(), c.value, func(context.Context) ([]GPU, error) { return c.there, nil })
		var names []string
		for _, g := range got {
			names = append(names, g.UUID)
		}
		var trouble *schemas.Trouble
		switch {
		case c.unavailable:
			if !errors.As(err, &trouble) || trouble.Kind != schemas.GPUUnavailable {
				t.Errorf("%q: %v", c.value, err)
			}
		case c.fails != "":
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%q: %v", c.value, err)
			}
		case err != nil || strings.Join(names, " ") != c.want:
			t.Errorf("%q: %v, %v", c.value, names, err)
		}
	}
}

func TestParseSMI(t *testing.T) {
	// As nvidia-smi of driver 535 prints it.
	got, err := parseSMI("0, GPU-5fd4f087-86f3-7a43-b711-4771313afc50, NVIDIA A100-SXM4-40GB\n1, GPU-7d2a, NVIDIA A100-SXM4-40GB\n")
	if err != nil || len(got) != 2 || got[1] != (GPU{1, "GPU-7d2a", "NVIDIA A100-SXM4-40GB"}) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{"No devices were found\n", "0, GPU-a\n"} {
		if _, err := parseSMI(bad); err == nil {
			t.Errorf("%q is taken for a device", bad)
		}
	}
}

func TestDriverGPUs(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "0000:3b:00.0"), 0o755); err != nil {
		t.Fatal(err)
	}
	text := "Model: \t\t NVIDIA H200\nIRQ:   \t\t 0\nGPU UUID: \t GPU-1f2e\nVideo BIOS: \t 96.00\n"
	if err := os.WriteFile(filepath.Join(dir, "0000:3b:00.0", "information"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := driverGPUs(dir)
	if err != nil || len(got) != 1 || got[0] != (GPU{0, "GPU-1f2e", "NVIDIA H200"}) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := driverGPUs(filepath.Join(dir, "none")); err != nil || got != nil {
		t.Errorf("no driver: %v, %v", got, err)
	}
}
