package grade_test

import (
	"encoding/json"
	"testing"

	"podium/scorer/grade"
)

// A report that comes back from graded.jsonl is written as it was.
func FuzzParseGraded(f *testing.F) {
	f.Add([]byte(`{"key":"k","report":{"competition_id":"c","score":null,"special":"nan","any_medal":null,"gold_medal":true,` +
		`"paper":{"score":0.1,"valid":true,"medal":"gold","above_median":true},"strict":{"score":null,"valid":false,"medal":null,` +
		`"refusal":{"code":"not_finite","row":3,"problem":"p","examples":["a"]}},"errata":["e"],"seed":4}}`))
	f.Add([]byte(`{"key":"k"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		g, err := grade.ParseGraded(line)
		if err != nil {
			return
		}
		once, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		if g, err = grade.ParseGraded(once); err != nil {
			t.Fatalf("%s: %v", once, err)
		}
		if twice, err := json.Marshal(g); err != nil || string(twice) != string(once) {
			t.Fatalf("%s came back as %s, %v", once, twice, err)
		}
	})
}
