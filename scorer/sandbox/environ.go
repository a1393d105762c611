package sandbox

import (
	"slices"
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

// Environ is all of an attempt's environment: the base, then what the
// environment adds or replaces, sorted by name.
func (e Environment) Environ() []string {
	values := make(map[string]string)
	for _, v := range slices.Concat(base, e.Env) {
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
