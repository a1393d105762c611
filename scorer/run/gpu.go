package run

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"podium/schemas"
)

// GPU is a device that attempts may be given.
type GPU struct {
	Index int    `json:"index"`
	UUID  string `json:"uuid"` // "GPU-…"
	Model string `json:"model"`
}

// SelectGPUs returns the devices that the value of --gpus names: "none", "all", a
// count, or devices separated by commas, each a UUID or an index (a single index
// is written with a comma after it). list tells which devices there are. A device
// that is not there is a *schemas.Trouble of kind gpu_unavailable.
func SelectGPUs(ctx context.Context, value string, list func(context.Context) ([]GPU, error)) ([]GPU, error) {
	if value == "none" || value == "" {
		return nil, nil
	}
	there, err := list(ctx)
	if err != nil {
		return nil, err
	}
	if len(there) == 0 {
		return nil, unavailable("--gpus %s: no NVIDIA GPU is visible here (neither nvidia-smi nor /proc/driver/nvidia names one)", value)
	}
	if value == "all" {
		return oneModel(there)
	}
	if n, err := strconv.Atoi(value); err == nil {
		if n < 1 || n > len(there) {
			return nil, unavailable("--gpus %d: %d GPU(s) are visible here", n, len(there))
		}
		return oneModel(there[:n])
	}
	var chosen []GPU
	for _, name := range strings.Split(strings.TrimSuffix(value, ","), ",") {
		i := slices.IndexFunc(there, func(g GPU) bool { return g.UUID == name || strconv.Itoa(g.Index) == name })
		if i < 0 {
			return nil, unavailable("--gpus %s: no GPU %q among %s", value, name, describe(there))
		}
		if slices.Contains(chosen, there[i]) {
			return nil, fmt.Errorf("--gpus %s: %q is named twice", value, name)
		}
		chosen = append(chosen, there[i])
	}
	return oneModel(chosen)
}

// oneModel refuses a mixture: which device an attempt gets is chance, and its
// facts must not depend on it.
func oneModel(gpus []GPU) ([]GPU, error) {
	for _, g := range gpus {
		if g.Model != gpus[0].Model {
			return nil, fmt.Errorf("the GPUs are of different models, name those of one: %s", describe(gpus))
		}
	}
	return gpus, nil
}

func describe(gpus []GPU) string {
	names := make([]string, len(gpus))
	for i, g := range gpus {
		names[i] = fmt.Sprintf("%d %s (%s)", g.Index, g.UUID, g.Model)
	}
	return strings.Join(names, ", ")
}

func unavailable(format string, a ...any) error {
	return &schemas.Trouble{Kind: schemas.GPUUnavailable, Message: fmt.Sprintf(format, a...)}
}

// ListGPUs names the NVIDIA devices of this host: what nvidia-smi says or, where
// there is none, the driver's files below /proc.
func ListGPUs(ctx context.Context) ([]GPU, error) {
	path, err := exec.LookPath("nvidia-smi")
	if err != nil {
		return driverGPUs("/proc/driver/nvidia/gpus")
	}
	out, err := exec.CommandContext(ctx, path, "--query-gpu=index,uuid,name", "--format=csv,noheader").Output()
	if err != nil {
		return nil, unavailable("nvidia-smi: %v", err)
	}
	return parseSMI(string(out))
}

// parseSMI reads lines of "0, GPU-5fd4f087-…, NVIDIA A100-SXM4-40GB".
func parseSMI(out string) ([]GPU, error) {
	var gpus []GPU
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		f := strings.SplitN(line, ", ", 3)
		index, err := strconv.Atoi(f[0])
		if err != nil || len(f) != 3 {
			return nil, unavailable("nvidia-smi says %q, want index, uuid, name", line)
		}
		gpus = append(gpus, GPU{index, f[1], f[2]})
	}
	return gpus, nil
}

// driverGPUs reads <bus id>/information below dir. Devices count in the order of
// their bus ids.
func driverGPUs(dir string) ([]GPU, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var gpus []GPU
	for i, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name(), "information"))
		if err != nil {
			return nil, err
		}
		g := GPU{Index: i}
		for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
			name, value, _ := strings.Cut(s.Text(), ":")
			switch strings.TrimSpace(name) {
			case "Model":
				g.Model = strings.TrimSpace(value)
			case "GPU UUID":
				g.UUID = strings.TrimSpace(value)
			}
		}
		gpus = append(gpus, g)
	}
	return gpus, nil
}
