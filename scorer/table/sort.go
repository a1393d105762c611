package table

import (
	"encoding/binary"
	"math"
	"slices"
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
	s := textSort{c: c, spare: make([]sortKey, len(present))}
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
type textSort struct {
	c     *Column
	spare []sortKey
}

func (s *textSort) sort(keys []sortKey, depth int) {
	if depth = s.shared(keys, depth); depth < 0 {
		return
	}
	for i := range keys {
		var b [8]byte
		copy(b[:], s.c.raw(int(keys[i].row))[depth:])
		keys[i].bytes = binary.BigEndian.Uint64(b[:])
	}
	s.byBytes(keys)
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

// shared is how many bytes all keys' cells begin with alike, at least depth; -1
// when the cells are equal.
func (s *textSort) shared(keys []sortKey, depth int) int {
	first := s.c.raw(int(keys[0].row))
	n, equal := len(first), true
	for _, k := range keys[1:] {
		cell := s.c.raw(int(k.row))
		equal = equal && len(cell) == len(first)
		at := depth
		for at < n && at < len(cell) && cell[at] == first[at] {
			at++
		}
		n = min(n, at)
	}
	if equal && n == len(first) {
		return -1
	}
	return n
}

// byBytes sorts stably by the eight bytes.
func (s *textSort) byBytes(keys []sortKey) {
	if len(keys) < 256 {
		slices.SortStableFunc(keys, func(a, b sortKey) int {
			switch {
			case a.bytes < b.bytes:
				return -1
			case a.bytes > b.bytes:
				return 1
			}
			return 0
		})
		return
	}
	from, to := keys, s.spare[:len(keys)]
	for shift := 0; shift < 64; shift += 8 {
		var count [256]int
		for _, k := range from {
			count[byte(k.bytes>>shift)]++
		}
		if count[byte(from[0].bytes>>shift)] == len(from) {
			continue // this byte is the same everywhere
		}
		at := 0
		for d, n := range count {
			count[d] = at
			at += n
		}
		for _, k := range from {
			d := byte(k.bytes >> shift)
			to[count[d]] = k
			count[d]++
		}
		from, to = to, from
	}
	if len(keys) > 0 && &from[0] != &keys[0] {
		copy(keys, from)
	}
}
