package template_test

import (
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"podium/builder/compose/template"
)

func TestRender(t *testing.T) {
	values := map[string]string{
		"lr": "0.0002", "img-size": "64", "amp": template.On, "cpu": template.Off,
		"prompt": "a cat's hat", "squad": "2.0",
	}
	for _, tt := range []struct{ source, want string }{
		{"train at {lr}", "train at 0.0002"},
		{"x --img-size {img-size}{amp? --amp}{cpu? --cpu}", "x --img-size 64 --amp"},
		{"{cpu?on the CPU|on a GPU}", "on a GPU"},
		{"v{squad=2.0? --neg=True| --pos={lr}}", "v --neg=True"},
		{"v{squad=1.1?no|yes, {lr}}", "vyes, 0.0002"},
		{"p {prompt!q} {lr!q}", `p "a cat's hat" 0.0002`},
		{"f({prompt!r})", `f("a cat's hat")`},
		{"{{'a': {lr}}}", "{'a': 0.0002}"},
		{`{amp?a\|b\}c\\d}`, `a|b}c\d`},
		{"", ""},
	} {
		tmpl, err := template.Parse(tt.source)
		if err != nil {
			t.Errorf("%q: %v", tt.source, err)
			continue
		}
		got, err := tmpl.Render(func(n string) (string, bool) { v, ok := values[n]; return v, ok })
		if err != nil || got != tt.want {
			t.Errorf("%q = %q, %v; want %q", tt.source, got, err, tt.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for source, want := range map[string]string{
		"{":                        "starts with an argument's name",
		"a } b":                    "offset 2: a brace that closes nothing",
		"{lr":                      "offset 3: {lr is not closed",
		"{lr?x":                    "is not closed",
		"{lr=5}":                   "no ? follows",
		"{lr!x}":                   "is not closed",
		"{a?b|c|d}":                "is not closed",
		strings.Repeat("{a?", 20):  "nest deeper",
		strings.Repeat("{a?", 1e5): "nest deeper",
	} {
		_, err := template.Parse(source)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", source, err, want)
		}
	}
}

func TestNames(t *testing.T) {
	tmpl, err := template.Parse("{a} {b?x {c}|y {a}} {d=1?z}")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tmpl.Names(), []string{"a", "b", "c", "d"}; !slices.Equal(got, want) {
		t.Errorf("Names = %q, want %q", got, want)
	}
	if got, want := tmpl.Conditions(), [][2]string{{"b", "on"}, {"d", "1"}}; !slices.Equal(got, want) {
		t.Errorf("Conditions = %q, want %q", got, want)
	}
	if got, want := tmpl.Text(), "   x  y    z"; got != want {
		t.Errorf("Text = %q, want %q", got, want)
	}
}

// A word must come back from a real shell, a literal from a real Python.
func TestQuoting(t *testing.T) {
	words := []string{"", "plain", "two words", "it's", `it's "$HOME"`, "it's\n!", `"$HOME" \ * ~`, "ünï", "-x", "a\nb", "tab\t"}
	for _, w := range words {
		out, err := exec.Command("sh", "-c", "printf %s "+template.ShellWord(w)).Output()
		if err != nil || string(out) != w {
			t.Errorf("ShellWord(%q): the shell read %q, %v", w, out, err)
		}
		python, err := exec.LookPath("python3")
		if err != nil {
			t.Skip("python3 is not here: the Python literals were not read back")
		}
		cmd := exec.Command(python, "-c", "import sys; sys.stdout.reconfigure(encoding='utf-8'); sys.stdout.write("+template.PythonString(w)+")")
		if out, err := cmd.Output(); err != nil || string(out) != w {
			t.Errorf("PythonString(%q): Python read %q, %v", w, out, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("{a} {b?x|y} {c=1?z} {{}} {d!q}{e!r}")
	f.Add(`{amp?a\|b\}c\\d}`)
	values := map[string]string{"a": "1", "b": template.On, "c": "2"}
	f.Fuzz(func(t *testing.T, source string) {
		tmpl, err := template.Parse(source)
		if err != nil {
			return
		}
		have := maps.Clone(values)
		for _, n := range tmpl.Names() {
			have[n] = "v"
		}
		if _, err := tmpl.Render(func(n string) (string, bool) { v, ok := have[n]; return v, ok }); err != nil {
			t.Errorf("%q parsed, and with all its names did not render: %v", source, err)
		}
	})
}
