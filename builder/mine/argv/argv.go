package argv

import (
	"cmp"
	"slices"
	"strconv"

	"podium/builder/mine/source"
	"podium/data"
	"podium/internal/python"
)

// maxNumber is the highest number that is taken for a positional's.
const maxNumber = 64

// Read looks through a file; ok is false when it reads no positional. Options are
// named argv[1], argv[2], …; Dest is the variable that one is assigned to, Type the
// function that it is put through, int(sys.argv[1]).
func Read(f *source.Python) (s data.Script, unread []data.Unread, ok bool) {
	r := &reader{src: f.Source, imports: f.Imports, found: map[int64]data.DeclaredOption{}}
	python.Walk(f.Root(), func(n *python.Node, _ int) bool {
		switch n.Kind() {
		case "assignment":
			r.assignment(n)
		case "subscript":
			if why := r.subscript(n, "", ""); why != "" {
				unread = append(unread, data.Unread{File: f.File, Blob: f.Blob, Line: python.Line(n), What: data.ParserArgv, Why: why})
			}
		}
		return true
	})
	s = data.Script{LockedFile: f.LockedFile, Kind: data.ParserArgv, Options: []data.DeclaredOption{}}
	for _, o := range r.found {
		s.Options = append(s.Options, o)
	}
	slices.SortFunc(s.Options, func(a, b data.DeclaredOption) int {
		return cmp.Or(cmp.Compare(len(a.Names[0]), len(b.Names[0])), cmp.Compare(a.Names[0], b.Names[0]))
	})
	return s, unread, len(s.Options)+len(unread) > 0
}

type reader struct {
	src     []byte
	imports map[string]string
	found   map[int64]data.DeclaredOption
}

// assignment reads name = sys.argv[1] and name = int(sys.argv[1]).
func (r *reader) assignment(n *python.Node) {
	left, right := n.ChildByFieldName("left"), n.ChildByFieldName("right")
	if left == nil || right == nil || left.Kind() != "identifier" {
		return
	}
	typ := ""
	if right.Kind() == "conditional_expression" { // sys.argv[3] if len(sys.argv) > 3 else ''
		if parts := python.Named(right); len(parts) > 0 {
			right = parts[0]
		}
	}
	if right.Kind() == "call" {
		typ = source.Dotted(right.ChildByFieldName("function"), r.src)
		args := source.Arguments(right, r.src)
		if len(args) != 1 || args[0].Keyword != "" {
			return
		}
		right = args[0].Value
	}
	if right.Kind() == "subscript" {
		r.subscript(right, python.Text(left, r.src), typ)
	}
}

// subscript reads sys.argv[n]; it returns why it cannot.
func (r *reader) subscript(n *python.Node, dest, typ string) (why string) {
	value := n.ChildByFieldName("value")
	if value == nil {
		return ""
	}
	if target, _ := source.Resolve(source.Dotted(value, r.src), r.imports); target != "sys.argv" && target != "sys:argv" {
		return ""
	}
	index := n.ChildByFieldName("subscript")
	if index == nil {
		return ""
	}
	v, err := python.Literal(index, r.src)
	i, ok := v.(python.Int)
	if err != nil || !ok || !i.IsInt64() || i.Int64() < 0 || i.Int64() > maxNumber {
		return "positionals are read as sys.argv[" + python.Text(index, r.src) + "]"
	}
	number := i.Int64()
	if number == 0 {
		return "" // the script's own name
	}
	o, known := r.found[number]
	if !known {
		o.Names, o.Line = []string{"argv[" + strconv.FormatInt(number, 10) + "]"}, python.Line(n)
	}
	if o.Dest == "" {
		o.Dest, o.Type = dest, typ
	}
	r.found[number] = o
	return ""
}
