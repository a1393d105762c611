package compose_test

import (
	"testing"

	"podium/builder/compose"
)

// The vectors were computed in Python for the task list that the catalogue
// started from.
func TestWalk(t *testing.T) {
	for _, tt := range []struct {
		task                     string
		capacity, stride, offset int
	}{
		{"eap-external", 192, 119, 11},
		{"dgl-arma", 324, 203, 254},
		{"bert-finetune-squad", 336, 209, 224},
	} {
		stride, offset := compose.Walk(tt.task, tt.capacity)
		if stride != tt.stride || offset != tt.offset {
			t.Errorf("Walk(%s, %d) = %d, %d; want %d, %d", tt.task, tt.capacity, stride, offset, tt.stride, tt.offset)
		}
	}
}

func TestWalkVisitsAll(t *testing.T) {
	for capacity := 1; capacity < 300; capacity++ {
		stride, offset := compose.Walk("any", capacity)
		seen := make([]bool, capacity)
		for k := range capacity {
			n := (offset + k*stride) % capacity
			if seen[n] {
				t.Fatalf("capacity %d: combination %d comes twice", capacity, n)
			}
			seen[n] = true
		}
	}
}
