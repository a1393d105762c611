package check

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"podium/schemas"
)

// TestArgparseAgreesWithPython compares with what argparse of CPython 3.11 made
// of 720 command lines over six parsers, whose values are all plain strings.
func TestArgparseAgreesWithPython(t *testing.T) {
	var golden struct {
		Sets  [][]schemas.Option
		Cases []struct {
			Set    int
			Argv   []string
			End    string         // error (exit 2) or help (exit 0); empty when it parsed
			Values map[string]any // by destination, defaults included
		}
	}
	b, err := os.ReadFile("testdata/argparse.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &golden); err != nil {
		t.Fatal(err)
	}
	for _, c := range golden.Cases {
		p := newParser(golden.Sets[c.Set])
		err := p.parse(c.Argv)
		end := ""
		switch {
		case slices.ContainsFunc(p.options, func(a *action) bool { return a.prints && len(a.given) > 0 }):
			end = "help"
		case err != nil, len(p.extras) > 0:
			end = "error"
		}
		if end != c.End {
			t.Errorf("set %d, %q: %q (%v, left over %q), argparse says %q %v", c.Set, c.Argv, end, err, p.extras, c.End, c.Values)
			continue
		}
		if end != "" {
			continue
		}
		for _, a := range slices.Concat(p.options, p.positionals) {
			if a.prints {
				continue
			}
			if got, want := namespace(a), c.Values[destination(a)]; !reflect.DeepEqual(got, want) {
				t.Errorf("set %d, %q: %s is %v, argparse says %v", c.Set, c.Argv, destination(a), got, want)
			}
		}
	}
}

func destination(a *action) string {
	name := a.opt.Names[0]
	for _, n := range a.opt.Names {
		if strings.HasPrefix(n, "--") {
			name = n
			break
		}
	}
	return strings.ReplaceAll(strings.TrimLeft(name, "-"), "-", "_")
}

// namespace is what argparse would store, as JSON.
func namespace(a *action) any {
	if len(a.given) == 0 {
		switch a.opt.Action {
		case "store_true":
			return false
		case "store_false":
			return true
		}
		if len(a.names) == 0 && (a.nargs == "*" || a.nargs == "...") {
			return []any{}
		}
		return nil
	}
	last := a.given[len(a.given)-1].args
	list := []any{}
	switch a.opt.Action {
	case "store_true":
		return true
	case "store_false":
		return false
	case "count":
		return float64(len(a.given))
	case "append":
		for _, g := range a.given {
			list = append(list, g.args[0])
		}
		return list
	}
	if a.nargs == "" || a.nargs == "?" {
		if len(last) == 0 {
			return nil
		}
		return last[0]
	}
	for _, s := range last {
		list = append(list, s)
	}
	return list
}
