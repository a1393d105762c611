package aggregate

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Report is what counts of one submission's grading report, upstream's or ours.
type Report struct {
	Competition string   `json:"competition_id"`
	Score       *float64 `json:"score"`
	Exists      bool     `json:"submission_exists"`
	Valid       bool     `json:"valid_submission"`
	AboveMedian bool     `json:"above_median"`
	Gold        bool     `json:"gold_medal"`
	Silver      bool     `json:"silver_medal"`
	Bronze      bool     `json:"bronze_medal"`
}

// anyMedal is any of the three flags; the file's own any_medal is not used.
func (r Report) anyMedal() bool { return r.Gold || r.Silver || r.Bronze }

// ReadReports reads grading reports in the order that decides which seed a report
// belongs to: files by path, in a file by competition.
func ReadReports(paths []string) ([]Report, error) {
	paths = slices.Clone(paths)
	slices.Sort(paths)
	var all []Report
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		var file struct {
			Reports []Report `json:"competition_reports"`
		}
		if err := json.Unmarshal(bareNumbers(b), &file); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		slices.SortStableFunc(file.Reports, func(a, b Report) int { return strings.Compare(a.Competition, b.Competition) })
		all = append(all, file.Reports...)
	}
	return all, nil
}

// bareNumbers writes null for the bare words NaN, Infinity and -Infinity that
// upstream's reports may hold.
func bareNumbers(b []byte) []byte {
	if json.Valid(b) {
		return b
	}
	words := strings.NewReplacer(": NaN", ": null", ": -Infinity", ": null", ": Infinity", ": null")
	return []byte(words.Replace(string(b)))
}

// Seeds sorts reports into seeds of the split's competitions. Without pad there
// are as many seeds as the competition with the fewest reports has, and one
// without any is an error; with pad as many as the one with the most has, and
// gaps are failures. wanted cuts the seeds to that number; -1 keeps all.
func Seeds(reports []Report, split []string, pad bool, wanted int) ([][]Report, error) {
	byID := map[string][]Report{}
	for _, r := range reports {
		byID[r.Competition] = append(byID[r.Competition], r)
	}
	var missing []string
	least, most := -1, 0
	for _, id := range split {
		n := len(byID[id])
		if n == 0 {
			missing = append(missing, id)
		}
		if least < 0 || n < least {
			least = n
		}
		most = max(most, n)
	}
	n := least
	switch {
	case len(split) == 0:
		return nil, fmt.Errorf("the split has no competitions")
	case pad && most == 0:
		return nil, fmt.Errorf("there are no reports of the split's competitions")
	case pad:
		n = most
	case len(missing) > 0:
		return nil, fmt.Errorf("no reports of %d of %d competitions (--pad-missing counts them as failures): %s", len(missing), len(split), strings.Join(missing, ", "))
	}
	if wanted >= 0 {
		if wanted == 0 || wanted > n {
			return nil, fmt.Errorf("%d seeds wanted, %d available", wanted, n)
		}
		n = wanted
	}
	seeds := make([][]Report, n)
	for i := range seeds {
		for _, id := range split {
			r := Report{Competition: id}
			if all := byID[id]; i < len(all) {
				r = all[i]
			}
			seeds[i] = append(seeds[i], r)
		}
	}
	return seeds, nil
}
