package compose

import (
	"hash/fnv"

	"podium/builder/compose/where"
	"podium/data"
)

// combination chooses one value of each argument, in the arguments' order.
type combination []data.Value

// value returns a lookup of the combination's texts by argument.
func (c combination) value(args []data.TaskArgument) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i, a := range args {
			if a.Name == name {
				return c[i].Text, true
			}
		}
		return "", false
	}
}

// product is the number of combinations without a constraint, or a number above
// maxCombinations.
func product(args []data.TaskArgument) int {
	n := 1
	for _, a := range args {
		if n *= len(a.Values); n > maxCombinations {
			break
		}
	}
	return n
}

// grid lists the combinations that the constraint lets through, in mixed radix:
// arguments in their order, the last one varies fastest. A nil constraint lets
// all through.
func grid(args []data.TaskArgument, constraint *where.Expr) ([]combination, error) {
	var all []combination
	digits := make([]int, len(args))
	for {
		c := make(combination, len(args))
		for i, d := range digits {
			c[i] = args[i].Values[d]
		}
		ok := true
		if constraint != nil {
			var err error
			if ok, err = constraint.Holds(c.value(args)); err != nil {
				return nil, err
			}
		}
		if ok {
			all = append(all, c)
		}
		i := len(digits) - 1
		for ; i >= 0; i-- {
			if digits[i]++; digits[i] < len(args[i].Values) {
				break
			}
			digits[i] = 0
		}
		if i < 0 {
			return all, nil
		}
	}
}

// Walk says which of capacity numbered combinations a task draws: sample k is
// combination (offset + k*stride) mod capacity. The stride is the smallest
// integer of at least 0.6180339887*capacity that is coprime with capacity, so
// the first capacity samples are all distinct and any run of them is spread over
// the grid; the offset is FNV-1a-64 of the task's id, modulo capacity.
func Walk(taskID string, capacity int) (stride, offset int) {
	stride = max(1, int(0.6180339887*float64(capacity)))
	for gcd(stride, capacity) != 1 {
		stride++
	}
	return stride, int(hash64(taskID) % uint64(capacity))
}

// draw returns the first quota samples' combinations.
func draw(taskID string, all []combination, quota int) []combination {
	stride, offset := Walk(taskID, len(all))
	drawn := make([]combination, quota)
	for k := range drawn {
		drawn[k] = all[(offset+k*stride)%len(all)]
	}
	return drawn
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// hash64 is FNV-1a-64 of the texts, each ended by a zero byte but the last.
func hash64(texts ...string) uint64 {
	h := fnv.New64a()
	for i, t := range texts {
		if i > 0 {
			_, _ = h.Write([]byte{0})
		}
		_, _ = h.Write([]byte(t))
	}
	return h.Sum64()
}
