package metric

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Run is a stretch of pixels of a mask, counted from 0 in the order in which the
// encoding goes through the image.
type Run struct{ Start, Length int }

// Mask is the pixels of an image that belong to something: runs in rising order
// that neither overlap nor leave the image.
type Mask []Run

// RLEError says what is wrong with a run-length text.
type RLEError struct{ Problem string }

func (e *RLEError) Error() string { return e.Problem }

// ParseRLE reads a mask over so many pixels: starts, counted from 1, and lengths
// in turn, separated by white space. Refused with an *RLEError are tokens that are
// no whole numbers, starts out of order, starts and lengths below 1, and runs that
// overlap. What leaves the image is cut off. Blank text is an empty mask.
//
// An odd number of tokens is what NumPy makes of it unless exact is set: a lone
// start is an empty mask, a single length serves both of two starts, anything
// else is refused. With exact every odd number is refused.
//
// Source: the encoding of Kaggle's segmentation competitions; the oddities are
// those of MLE-bench's reader.
func ParseRLE(text string, pixels int, exact bool) (Mask, error) {
	numbers, err := rleNumbers(text)
	if err != nil {
		return nil, err
	}
	n := (len(numbers) + 1) / 2
	starts, lengths := make([]int, n), make([]int, 0, n)
	for i, v := range numbers {
		if i%2 == 0 {
			starts[i/2] = v
		} else {
			lengths = append(lengths, v)
		}
	}
	if err := checkRuns(starts, lengths); err != nil {
		return nil, err
	}
	switch {
	case len(lengths) == len(starts):
	case exact || len(lengths) > 1:
		return nil, &RLEError{fmt.Sprintf("has %d numbers, a start without a length", len(numbers))}
	case len(lengths) == 0:
		return nil, nil
	default:
		lengths = append(lengths, lengths[0])
	}
	return cutRuns(starts, lengths, pixels)
}

// rleNumbers splits the text; numbers beyond an int are as good as infinite.
func rleNumbers(text string) ([]int, error) {
	fields := strings.Fields(text)
	numbers := make([]int, len(fields))
	for i, field := range fields {
		v, err := strconv.Atoi(strings.TrimPrefix(field, "+"))
		switch {
		case err == nil:
		case isRange(err) && !strings.HasPrefix(field, "-"):
			v = math.MaxInt / 4
		case isRange(err):
			v = -1
		default:
			return nil, &RLEError{fmt.Sprintf("holds %.20q, which is no whole number", field)}
		}
		numbers[i] = v
	}
	return numbers, nil
}

func checkRuns(starts, lengths []int) error {
	for i, v := range starts {
		switch {
		case i > 0 && v < starts[i-1]:
			return &RLEError{fmt.Sprintf("has start %d after start %d", v, starts[i-1])}
		case v < 1:
			return &RLEError{fmt.Sprintf("has start %d, which is below 1", v)}
		}
	}
	for _, v := range lengths {
		if v < 1 {
			return &RLEError{fmt.Sprintf("has length %d, which is below 1", v)}
		}
	}
	return nil
}

// cutRuns makes the mask of runs in rising order.
func cutRuns(starts, lengths []int, pixels int) (Mask, error) {
	var m Mask
	end := 0
	for i, start := range starts {
		start--
		if start >= pixels {
			break
		}
		if start < end {
			return nil, &RLEError{fmt.Sprintf("has runs that overlap at pixel %d", start+1)}
		}
		end = start + min(lengths[i], pixels-start)
		m = append(m, Run{start, end - start})
	}
	return m, nil
}

// Size is the number of pixels of the mask.
func (m Mask) Size() int {
	n := 0
	for _, r := range m {
		n += r.Length
	}
	return n
}

// Common is the number of pixels that both masks have.
func (m Mask) Common(o Mask) int {
	n, i, j := 0, 0, 0
	for i < len(m) && j < len(o) {
		a, b := m[i], o[j]
		n += max(0, min(a.Start+a.Length, b.Start+b.Length)-max(a.Start, b.Start))
		if a.Start+a.Length < b.Start+b.Length {
			i++
		} else {
			j++
		}
	}
	return n
}

// Union is the pixels that either mask has.
func (m Mask) Union(o Mask) Mask {
	all := append(append(Mask(nil), m...), o...)
	slices.SortFunc(all, func(a, b Run) int { return cmp.Compare(a.Start, b.Start) })
	var out Mask
	for _, r := range all {
		if k := len(out) - 1; k >= 0 && r.Start <= out[k].Start+out[k].Length {
			out[k].Length = max(out[k].Length, r.Start+r.Length-out[k].Start)
			continue
		}
		out = append(out, r)
	}
	return out
}
