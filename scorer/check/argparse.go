package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"podium/schemas"
)

// action is an option or positional as argparse sees it.
type action struct {
	opt    *schemas.Option
	names  []string // option strings; empty for a positional
	nargs  string   // "" exactly one, "0", "?", "*", "+", "3", "..." (REMAINDER), "A..." (PARSER)
	prints bool     // help or version: prints something and exits with 0
	given  []occurrence
}

// occurrence is one time an action is given.
type occurrence struct {
	name string   // as resolved: --learning-rate for --learn
	args []string // its values
}

// parser reads a command line as Python's argparse.ArgumentParser.parse_args
// does with the defaults: prefix "-", abbreviations allowed, no files of
// arguments. It follows CPython 3.11, Lib/argparse.py, _parse_known_args.
type parser struct {
	options     []*action
	positionals []*action
	byName      map[string]*action
	names       []string // of options, in declared order
	numberLike  bool     // an option looks like a negative number
	extras      []string
}

// parseError is what argparse ends with exit status 2 for.
type parseError struct{ code, message string }

func (e *parseError) Error() string { return e.message }

func parseErrorf(code, format string, a ...any) *parseError {
	return &parseError{code, fmt.Sprintf(format, a...)}
}

func newParser(options []schemas.Option) *parser {
	p := &parser{byName: map[string]*action{}}
	for i := range options {
		p.add(&options[i])
	}
	if p.byName["-h"] == nil && p.byName["--help"] == nil {
		p.register(&action{opt: &schemas.Option{Action: "help"}, names: []string{"-h", "--help"}, nargs: "0", prints: true})
	}
	return p
}

func (p *parser) add(opt *schemas.Option) {
	a := &action{opt: opt, nargs: arity(opt)}
	a.prints = opt.Action == "help" || opt.Action == "version"
	for _, name := range opt.Names {
		if strings.HasPrefix(name, "-") {
			a.names = append(a.names, name)
		}
	}
	if len(a.names) == 0 {
		p.positionals = append(p.positionals, a)
		return
	}
	if strings.HasSuffix(opt.Action, "BooleanOptionalAction") {
		for _, name := range a.names {
			if long, ok := strings.CutPrefix(name, "--"); ok && !slices.Contains(a.names, "--no-"+long) {
				a.names = append(a.names, "--no-"+long)
			}
		}
	}
	p.register(a)
}

func (p *parser) register(a *action) {
	p.options = append(p.options, a)
	for _, name := range a.names {
		if p.byName[name] == nil {
			p.names = append(p.names, name)
		}
		p.byName[name] = a
		p.numberLike = p.numberLike || negativeNumber.MatchString(name)
	}
}

var negativeNumber = regexp.MustCompile(`^-\p{Nd}+$|^-\p{Nd}*\.\p{Nd}+$`)

// optional is what an argument that is an option means: its action, or nil for
// an unknown one, and a value glued to it.
type optional struct {
	action   *action
	name     string
	explicit *string
}

// parse reads argv into the actions' given.
func (p *parser) parse(argv []string) *parseError {
	var pattern strings.Builder
	found := map[int]optional{}
	for i, arg := range argv {
		if arg == "--" {
			pattern.WriteString("-" + strings.Repeat("A", len(argv)-i-1))
			break
		}
		o, ok, err := p.classify(arg)
		if err != nil {
			return err
		}
		if !ok {
			pattern.WriteByte('A')
			continue
		}
		found[i] = o
		pattern.WriteByte('O')
	}
	kinds := pattern.String()

	start, rest := 0, p.positionals
	for last := strings.LastIndexByte(kinds, 'O'); start <= last; {
		next := start + strings.IndexByte(kinds[start:], 'O')
		if start != next {
			if end := p.takePositionals(&rest, argv, kinds, start); end > start {
				start = end
				continue
			}
		}
		if _, ok := found[start]; !ok {
			p.extras = append(p.extras, argv[start:next]...)
			start = next
		}
		end, err := p.takeOptional(found[start], argv, kinds, start)
		if err != nil {
			return err
		}
		start = end
	}
	stop := p.takePositionals(&rest, argv, kinds, start)
	p.extras = append(p.extras, argv[stop:]...)
	return p.missing()
}

// missing tells the first required action that was not given.
func (p *parser) missing() *parseError {
	for _, a := range p.options {
		if a.opt.Required && len(a.given) == 0 {
			return parseErrorf("required", "%s is required", a.names[0])
		}
	}
	for _, a := range p.positionals {
		if len(a.given) == 0 && !slices.Contains([]string{"?", "*", "...", "0"}, a.nargs) {
			return parseErrorf("required", "%s is required", strings.Join(a.opt.Names, "/"))
		}
	}
	return nil
}

// classify says whether an argument is an option; argparse's _parse_optional.
func (p *parser) classify(arg string) (o optional, ok bool, _ *parseError) {
	if !strings.HasPrefix(arg, "-") {
		return o, false, nil
	}
	if a := p.byName[arg]; a != nil {
		return optional{a, arg, nil}, true, nil
	}
	if arg == "-" {
		return o, false, nil
	}
	if name, value, cut := strings.Cut(arg, "="); cut {
		if a := p.byName[name]; a != nil {
			return optional{a, name, &value}, true, nil
		}
	}
	matches := p.abbreviated(arg)
	if len(matches) > 1 {
		return o, false, parseErrorf("ambiguous", "%s could be %s or %s", arg, matches[0].name, matches[1].name)
	}
	if len(matches) == 1 {
		return matches[0], true, nil
	}
	if negativeNumber.MatchString(arg) && !p.numberLike || strings.Contains(arg, " ") {
		return o, false, nil
	}
	return optional{nil, arg, nil}, true, nil
}

// abbreviated returns the options that an argument may mean; argparse's _get_option_tuples.
func (p *parser) abbreviated(arg string) []optional {
	var matches []optional
	if strings.HasPrefix(arg, "--") {
		prefix, value, cut := strings.Cut(arg, "=")
		for _, name := range p.names {
			if strings.HasPrefix(name, prefix) {
				o := optional{p.byName[name], name, nil}
				if cut {
					o.explicit = &value
				}
				matches = append(matches, o)
			}
		}
		return matches
	}
	first := len("-") + len(firstLetter(arg[1:]))
	for _, name := range p.names {
		if name == arg[:first] {
			glued := arg[first:]
			matches = append(matches, optional{p.byName[name], name, &glued})
		} else if strings.HasPrefix(name, arg) {
			matches = append(matches, optional{p.byName[name], name, nil})
		}
	}
	return matches
}

// takeOptional reads one option with its values, or a cluster of short ones.
func (p *parser) takeOptional(o optional, argv []string, kinds string, start int) (int, *parseError) {
	for {
		if o.action == nil {
			p.extras = append(p.extras, argv[start])
			return start + 1, nil
		}
		if o.explicit == nil {
			n, ok := countArgs(o.action.nargs, kinds[start+1:])
			if !ok {
				return 0, parseErrorf("values", "%s: expected %s", o.name, expects(o.action.nargs))
			}
			p.give(o.action, o.name, argv[start+1:start+1+n])
			return start + 1 + n, nil
		}
		n, ok := countArgs(o.action.nargs, "A")
		switch {
		case ok && n == 1:
			p.give(o.action, o.name, []string{*o.explicit})
			return start + 1, nil
		case ok && n == 0 && !strings.HasPrefix(o.name, "--") && *o.explicit != "":
			// -xvalue, where x takes none: the next letter is an option of its own.
			p.give(o.action, o.name, nil)
			letter := firstLetter(*o.explicit)
			rest := (*o.explicit)[len(letter):]
			o = optional{p.byName["-"+letter], "-" + letter, nil}
			if rest != "" {
				o.explicit = &rest
			}
			if o.action == nil {
				return 0, parseErrorf("values", "%s: the value %q is not wanted", argv[start], letter+rest)
			}
		default:
			return 0, parseErrorf("values", "%s: the value %q is not wanted", o.name, *o.explicit)
		}
	}
}

func firstLetter(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return s[:size]
}

func (p *parser) give(a *action, name string, args []string) {
	a.given = append(a.given, occurrence{name, args})
}

// takePositionals gives arguments from start on to as many of the positionals
// left as match, and returns where they end; argparse's consume_positionals.
func (p *parser) takePositionals(rest *[]*action, argv []string, kinds string, start int) int {
	for n := len(*rest); n > 0; n-- {
		var pattern strings.Builder
		for _, a := range (*rest)[:n] {
			pattern.WriteString(positionalPattern(a.nargs))
		}
		re, err := regexp.Compile("^(?:" + pattern.String() + ")")
		if err != nil {
			continue // an arity beyond what a pattern may repeat
		}
		m := re.FindStringSubmatchIndex(kinds[start:])
		if m == nil {
			continue
		}
		for i, a := range (*rest)[:n] {
			args := slices.Clone(argv[start+m[2*i+2] : start+m[2*i+3]])
			if dash := slices.Index(args, "--"); dash >= 0 && a.nargs != "..." && a.nargs != "A..." {
				args = slices.Delete(args, dash, dash+1)
			}
			p.give(a, strings.Join(a.opt.Names, "/"), args)
		}
		*rest = (*rest)[n:]
		return start + m[1]
	}
	return start
}
