package shell

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What words a command has is bash's say: it prints them here.
func TestWordsAreBashs(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed: it is the judge")
	}
	for _, text := range []string{
		`echo plain words`,
		`echo 'single $x "q"' "double \"q\" \n \$x"`,
		`echo a\ b \"c\" back\\slash`,
		"echo one \\\n  two\\\nthree",
		`echo --name="a b"c'd' --x=`,
		`echo "" '' a""b`,
		`echo -1 -1.5 --layers=-1,-2 a=b`,
		`echo x # a comment`,
		`echo x#y "#z"`,
		`echo \ # no comment`,
		`X=1 Y='a b'; echo $X ${Y} "$Y" pre${X}post`,
		`X=1; X=2; echo $X`,
		`E=; S=' a  b '; echo $E "$E" $E"" x$S"y" $S`,
		`X=1; (X=2; echo $X)`,
		`X=a; Y="$X/b"; echo "$Y"`,
		`X=1; if true; then X=1; fi; echo end`,
		`echo a; cd /; echo b && echo c || echo d`,
		"echo caf\u00e9 \u6ce8\u610f",
	} {
		out, err := exec.Command(bash, "-c", "echo() { printf '%s\\n' \"$#\" \"$@\"; }\n"+text).Output()
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		script, err := Read(text, ".")
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var got strings.Builder
		for _, c := range script.Commands {
			if c.Words[0].Text != "echo" || strings.Contains(text, "|| echo d") && c.Words[1].Text == "d" {
				continue
			}
			fmt.Fprintln(&got, len(c.Words)-1)
			for _, w := range c.Words[1:] {
				if w.Unexpanded {
					t.Errorf("%s: %q is not expanded", text, w.Text)
				}
				got.WriteString(w.Text + "\n")
			}
		}
		if diff := cmp.Diff(string(out), got.String()); diff != "" {
			t.Errorf("%s\n%s", text, diff)
		}
	}
}
