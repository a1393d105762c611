package check

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"
)

var hostileSize = flag.Int("hostile", 1<<14, "bytes of each hostile text")

// TestHostileTextEnds holds the check to a time that does not grow beyond the
// text: none of these may overflow a stack, hang, or pass.
//
// -hostile 1048576 tries texts of the greatest length that is read at all.
func TestHostileTextEnds(t *testing.T) {
	n := *hostileSize
	many := func(s string) string { return strings.Repeat(s, n/len(s)) }
	texts := map[string]string{
		"parentheses":         many("("),
		"balanced":            strings.Repeat("(", n/2) + strings.Repeat(")", n/2),
		"brackets":            strings.Repeat("[", n/2) + strings.Repeat("]", n/2),
		"braces":              many("{ "),
		"closers in strings":  many(`(")"`),
		"closers in comments": many("(#)\n"),
		"substitutions":       many("$("),
		"backticks":           many("`"),
		"arithmetic":          "$((" + many("-"),
		"minus signs":         "x = " + many("-") + "1",
		"nots":                "x = " + many("not ") + "1",
		"bangs":               many("! "),
		"ifs":                 many("if "),
		"whiles":              many("while "),
		"functions":           many("f() "),
		"ands":                "a" + many(" && a"),
		"pipes":               "a" + many(" | a"),
		"heredocs":            many("<<A "),
		"cases":               many("case a in a) "),
		"quotes":              many(`"`),
		"dollars and quotes":  many(`"$("`),
		"backslashes":         many(`\`),
		"a long word":         "python " + many("x"),
		"slashes":             "python " + many("/"),
		"dots":                "python " + many("../"),
		"options":             "python gan.py " + many("--lr "),
		"short options":       "python gan.py -" + many("a"),
		"operands":            "python gan.py " + many("x "),
		"fences":              many("```\n"),
		"set-up":              many("pip install x\n"),
		"sums":                "x = 1" + many(" + 1"),
		"attributes":          "x" + many(".x"),
		"calls":               "x" + many("()"),
		"subscripts":          "x" + many("[0]"),
		"elifs":               "if 0:\n  pass\n" + many("elif 0:\n  pass\n"),
		"lambdas":             many("lambda: "),
		"f-strings":           many(`f"{`),
		"assignments":         many("a = a\n"),
		"a chain of names":    chainOfNames(4000),
		"a web of functions":  webOfFunctions(2000),
		"doubling lists":      doubling(2000, "[x%d, x%d]"),
		"doubling calls":      doubling(2000, "f(x%d, x%d)"),
		"doubling sums":       doubling(2000, "x%d + x%d"),
		"imports":             many("import a\n"),
		"rebound names":       many("from a import b\nb = c\nc = b\n"),
		"a deep block":        deepBlock(90),
		"decorators":          many("@a\n") + "def f(): pass",
		"names":               many("abcdef "),
		"globals":             many("def f():\n  global a\n  a = 1\n"),
		"NUL":                 "\x00",
		"not UTF-8":           "\xff\xfe" + many("\x80"),
		"a Python answer":     "from model.attention.ExternalAttention import ExternalAttention\n" + many("ExternalAttention(512, 8)\n"),
		"nested answers":      "from model.attention.ExternalAttention import ExternalAttention as E\n" + strings.Repeat("E(", 150) + strings.Repeat(")", 150),
	}
	samples := map[string]corpusCase{}
	for _, c := range corpus(t) {
		samples[strings.Split(c.name, "/")[0]] = c
	}
	for name, text := range texts {
		for kind, c := range samples {
			for _, imported := range []bool{false, true} {
				task := c.task
				if imported {
					task = nil
				}
				start := time.Now()
				got := Check(c.sample, task, text)
				took := time.Since(start)
				if took > time.Second {
					t.Logf("%s as %s: %s", name, kind, took)
				}
				if took > 10*time.Second {
					t.Errorf("%s as %s: %s", name, kind, took)
				}
				if got.Strict.Verdict == "" {
					t.Errorf("%s as %s passes", name, kind)
				}
			}
		}
	}
}

func chainOfNames(n int) string {
	var b strings.Builder
	b.WriteString("x0 = 1\n")
	for i := range n {
		fmt.Fprintf(&b, "x%d = x%d\n", i+1, i)
	}
	fmt.Fprintf(&b, "f(x%d)\n", n)
	return b.String()
}

func webOfFunctions(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "def f%d(a=0):\n  f%d(a)\n  f%d(a)\n", i, i+1, (i*7)%n)
	}
	b.WriteString("f0(1)\n")
	return b.String()
}

func doubling(n int, form string) string {
	var b strings.Builder
	b.WriteString("x0 = 1\n")
	for i := range n {
		fmt.Fprintf(&b, "x%d = "+form+"\n", i+1, i, i)
	}
	fmt.Fprintf(&b, "torch.randn(x%d)\n", n)
	return b.String()
}

func deepBlock(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "if a:\n")
	}
	return b.String() + strings.Repeat(" ", n) + "pass\n"
}

// FuzzCheck runs both rules over any text, as an answer to each corpus's
// sample, with and without its task.
func FuzzCheck(f *testing.F) {
	cases := corpus(f)
	for _, c := range cases {
		f.Add(c.output)
	}
	f.Fuzz(func(t *testing.T, output string) {
		last := ""
		for _, c := range cases {
			if name, _, _ := strings.Cut(c.name, "/"); name != last {
				last = name
				first := Check(c.sample, c.task, output)
				if again := Check(c.sample, c.task, output); fmt.Sprint(again) != fmt.Sprint(first) {
					t.Fatalf("%q: two verdicts: %+v, %+v", output, first, again)
				}
				if (first.Strict.Verdict == "") != (len(first.Strict.Reasons) == 0) {
					t.Fatalf("%q: verdict %q with reasons %+v", output, first.Strict.Verdict, first.Strict.Reasons)
				}
				first.Executions(output)
				Check(c.sample, nil, output)
			}
		}
	})
}
