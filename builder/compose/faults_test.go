package compose_test

import (
	"fmt"
	"strings"
	"testing"

	"podium/builder/compose"
)

// Each fault of a catalogue is told with the task file, the argument, the value
// and what the lock has.
func TestFaults(t *testing.T) {
	const (
		train = "tasks/forge/forge-train.yaml"
		show  = "tasks/forge/forge-show.yaml"
		blur  = "tasks/lens/lens-blur.yaml"
	)
	for name, tt := range map[string]struct{ file, old, new, want string }{
		"default": {train, "0.1: default", "0.3: default",
			train + `: line 8: argument lr: value "0.3" is from default, but the declared default is 1e-1`},
		"choices": {train, "stripes: choices", "moons: choices",
			`argument data: value "moons" is none of the choices of -d: ["blobs" "rings" "stripes"]`},
		"choices of none": {train, "0.2: made", "0.2: choices",
			`argument lr: value "0.2" is from choices, but the declared choices are []`},
		"readme": {train, "rings: readme", "stripes: readme",
			`occurs twice`},
		"readme gives another": {train, "20: default", "20: readme",
			`argument epochs: value "20" is from readme, but README.md gives it []`},
		"script": {train, "0.05: script", "0.06: script",
			`value "0.06" is from script, but the shell scripts give it ["5e-2"]`},
		"made though declared": {train, "20: default", "20: made",
			`value "20" is from made, but the lock has it: default`},
		"made though shown": {blur, "8: readme", "8: made",
			blur + `: line 7: argument width: value "8" is from made, but the lock has it: readme`},
		"type": {train, "20: default, 50: made", "20: default, 2.5: made",
			`argument epochs: value "2.5" is no int, which --epochs is declared as`},
		"flag": {train, "on: flag, off: flag", "on: flag, off: flag, auto: flag",
			`argument scale: its values are ["on" "off" "auto"], but --scale is declared with action "store_true"`},
		"no such option": {train, "option: --data-set", "option: --dataset",
			`argument data: tools/train.py declares no option --dataset`},
		"no such operand": {show, "operand: 1", "operand: 5",
			`argument caption: show.sh declares no operand at position 5`},
		"no such script": {train, "script: train.py", "script: fit.py",
			`entry tools/fit.py: the lock has no such file`},
		"no such section": {train, "section: training", "section: baking",
			`section baking: README.md has no such anchor in the lock`},
		"no such readme": {train, "readme: README.md", "readme: DOC.md",
			`readme DOC.md: the lock has no such document`},
		"no such path": {show, "art/cat.png: path", "art/cow.png: path",
			`value "art/cow.png" is from path, but the lock names no such file and the set-up provides none: art/cow.png`},
		"no such signature": {blur, "lens.blur:Blur", "lens.blur:Blurr",
			`entry lens.blur:Blurr: the lock has no such signature`},
		"no such parameter": {blur, "keyword: r,", "keyword: radius,",
			`argument radius: lens.blur:Blur has no parameter radius`},
		"signature's default": {blur, "3: sig", "4: sig",
			`argument radius: value "4" is from sig, but the signature's default is 3`},
		"no bool": {blur, "3: sig", "True: flag",
			`value "True" is from flag, but the default of r is 3, no bool`},
		"a literal of a call that is not there": {blur, "keyword: r, values: {2: readme", "literal: rand, values: {2: readme",
			`argument radius: value "2" is from readme, but README.md gives it ["1" "8"]`},
		"a literal made though shown": {blur, "keyword: r, values: {2: readme, 3: sig}", "literal: rand, values: {1: made, 8: readme}",
			`argument radius: value "1" is from made, but the lock has it: readme`},
		"input": {blur, "16: made", "9: readme",
			`argument width: value "9" is from readme, but README.md gives it ["8"]`},
		"unknown provenance": {blur, "16: made", "16: guessed",
			blur + `: line 7: argument width: value "16" is from "guessed"; known are`},
		"quota over capacity": {blur, "quota: 8", "quota: 9",
			`quota 9: its arguments allow only 8 combinations`},
		"too many combinations": {"tasks/quarry/quarry-dig.yaml", "arguments:\n", "arguments:\n" + wide(21),
			`its arguments span 2097152 combinations, more than 1048576`},
		"quotas do not add up": {train, "quota: 14", "quota: 13",
			`forge: the quotas of its 2 tasks add up to 19, repositories.yaml says 20`},
		"wording lacks a value": {blur, "; wrapping round the edges is {wrap}", "",
			blur + `: wording 1: the value of argument wrap cannot be found in it`},
		"wording tells the option": {train, "at a learning rate of {lr}", "with lr {lr}",
			`wording 1: it gives the name lr away`},
		"wording holds an option": {train, "Train on {data}", "Train with --data {data}",
			`wording 1: it holds an option (--)`},
		"unknown placeholder": {train, "Train on {data}", "Train on {data} {what}",
			`wording 1: no argument is named "what"`},
		"condition never met": {train, "{scale?, with", "{scale=high?, with",
			`wording 1: argument scale never has the value "high"`},
		"broken template": {train, "Train on {data}", "Train on {data",
			`offset 14: {data is not closed`},
		"reference lacks a value": {blur, ", wrap={wrap}", "",
			`reference: argument wrap does not occur in it`},
		"constraint": {train, `not (data == "stripes" and scale)`, "data = 1",
			`where "data = 1": offset 5: unexpected '='`},
		"constraint's name": {train, `not (data == "stripes" and scale)`, "date == 1",
			`where: no argument is named "date"`},
		"constraint's order": {train, `not (data == "stripes" and scale)`, "data < lr",
			`both must be numbers`},
		"judged": {train, "judged: execution", "judged: perhaps",
			`judged "perhaps" is neither execution nor static`},
		"judged without environment": {"tasks/quarry/quarry-dig.yaml", "judged: static", "judged: execution",
			`judged by execution, but neither the task nor its repository names an environment`},
		"one wording": {"tasks/quarry/quarry-dig.yaml", "  - Dig {depth} metre{depth=1?|s} down.\n", "",
			`1 wording(s); a task has two or more`},
		"unknown field": {blur, "quota: 8", "quota: 8\nlevel: 3",
			`field level not found`},
		"two entries": {blur, `api: "lens.blur:Blur"`, `api: "lens.blur:Blur", script: x.py`,
			`entry names 2 of script, module and api`},
		"path outside": {blur, "directory: .", "directory: ../x",
			`directory "../x" is no path inside the repository`},
		"pin moved": {"repositories.yaml", "1111111111111111111111111111111111111111", "9999999999999999999999999999999999999999",
			`forge: the lock was mined at 1111111111111111111111111111111111111111, the pin is 9999999999999999999999999999999999999999`},
		"required option": {"lock/forge.json", `"dest": "lr", "type"`, `"dest": "lr", "required": true, "type"`, ""},
		"required option left out": {"lock/forge.json", `"line": 6}`, `"line": 6}, {"names": ["--seed"], "dest": "seed", "required": true, "line": 7}`,
			`reference: tools/train.py requires --seed`},
		"ids with a hole": {"ids/forge.tsv", "\n2\t", "\n3\t",
			`ids/forge.tsv: line 3: id 3, expected 2`},
		"ids twice": {"ids/forge.tsv", "two words\"}\n2\tforge-show\t{\"picture\": \"art/cat.png\", \"caption\": \"a cat's hat\"}",
			"two words\"}\n2\tforge-show\t{\"picture\": \"art/cat.png\", \"caption\": \"two words\"}",
			`has id 1 already`},
		"test larger than quota": {"repositories.yaml", "test: 6", "test: 60",
			`forge: split full takes 60 samples of 20`},
		"splits": {"splits.yaml", "take: test", "take: some",
			`splits.yaml: full: take "some" is neither test nor rest`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := compose.Compose(t.Context(), edit(t, tt.file, tt.old, tt.new), compose.Options{})
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("%v", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// wide is n more arguments with two values each.
func wide(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  - {name: a%d, option: --depth, values: {1: default, 2: made}}\n", i)
	}
	return b.String()
}

// An instruction that a tested sample and a sample to train on share is refused
// whatever task it comes from.
func TestTrainHoldsNoTest(t *testing.T) {
	fsys := edit(t, "tasks/forge/forge-train.yaml",
		"of {lr}{scale?, with scaled inputs|}.", "of {lr}{scale?|}.")
	_, err := compose.Compose(t.Context(), fsys, compose.Options{})
	if err == nil || !strings.Contains(err.Error(), "has the instruction of the tested") {
		t.Errorf("two samples with one instruction: %v", err)
	}
}
