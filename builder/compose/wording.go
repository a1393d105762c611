package compose

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"podium/builder/compose/template"
	"podium/data"
)

// choose picks a sample's wording by rendezvous: the wording whose hash together
// with the sample's content is highest. A wording added later takes only the
// samples that it wins; all others keep theirs.
func choose(wordings []*template.Template, taskID, arguments string) *template.Template {
	return slices.MaxFunc(wordings, func(a, b *template.Template) int {
		x, y := mix(hash64(taskID, arguments, a.String())), mix(hash64(taskID, arguments, b.String()))
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return strings.Compare(a.String(), b.String())
	})
}

// mix spreads FNV's last bytes over all bits (the finaliser of MurmurHash3).
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// normalise folds an instruction for comparison: compatibility forms, case and
// white space do not count.
func normalise(instruction string) string {
	return strings.ToLower(strings.Join(strings.Fields(norm.NFKC.String(instruction)), " "))
}

// checkWording reports a wording in which some argument's value cannot be found,
// or which gives an option's or parameter's name away.
func checkWording(w *template.Template, args []data.TaskArgument) []error {
	var errs []error
	names := w.Names()
	text := w.Text()
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-'
	})
	for _, a := range args {
		if !slices.Contains(names, a.Name) {
			errs = append(errs, fmt.Errorf("the value of argument %s cannot be found in it", a.Name))
		}
		for _, name := range []string{a.Name, strings.TrimLeft(a.Option, "-"), a.Keyword} {
			if tell(name) && slices.Contains(words, name) {
				errs = append(errs, fmt.Errorf("it gives the name %s away", name))
				break
			}
		}
	}
	if strings.Contains(text, "--") {
		errs = append(errs, fmt.Errorf("it holds an option (--)"))
	}
	return errs
}

// tell reports whether a name is no word of prose, so that writing it tells the
// option: n_epochs, batch-size and lr are none, channel, dataset and to are.
func tell(name string) bool {
	odd := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLower(r) }) >= 0
	return odd || name != "" && !strings.ContainsAny(name, "aeiouy")
}
