package markdown

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The anchors are those that GitHub shows for such headings.
func TestAnchors(t *testing.T) {
	var s slugger
	for _, c := range []struct{ heading, want string }{
		{"Wasserstein GAN GP", "wasserstein-gan-gp"},
		{"2.1. Usage & Notes!", "21-usage--notes"},
		{"Usage", "usage"},
		{"Usage", "usage-1"},
		{"usage 1", "usage-1-1"},
		{"snake_case-Kebab", "snake_case-kebab"},
		{"使用 Code", "使用-code"},
		{"🔥 Fire", "-fire"},
		{"", ""},
	} {
		if got := s.next(c.heading); got != c.want {
			t.Errorf("%q: %q, want %q", c.heading, got, c.want)
		}
	}
}

func TestCodes(t *testing.T) {
	src := []byte("Text `a b` and\n``` {.bash}\none\ntwo\n```\n\n- item\n\n  ~~~Python title=x\n  three\n  ~~~\n\n> ```sh\n> four\n> five\n> ```\n\n    six\n\n``bash\nseven\n``\n")
	doc, err := Read(src)
	if err != nil {
		t.Fatal(err)
	}
	type code struct{ Kind, Lang, Text string }
	var got []code
	for _, c := range doc.Codes {
		got = append(got, code{c.Kind, c.Lang, c.Text})
	}
	want := []code{
		{Inline, "", "a b"},
		{Fenced, "bash", "one\ntwo\n"},
		{Fenced, "python", "three\n"},
		{Fenced, "sh", "four\nfive\n"},
		{Indented, "", "six\n"},
		{Fenced, "bash", "seven\n"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// A place in the text is a place in the file, quote marks or not.
	quoted := doc.Codes[3]
	place := quoted.Place(src, 5, 9)
	if text := string(src[place.Start:place.End]); text != "five" || place.Line != 15 {
		t.Errorf("place %+v is %q in line %d, want \"five\" in line 15", place, text, place.Line)
	}
}

// What the parser would take minutes for is refused.
func TestHostile(t *testing.T) {
	for text, want := range map[string]error{
		strings.Repeat("![a](", 10_000):                 ErrTooNested,
		strings.Repeat("> ", 10_000):                    ErrTooNested,
		strings.Repeat("1. ", 10_000):                   ErrTooNested,
		strings.Repeat("a", MaxSize+1):                  ErrTooLarge,
		"![](data:" + strings.Repeat("iVBORw0", 20_000): nil,
	} {
		if _, err := Read([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%.10s…: %v, want %v", text, err, want)
		}
	}
}
