package schemas

import "cmp"

// ConfigCompetitions is the config of the competitions that submissions are
// graded for.
const ConfigCompetitions = "competitions"

// Competition is one row of the competitions config. What is null is not known
// to this release; every figure names its origin.
type Competition struct {
	ID        string `parquet:"id" json:"id"`
	Title     string `parquet:"title" json:"title"` // what is to be predicted, in our words
	Split     string `parquet:"split,dict" json:"split"`
	Category  string `parquet:"category,dict" json:"category"`
	Metric    string `parquet:"metric,dict" json:"metric"` // name in the metric vocabulary
	Direction string `parquet:"direction,dict" json:"direction"`
	// DirectionOrigin is who says so: the catalogue, and Kaggle where it was asked.
	DirectionOrigin string   `parquet:"direction_origin,dict" json:"direction_origin"`
	KaggleType      string   `parquet:"kaggle_type,dict" json:"kaggle_type"` // simple or code
	KaggleMedals    bool     `parquet:"kaggle_medals" json:"kaggle_medals"`  // whether Kaggle awarded any; changes nothing here
	MedalRule       string   `parquet:"medal_rule,dict" json:"medal_rule"`   // how thresholds follow from a leaderboard
	Errata          []string `parquet:"errata,list" json:"errata"`           // ids of known faults of upstream's grader or data

	// What Kaggle says of the competition.
	KaggleID       *int64   `parquet:"kaggle_id,optional" json:"kaggle_id"`
	KaggleTitle    *string  `parquet:"kaggle_title,optional" json:"kaggle_title"`
	KaggleCategory *string  `parquet:"kaggle_category,optional" json:"kaggle_category"` // Featured, Research, …
	KaggleMetric   *string  `parquet:"kaggle_metric,optional" json:"kaggle_metric"`     // its name for the metric
	Deadline       *string  `parquet:"deadline,optional" json:"deadline"`               // RFC 3339, UTC
	KaggleTeams    *int64   `parquet:"kaggle_teams,optional" json:"kaggle_teams"`       // as Kaggle counts them
	Tags           []string `parquet:"tags,list" json:"tags"`
	KaggleOrigin   *string  `parquet:"kaggle_origin,optional" json:"kaggle_origin"`

	// Facts of the leaderboard that medals follow. Thresholds are scores, inclusive.
	Board       *string  `parquet:"board,optional" json:"board"` // private, or public where there is no other
	Teams       *int64   `parquet:"teams,optional" json:"teams"` // rows of the leaderboard
	Gold        *float64 `parquet:"gold,optional" json:"gold"`
	Silver      *float64 `parquet:"silver,optional" json:"silver"`
	Bronze      *float64 `parquet:"bronze,optional" json:"bronze"`
	Median      *float64 `parquet:"median,optional" json:"median"`
	BoardOrigin *string  `parquet:"board_origin,optional" json:"board_origin"`
	// BoardDigest is the SHA-256 in hex of the printed scores in order, each with
	// a newline: of the rows in config leaderboards, where there are any, and of
	// the board that the thresholds are facts of.
	BoardDigest *string `parquet:"board_digest,optional" json:"board_digest"`
	// BoardFile is the SHA-256 in hex of the file the board was read from.
	BoardFile *string `parquet:"board_file,optional" json:"board_file"`
}

// CompetitionsTable describes the competitions config.
func CompetitionsTable() Table[Competition] {
	return Table[Competition]{
		Config:   ConfigCompetitions,
		SortedBy: []string{"id"},
		Compare:  func(a, b *Competition) int { return cmp.Compare(a.ID, b.ID) },
		Describe: func(c *Competition) string { return "competition " + c.ID },
	}
}

// Competitions returns the competitions, none where the release has no such
// config.
func (r *Release) Competitions() ([]Competition, error) {
	if _, ok := r.Manifest.File(ConfigCompetitions, SplitTrain); !ok {
		return nil, nil
	}
	return collect(ReadRows(r, CompetitionsTable(), SplitTrain))
}
