package cmd

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// parseSize reads a number of bytes: digits and K, M, G or T, of 1024, with an
// optional "B" or "iB" after it: 512M, 4GiB, 1048576.
func parseSize(s string) (int64, error) {
	number := strings.TrimRight(strings.ToUpper(s), "IB")
	shift := 0
	if n := len(number); n > 0 {
		if i := strings.IndexByte("KMGT", number[n-1]); i >= 0 {
			shift, number = 10*(i+1), number[:n-1]
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64>>shift {
		return 0, fmt.Errorf("%q is no size, want for example 512M or 4GiB", s)
	}
	return n << shift, nil
}
