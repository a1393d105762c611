package table

import (
	"encoding/binary"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// sort puts rows, which are all of c in file order, in order; equal cells keep
// theirs.
func (c *Column) sort(rows []int) {
	if c.kind != Text || len(rows) > math.MaxInt32 {
		slices.SortStableFunc(rows, c.compareRows)
		return
	}
	var present, missing []sortKey
	present = make([]sortKey, 0, len(rows))
	for i := range rows {
		if k := (sortKey{row: int32(i)}); c.missingText(c.raw(i)) {
			missing = append(missing, k)
		} else {
			present = append(present, k)
		}
	}
	s := textSort{c}
	s.sort(present, 0)
	for i, k := range append(present, missing...) {
		rows[i] = int(k.row)
	}
}

// sortKey is a row with eight bytes of its cell.
type sortKey struct {
	bytes uint64
	row   int32
}

// textSort sorts text eight bytes at a time: by the eight that follow what all
// cells begin with, then the rows in which those are equal by the next ones.
type textSort struct{ c *Column }

func (s textSort) sort(keys []sortKey, depth int) {
	depth, equal := s.shared(keys, depth)
	if equal {
		slices.SortFunc(keys, func(a, b sortKey) int { return int(a.row - b.row) })
		return
	}
	for i := range keys {
		var b [8]byte
		copy(b[:], s.c.raw(int(keys[i].row))[depth:])
		keys[i].bytes = binary.BigEndian.Uint64(b[:])
	}
	byBytes(keys, 56, runtime.GOMAXPROCS(0))
	for i := 0; i < len(keys); {
		j := i + 1
		for j < len(keys) && keys[j].bytes == keys[i].bytes {
			j++
		}
		// A last byte of zero is the end of the text: NUL is in no cell.
		if j > i+1 && keys[i].bytes&0xff != 0 {
			s.sort(keys[i:j], depth+8)
		}
		i = j
	}
}

// shared is how many bytes all keys' cells begin with alike, at least depth, and
// whether the cells are equal.
func (s textSort) shared(keys []sortKey, depth int) (n int, equal bool) {
	if len(keys) == 0 {
		return depth, true
	}
	first := s.c.raw(int(keys[0].row))
	n, equal = len(first), true
	for _, k := range keys[1:] {
		cell := s.c.raw(int(k.row))
		equal = equal && len(cell) == len(first)
		at := depth
		for at < n && at < len(cell) && cell[at] == first[at] {
			at++
		}
		n = min(n, at)
	}
	return n, equal && n == len(first)
}

// byBytes sorts by the eight bytes, equal ones by row, in place: the keys are put
// where their byte at shift belongs (American flag sort; McIlroy, Bostic, McIlroy,
// "Engineering Radix Sort", 1993), and so on for those that share it. workers is how
// many processors it may use.
func byBytes(keys []sortKey, shift, workers int) {
	if len(keys) < 128 || shift < 0 {
		slices.SortFunc(keys, func(a, b sortKey) int {
			switch {
			case a.bytes < b.bytes:
				return -1
			case a.bytes > b.bytes:
				return 1
			}
			return int(a.row - b.row)
		})
		return
	}
	var ends [256]int
	for _, k := range keys {
		ends[byte(k.bytes>>shift)]++
	}
	var next [256]int
	at := 0
	for d, n := range ends {
		next[d] = at
		at += n
		ends[d] = at
	}
	for d := range next {
		for next[d] < ends[d] {
			k := keys[next[d]]
			for to := byte(k.bytes >> shift); int(to) != d; to = byte(k.bytes >> shift) {
				k, keys[next[to]] = keys[next[to]], k
				next[to]++
			}
			keys[next[d]] = k
			next[d]++
		}
	}
	var group errgroup.Group
	group.SetLimit(max(workers, 1))
	from := 0
	for _, to := range ends {
		part := keys[from:to]
		from = to
		switch {
		case len(part) < 2:
		case workers > 1 && len(part) >= 1<<14:
			group.Go(func() error { byBytes(part, shift-8, workers-1); return nil })
		default:
			byBytes(part, shift-8, 1)
		}
	}
	_ = group.Wait() // no part fails
}
