package grade

import "encoding/json"

// Summary is a whole run's report: upstream's counts, which say what paper says,
// and one report a line in the order of the input.
type Summary struct {
	Runs          int      `json:"total_runs"`
	Submitted     int      `json:"total_runs_with_submissions"`
	Valid         int      `json:"total_valid_submissions"`
	Medals        int      `json:"total_medals"`
	Gold          int      `json:"total_gold_medals"`
	Silver        int      `json:"total_silver_medals"`
	Bronze        int      `json:"total_bronze_medals"`
	AboveMedian   int      `json:"total_above_median"`
	Reports       []Report `json:"competition_reports"`
	SchemaVersion int      `json:"schema_version"`
}

// Summarise counts reports.
func Summarise(reports []Report) Summary {
	s := Summary{Runs: len(reports), Reports: reports, SchemaVersion: SchemaVersion}
	if reports == nil {
		s.Reports = []Report{}
	}
	count := func(n *int, v bool) {
		if v {
			*n++
		}
	}
	set := func(v *bool) bool { return v != nil && *v }
	for _, r := range reports {
		count(&s.Submitted, r.Exists)
		count(&s.Valid, r.Valid)
		count(&s.Medals, set(r.AnyMedal))
		count(&s.Gold, set(r.GoldMedal))
		count(&s.Silver, set(r.SilverMedal))
		count(&s.Bronze, set(r.BronzeMedal))
		count(&s.AboveMedian, set(r.AboveMedian))
	}
	return s
}

// JSON is the summary as grading_report.json has it: indented by two, a newline
// at the end.
func (s Summary) JSON() ([]byte, error) {
	b, err := json.MarshalIndent(s, "", "  ")
	return append(b, '\n'), err
}
