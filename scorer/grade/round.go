package grade

import (
	"fmt"
	"math"
	"strconv"
)

// decimals is what scores are rounded to before they are compared with a leaderboard.
const decimals = 5

// Round rounds a score as upstream does when its grader returns a number of that
// type: python, numpy or integer. NaN and infinities stay.
func Round(number string, x float64) float64 {
	switch number {
	case "integer":
		return math.RoundToEven(x)
	case "numpy":
		return roundNumPy(x, decimals)
	}
	return roundPython(x)
}

// roundPython is Python's round of a float: the nearest decimal to the exact
// binary value, halves to even.
func roundPython(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	v, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64)
	if err != nil {
		panic(fmt.Sprintf("grade: %v does not read back: %v", x, err)) // what FormatFloat wrote always does
	}
	return v
}

// roundNumPy is NumPy's round: scaled, rounded to a whole number with halves to
// even, scaled back.
func roundNumPy(x float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.RoundToEven(x*scale) / scale
}
