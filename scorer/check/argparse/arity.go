package argparse

import (
	"strconv"
	"strings"

	"podium/schemas"
)

// arity is how many values an option's action takes.
func arity(opt *schemas.Option) string {
	switch opt.Action {
	case "store_true", "store_false", "store_const", "append_const", "count", "help", "version":
		return "0"
	}
	switch {
	case strings.HasSuffix(opt.Action, "BooleanOptionalAction"):
		return "0"
	case opt.Arity == "REMAINDER", strings.HasSuffix(opt.Arity, ".REMAINDER"):
		return "..."
	case opt.Arity == "PARSER":
		return "A..."
	}
	return strings.Trim(opt.Arity, `'"`)
}

// countArgs returns how many of the arguments that kinds begins with an option takes.
func countArgs(nargs, kinds string) (n int, ok bool) {
	run := len(kinds) - len(strings.TrimLeft(kinds, "A"))
	switch nargs {
	case "", "None":
		return 1, run >= 1
	case "0":
		return 0, true
	case "?":
		return min(run, 1), true
	case "*":
		return run, true
	case "+":
		return run, run >= 1
	case "...":
		return len(kinds) - len(strings.TrimLeft(kinds, "AO")), true
	case "A...":
		return len(kinds) - len(strings.TrimLeft(kinds, "AO")), run >= 1
	}
	want, err := strconv.Atoi(nargs)
	if err != nil {
		return 1, run >= 1
	}
	return want, run >= want
}

func expects(nargs string) string {
	switch nargs {
	case "", "None":
		return "one value"
	case "?":
		return "at most one value"
	case "+":
		return "at least one value"
	}
	return nargs + " values"
}

func positionalPattern(nargs string) string {
	switch nargs {
	case "", "None":
		return "(-*A-*)"
	case "0":
		return "(-*-*)"
	case "?":
		return "(-*A?-*)"
	case "*":
		return "(-*[A-]*)"
	case "+":
		return "(-*A[A-]*)"
	case "...":
		return "([-AO]*)"
	case "A...":
		return "(-*A[-AO]*)"
	}
	n, err := strconv.Atoi(nargs)
	if err != nil || n < 1 || n > 100 {
		return "(-*A-*)"
	}
	return "(-*" + strings.TrimSuffix(strings.Repeat("A-*", n), "-*") + "-*)"
}
