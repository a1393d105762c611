package sandbox

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// base is the environment of every attempt, value by value; nothing of the host's
// is added to it.
//
// Bytecode is not written and hashes are fixed, so that two runs of one attempt do
// the same; the time zone and the locale are the same on every host.
var base = []string{
	"PATH=/podium/bin:/usr/local/bin:/usr/bin:/bin",
	"HOME=/tmp",
	"USER=nobody",
	"LANG=C.UTF-8",
	"TZ=UTC",
	"PYTHONDONTWRITEBYTECODE=1",
	"PYTHONHASHSEED=0",
	"PYTHONNOUSERSITE=1",
}

// Environ is all of an attempt's environment under the limits: the base, then what
// the environment adds or replaces, sorted by name.
//
// Numeric libraries start as many threads as they are granted CPUs: by themselves
// they would start one for each that the host has, and be throttled.
func (e Environment) Environ(l Limits) []string {
	threads := "OMP_NUM_THREADS=" + strconv.Itoa(int(math.Ceil(l.WithDefaults().CPUs)))
	values := make(map[string]string)
	for _, v := range slices.Concat(base, []string{threads}, e.Env) {
		name, value, _ := strings.Cut(v, "=")
		values[name] = value
	}
	var all []string
	for name, value := range values {
		all = append(all, name+"="+value)
	}
	slices.Sort(all)
	return all
}
