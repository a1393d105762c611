package shell

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// show writes a command on one line: dir: env launcher | script | arguments.
func show(c *Command) string {
	l, ok := c.Launch()
	if !ok {
		return ""
	}
	dir := c.Dir
	if dir == "" {
		dir = "?"
	}
	what := l.Script
	if l.Module != "" {
		what = "-m " + l.Module
	}
	return dir + ": " + strings.Join(append(c.Env, l.Launcher...), " ") + " | " + what + " | " + strings.Join(texts(l.Arguments), " ")
}

func TestLaunch(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"python train.py --lr 1", ".: python | train.py | --lr 1"},
		{"python3.8 -u -W ignore -m training.main --x", ".: python3.8 -u -W ignore | -m training.main | --x"},
		{"A=1 B=2 CUDA_VISIBLE_DEVICES=0 python3 x.py", ".: A=1 B=2 CUDA_VISIBLE_DEVICES=0 python3 | x.py | "},
		{"python -m torch.distributed.launch --nproc_per_node=8 --use_env main.py a", ".: python -m torch.distributed.launch --nproc_per_node=8 --use_env | main.py | a"},
		{"torchrun --nproc_per_node 4 -m training.main -- --x", ".: torchrun --nproc_per_node 4 | -m training.main | -- --x"},
		{"srun -p gpu --gres gpu:1 python -u tool.py", ".: srun -p gpu --gres gpu:1 python -u | tool.py | "},
		{"sudo nohup bash -x run.sh a b &", ".: sudo nohup bash -x | run.sh | a b"},
		{"./run.sh a > log 2>&1", ".: | ./run.sh | a"},
		{"source env.sh", ".: source | env.sh | "},
		{"/usr/bin/python x.py", ".: /usr/bin/python | x.py | "},
		{"python -c 'print(1)'", ""},
		{"python", ""},
		{"bash -c 'x'", ""},
		{"pip install x.py", ""},
		{"cat train.py", ""},
	} {
		script, err := Read(c.text, ".")
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		got := strings.Replace(show(&script.Commands[0]), ":  |", ": |", 1)
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestFoldersAreFollowed(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"cd a/b\npython x.py", "top/a/b"},
		{"cd a && python x.py", "top/a"},
		{"cd ..; python x.py", "."},
		{"cd ../..; python x.py", ""},
		{"cd /abs; python x.py", ""},
		{"cd $HERE; python x.py", ""},
		{"D=a; cd $D; python x.py", "top/a"},
		{"cd ~/x; python x.py", ""},
		{"(cd a); python x.py", "top"},
		{"(cd a; python x.py)", "top/a"},
		{"cd a | python x.py", "top"},
		{"pushd a; cd b; popd; python x.py", "top"},
		{"if true; then cd a; fi; python x.py", ""},
		{"for i in 1 2; do cd a; python x.py; cd ..; done", "top/a"},
		{"f() { cd a; }; python x.py", "top"},
	} {
		script, err := Read(c.text, "top")
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		for _, cmd := range script.Commands {
			if cmd.Words[0].Text == "python" && cmd.Dir != c.want {
				t.Errorf("%s: in %q, want %q", c.text, cmd.Dir, c.want)
			}
		}
	}
}

func TestReadShown(t *testing.T) {
	const text = `$ cd data/
$ bash get.sh
Downloading 100 files (done)
(env) $ python lost.py
$ python train.py \
>   --size <two words> \
    --mode <a|b> --in <file
`
	script := ReadShown(text, ".")
	var got []string
	for i := range script.Commands {
		if line := show(&script.Commands[i]); line != "" {
			got = append(got, line)
		}
		if c := script.Commands[i]; !strings.HasPrefix(text[c.Start:], c.Words[0].Text) {
			t.Errorf("byte %d is not where %q starts", c.Start, c.Words[0].Text)
		}
	}
	want := []string{
		"data: bash | get.sh | ",
		"data: python | train.py | --size <two words> --mode <a|b> --in",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestUnexpandedIsTold(t *testing.T) {
	script, err := Read("for x in 1 2; do python t.py $x \"${2:-a b}\" `date` $(date) $((1+1)); done", ".")
	if err != nil {
		t.Fatal(err)
	}
	words := script.Commands[len(script.Commands)-1].Words
	want := []Word{
		{"python", false},
		{"t.py", false},
		{"$x", true},
		{"${2:-a b}", true},
		{"`date`", true},
		{"$(date)", true},
		{"$((1+1))", true},
	}
	if diff := cmp.Diff(want, words); diff != "" {
		t.Error(diff)
	}
}

func TestPositionals(t *testing.T) {
	script, err := Read("DATA=\"${1-DD}\"\nlr=$3\nf() { echo $9; }\nif [ -n \"$2\" ]; then x=${2:-\"a b\"}; fi\necho $@ $# $0 ${10}", ".")
	if err != nil {
		t.Fatal(err)
	}
	dd, ab := "DD", "a b"
	want := []Positional{{1, 1, "DATA", &dd}, {2, 4, "x", &ab}, {3, 2, "lr", nil}, {10, 5, "", nil}}
	if diff := cmp.Diff(want, script.Positionals); diff != "" {
		t.Error(diff)
	}
}

func TestPlaceholders(t *testing.T) {
	for _, c := range []struct {
		text, want string
		unexpanded bool
	}{
		{"python x.py --a <a b> --c d", "--a|<a b>|--c|d", true},
		{"python x.py --name [MODEL NAME] --c", "--name|[MODEL NAME]|--c", true},
		{"python x.py [--gpu 0 | --cpu] [--N #layers] --c", "[--gpu 0 | --cpu]|[--N #layers]|--c", true},
		{"python x.py --opt [sgd/adam]", "--opt|[sgd/adam]", true},
		{"python x.py --regs [1e-5] --sizes [64,64] --end=[a,b]", "--regs|[1e-5]|--sizes|[64,64]|--end=[a,b]", false},
		{"python x.py $KEY\\\n  --b", "$KEY|--b", true},
	} {
		script := ReadShown(c.text, ".")
		if len(script.Commands) != 1 {
			t.Errorf("%s: %d commands", c.text, len(script.Commands))
			continue
		}
		l, _ := script.Commands[0].Launch()
		unexpanded := false
		for _, w := range l.Arguments {
			unexpanded = unexpanded || w.Unexpanded
		}
		if got := strings.Join(texts(l.Arguments), "|"); got != c.want || unexpanded != c.unexpanded {
			t.Errorf("%s\ngot  %s, unexpanded %t\nwant %s, unexpanded %t", c.text, got, unexpanded, c.want, c.unexpanded)
		}
	}
}
