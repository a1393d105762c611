package argparse

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"podium/schemas"
)

// Action is an option or positional as argparse sees it.
type Action struct {
	Option *schemas.Option
	Names  []string // option strings; empty for a positional
	Nargs  string   // "" exactly one, "0", "?", "*", "+", "3", "..." (REMAINDER), "A..." (PARSER)
	Prints bool     // help or version: prints something and exits with 0
	Given  []Occurrence
}

// Occurrence is one time an action is given.
type Occurrence struct {
	Name string   // as resolved: --learning-rate for --learn
	Args []string // its values
}

// Parser reads a command line as Python's argparse.ArgumentParser.parse_args
// does with the defaults: prefix "-", abbreviations allowed, no files of
// arguments. It follows CPython 3.11, Lib/argparse.py, _parse_known_args.
type Parser struct {
	Options     []*Action // -h and --help among them, unless declared otherwise
	Positionals []*Action
	Extras      []string // arguments left over: undeclared
	byName      map[string]*Action
	names       []string // of options, in declared order
	numberLike  bool     // an option looks like a negative number
}

// Error is what argparse ends with exit status 2 for.
type Error struct {
	Code    string // stable word: values, required, ambiguous
	Message string
}

func (e *Error) Error() string { return e.Message }

func errorf(code, format string, a ...any) *Error {
	return &Error{code, fmt.Sprintf(format, a...)}
}

// New returns a parser with the declared options.
func New(options []schemas.Option) *Parser {
	p := &Parser{byName: map[string]*Action{}}
	for i := range options {
		p.add(&options[i])
	}
	if p.byName["-h"] == nil && p.byName["--help"] == nil {
		p.register(&Action{Option: &schemas.Option{Action: "help"}, Names: []string{"-h", "--help"}, Nargs: "0", Prints: true})
	}
	return p
}

func (p *Parser) add(opt *schemas.Option) {
	a := &Action{Option: opt, Nargs: arity(opt)}
	a.Prints = opt.Action == "help" || opt.Action == "version"
	for _, name := range opt.Names {
		if strings.HasPrefix(name, "-") {
			a.Names = append(a.Names, name)
		}
	}
	if len(a.Names) == 0 {
		p.Positionals = append(p.Positionals, a)
		return
	}
	if strings.HasSuffix(opt.Action, "BooleanOptionalAction") {
		for _, name := range a.Names {
			if long, ok := strings.CutPrefix(name, "--"); ok && !slices.Contains(a.Names, "--no-"+long) {
				a.Names = append(a.Names, "--no-"+long)
			}
		}
	}
	p.register(a)
}

func (p *Parser) register(a *Action) {
	p.Options = append(p.Options, a)
	for _, name := range a.Names {
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
	action   *Action
	name     string
	explicit *string
}

// Parse reads argv into the actions' given.
func (p *Parser) Parse(argv []string) *Error {
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

	start, rest := 0, p.Positionals
	for last := strings.LastIndexByte(kinds, 'O'); start <= last; {
		next := start + strings.IndexByte(kinds[start:], 'O')
		if start != next {
			if end := p.takePositionals(&rest, argv, kinds, start); end > start {
				start = end
				continue
			}
		}
		if _, ok := found[start]; !ok {
			p.Extras = append(p.Extras, argv[start:next]...)
			start = next
		}
		end, err := p.takeOptional(found[start], argv, kinds, start)
		if err != nil {
			return err
		}
		start = end
	}
	stop := p.takePositionals(&rest, argv, kinds, start)
	p.Extras = append(p.Extras, argv[stop:]...)
	return p.missing()
}

// missing tells the first required action that was not given.
func (p *Parser) missing() *Error {
	for _, a := range p.Options {
		if a.Option.Required && len(a.Given) == 0 {
			return errorf("required", "%s is required", a.Names[0])
		}
	}
	for _, a := range p.Positionals {
		if len(a.Given) == 0 && !slices.Contains([]string{"?", "*", "...", "0"}, a.Nargs) {
			return errorf("required", "%s is required", strings.Join(a.Option.Names, "/"))
		}
	}
	return nil
}

// classify says whether an argument is an option; argparse's _parse_optional.
func (p *Parser) classify(arg string) (o optional, ok bool, _ *Error) {
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
		return o, false, errorf("ambiguous", "%s could be %s or %s", arg, matches[0].name, matches[1].name)
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
func (p *Parser) abbreviated(arg string) []optional {
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
func (p *Parser) takeOptional(o optional, argv []string, kinds string, start int) (int, *Error) {
	for {
		if o.action == nil {
			p.Extras = append(p.Extras, argv[start])
			return start + 1, nil
		}
		if o.explicit == nil {
			n, ok := countArgs(o.action.Nargs, kinds[start+1:])
			if !ok {
				return 0, errorf("values", "%s: expected %s", o.name, expects(o.action.Nargs))
			}
			p.give(o.action, o.name, argv[start+1:start+1+n])
			return start + 1 + n, nil
		}
		n, ok := countArgs(o.action.Nargs, "A")
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
				return 0, errorf("values", "%s: the value %q is not wanted", argv[start], letter+rest)
			}
		default:
			return 0, errorf("values", "%s: the value %q is not wanted", o.name, *o.explicit)
		}
	}
}

func firstLetter(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return s[:size]
}

func (p *Parser) give(a *Action, name string, args []string) {
	a.Given = append(a.Given, Occurrence{name, args})
}

// takePositionals gives arguments from start on to as many of the positionals
// left as match, and returns where they end; argparse's consume_positionals.
func (p *Parser) takePositionals(rest *[]*Action, argv []string, kinds string, start int) int {
	for n := len(*rest); n > 0; n-- {
		var pattern strings.Builder
		for _, a := range (*rest)[:n] {
			pattern.WriteString(positionalPattern(a.Nargs))
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
			if dash := slices.Index(args, "--"); dash >= 0 && a.Nargs != "..." && a.Nargs != "A..." {
				args = slices.Delete(args, dash, dash+1)
			}
			p.give(a, strings.Join(a.Option.Names, "/"), args)
		}
		*rest = (*rest)[n:]
		return start + m[1]
	}
	return start
}

// Lookup returns the option of that name, or nil.
func (p *Parser) Lookup(name string) *Action { return p.byName[name] }
