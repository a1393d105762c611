package grade

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"
)

// The schema of competitions knows the vocabulary, and every metric has its words.
func TestSchemaKnowsTheVocabulary(t *testing.T) {
	b, err := os.ReadFile("../../data/competition.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs map[string]struct {
			Enum []string `json:"enum"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(b, &schema); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"metric_name": slices.Sorted(maps.Keys(scorerMakers)),
		"pair_name":   slices.Sorted(maps.Keys(pairerMakers)),
		"check_name":  slices.Sorted(maps.Keys(checkMakers)),
	} {
		if got := slices.Sorted(slices.Values(schema.Defs[name].Enum)); !slices.Equal(got, want) {
			t.Errorf("%s: %v in the schema, %v in the vocabulary", name, got, want)
		}
	}
}
