package argparse

import (
	"podium/builder/mine/source"
	"podium/data"
	"podium/internal/python"
)

// Program is what a Python file does with argparse.
type Program struct {
	File    data.LockedFile
	imports map[string]string
	stars   []string
	// scopes has the module's own statements under "", functions under their name,
	// methods and nested functions under Outer.name, in source order in names.
	scopes  map[string]*scope
	names   []string
	classes map[string]*class
	// constants are the module's names that are assigned once, to a literal.
	constants map[string]python.Value
	guarded   bool // has an if __name__ == "__main__"
	unread    []data.Unread
	imported  []*Program // by Linker.imported, when it was asked
}

// scope is the module, a function or a method.
type scope struct {
	program *Program
	name    string
	class   string // of a method
	params  []string
	ops     []op
}

type class struct {
	program *Program
	name    string
	bases   []string // as written
	methods map[string]*scope
}

type opKind int

const (
	opParser     opKind = iota // dst = ArgumentParser(parents=args)
	opGroup                    // dst = recv.add_argument_group(), or a mutually exclusive one
	opSubparsers               // dst = recv.add_subparsers()
	opCommand                  // dst = recv.add_parser(text)
	opAdd                      // recv.add_argument(option)
	opDefaults                 // recv.set_defaults(defaults)
	opCall                     // dst = callee(args), or recv.callee(args)
	opAlias                    // dst = recv
	opReturn                   // return recv
	opSuper                    // dst = super()
)

// op is one operation. Names of variables are dotted, as written; those that
// start with "%" hold what lies between.
type op struct {
	kind      opKind
	line      int
	main      bool // under if __name__ == "__main__"
	dst, recv string
	callee    string
	args      []operand
	exclusive bool
	text      *string // of opAlias: a string constant
	option    *option
	defaults  map[string]string // Python source by dest
	suppress  bool              // ArgumentParser(argument_default=SUPPRESS)
	open      bool              // the parser has options from elsewhere
}

// operand is an argument of a call: a variable or a string constant. Of a parent
// parser, text is how it is written.
type operand struct {
	keyword string
	name    string
	text    *string
}

// option is an add_argument call as far as it can be read by itself.
type option struct {
	declared data.DeclaredOption
	// names as templates, where some are put together from variables.
	templates  []template
	hasDefault bool
	optparse   bool // add_option
	// pending are keywords whose value is no literal.
	pending []pending
	// unread counts only when the option is one of a parser's, which is known when
	// the programs are run.
	unread []string
}

// pending is a keyword whose value may be a constant of the module or another.
type pending struct {
	keyword string
	name    string // dotted; empty when the value is no name
	why     string // what to tell when it is no constant
}

// template is a name in parts: constant text, and names of string variables.
type template []operand

// literalNames tells whether the option's names can be read without running.
func (o *option) literalNames() bool { return len(o.templates) == 0 }

// makesParser tells whether a parser is made in the scope itself.
func (s *scope) makesParser() bool {
	for _, o := range s.ops {
		if o.kind == opParser {
			return true
		}
	}
	return false
}

func (p *Program) addUnread(line int, why string) {
	p.unread = append(p.unread, p.whyUnread(line, why))
}

func (p *Program) whyUnread(line int, why string) data.Unread {
	return data.Unread{File: p.File.File, Blob: p.File.Blob, Line: line, What: data.ParserArgparse, Why: why}
}

// resolve says what a dotted name means in the file: module:Name for something
// imported, the name itself otherwise.
func (p *Program) resolve(dotted string) (target string, imported bool) {
	return source.Resolve(dotted, p.imports)
}
