package check

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// redirected judges the entry's redirections.
func (w *walk) redirected(list []*syntax.Redirect) bool {
	for _, rd := range list {
		line := int(rd.Pos().Line())
		target, what := literal(rd.Word)
		fd := ""
		if rd.N != nil {
			fd = rd.N.Value
		}
		switch {
		case what != "" || fd != "" && fd != "1" && fd != "2":
			w.fail(WrongShape, "redirection", line, "only standard output and error may be redirected, to a literal name")
			return false
		case rd.Op == syntax.DplOut && (target == "1" || target == "2"):
		case slices.Contains([]syntax.RedirOperator{syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll}, rd.Op):
			if !w.writable(target) {
				w.fail(WrongShape, "redirection", line, "output redirected to %q: only a new file in the repository that is no code, or /dev/null", target)
				return false
			}
		default:
			w.fail(WrongShape, "redirection", line, "only output may be redirected")
			return false
		}
	}
	return true
}

// tee judges the right side of a pipe.
func (w *walk) tee(stmt *syntax.Stmt) bool {
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || !w.plain(stmt) || len(stmt.Redirs) > 0 || len(call.Assigns) > 0 || len(call.Args) < 2 || len(call.Args) > 3 {
		return false
	}
	var words []string
	for _, arg := range call.Args {
		text, what := literal(arg)
		if what != "" {
			return false
		}
		words = append(words, text)
	}
	return words[0] == "tee" && (len(words) == 2 || words[1] == "-a") && w.writable(words[len(words)-1])
}

// writable reports whether output may go to a file of that name.
func (w *walk) writable(name string) bool {
	if name == "/dev/null" {
		return true
	}
	_, ok := inTree(w.dir, name)
	return ok && !strings.HasPrefix(name, "-") && !isCode(name)
}

// isCode reports whether an interpreter or loader would take a file of that name for code.
func isCode(name string) bool {
	return slices.Contains([]string{".py", ".pyc", ".pyo", ".pyw", ".so", ".pth", ".sh", ".zip", ".egg"}, strings.ToLower(path.Ext(name)))
}
