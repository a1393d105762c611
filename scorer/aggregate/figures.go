package aggregate

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"podium/scorer/metric"
)

// Figure is a percentage over seeds. Mean, interval and standard error are
// upstream's, by its names; the rest stands beside them because all of it has been
// published as "±".
type Figure struct {
	Mean    float64 `json:"mean"`
	Lower   float64 `json:"ci_lower"` // mean − 1.96 standard errors, not cut to 0 … 100
	Upper   float64 `json:"ci_upper"`
	StdErr  float64 `json:"standard_error"`             // standard deviation over seeds / √seeds; 0 for one seed
	Spread  float64 `json:"seed_standard_deviation"`    // over seeds, n−1
	Binom   float64 `json:"binomial_standard_error"`    // √(p(1−p)/runs), every run taken for independent
	TLower  float64 `json:"seed_t_interval_lower"`      // mean ∓ t·standard error, 95 %, seeds−1 degrees of freedom
	TUpper  float64 `json:"seed_t_interval_upper"`      // equal to the mean for one seed
	OfLower float64 `json:"competition_interval_lower"` // 95 % t interval over the competitions' own means:
	OfUpper float64 `json:"competition_interval_upper"` // what another draw of competitions would give
}

// upstreamInterval is the number of standard errors in upstream's interval.
const upstreamInterval = 1.96

// figure makes the figure of a flag: hits[seed][competition].
func figure(hits [][]bool) Figure {
	seeds, competitions := len(hits), len(hits[0])
	perSeed := make([]float64, seeds)
	perCompetition := make([]float64, competitions)
	total := 0
	for s, row := range hits {
		n := 0
		for c, hit := range row {
			if hit {
				n++
				perCompetition[c] += 100 / float64(seeds)
			}
		}
		total += n
		perSeed[s] = float64(n) / float64(competitions) * 100
	}
	f := meanOf(perSeed)
	p := float64(total) / float64(seeds*competitions)
	f.Binom = 100 * math.Sqrt(p*(1-p)/float64(seeds*competitions))
	f.TLower, f.TUpper = tInterval(f.Mean, f.StdErr, seeds)
	c := meanOf(perCompetition)
	f.OfLower, f.OfUpper = tInterval(f.Mean, c.StdErr, competitions)
	return f
}

func meanOf(v []float64) Figure {
	f := Figure{Mean: metric.Mean(v)}
	if len(v) > 1 {
		sq := make([]float64, len(v))
		for i, x := range v {
			sq[i] = (x - f.Mean) * (x - f.Mean)
		}
		f.Spread = math.Sqrt(metric.Sum(sq) / float64(len(v)-1))
		f.StdErr = f.Spread / math.Sqrt(float64(len(v)))
	}
	f.Lower, f.Upper = f.Mean-upstreamInterval*f.StdErr, f.Mean+upstreamInterval*f.StdErr
	return f
}

func tInterval(mean, standardError float64, n int) (low, high float64) {
	if n < 2 {
		return mean, mean
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile(0.975)
	return mean - t*standardError, mean + t*standardError
}

// Metrics are the figures in upstream's order.
type Metrics struct {
	Competitions Figure `json:"total_competitions"`
	Exists       Figure `json:"submission_exists_percentage"`
	Valid        Figure `json:"valid_submissions_percentage"`
	AboveMedian  Figure `json:"above_median_percentage"`
	Gold         Figure `json:"gold_medal_percentage"`
	Silver       Figure `json:"silver_medal_percentage"`
	Bronze       Figure `json:"bronze_medal_percentage"`
	AnyMedal     Figure `json:"any_medal_percentage"`
}

// Competition is one competition over the seeds.
type Competition struct {
	ID        string   `json:"competition_id"`
	Valid     int      `json:"valid_submissions"`
	Gold      int      `json:"gold_medals"`
	Silver    int      `json:"silver_medals"`
	Bronze    int      `json:"bronze_medals"`
	Above     int      `json:"above_median"`
	MeanScore *float64 `json:"mean_score"` // over seeds with a score; null without any
}

// Summary is upstream's summary with ours behind it.
type Summary struct {
	Seeds          int           `json:"num_seeds_averaged"`
	Competitions   int           `json:"num_competitions_per_seed"`
	Metrics        Metrics       `json:"metrics"`
	PerCompetition []Competition `json:"competitions"`
	SchemaVersion  int           `json:"schema_version"`
}

// Summarise computes the figures of seeds, which are all of one length.
func Summarise(seeds [][]Report) Summary {
	of := func(flag func(Report) bool) Figure {
		hits := make([][]bool, len(seeds))
		for s, row := range seeds {
			for _, r := range row {
				hits[s] = append(hits[s], flag(r))
			}
		}
		return figure(hits)
	}
	n := float64(len(seeds[0]))
	s := Summary{
		Seeds: len(seeds), Competitions: len(seeds[0]), SchemaVersion: 1,
		Metrics: Metrics{
			Competitions: Figure{Mean: n, Lower: n, Upper: n, TLower: n, TUpper: n, OfLower: n, OfUpper: n},
			Exists:       of(func(r Report) bool { return r.Exists }),
			Valid:        of(func(r Report) bool { return r.Valid }),
			AboveMedian:  of(func(r Report) bool { return r.AboveMedian }),
			Gold:         of(func(r Report) bool { return r.Gold }),
			Silver:       of(func(r Report) bool { return r.Silver }),
			Bronze:       of(func(r Report) bool { return r.Bronze }),
			AnyMedal:     of(Report.anyMedal),
		},
	}
	for c, first := range seeds[0] {
		s.PerCompetition = append(s.PerCompetition, competition(first.Competition, seeds, c))
	}
	return s
}

func competition(id string, seeds [][]Report, at int) Competition {
	c := Competition{ID: id}
	var scores []float64
	count := func(n *int, hit bool) {
		if hit {
			*n++
		}
	}
	for _, row := range seeds {
		r := row[at]
		count(&c.Valid, r.Valid)
		count(&c.Gold, r.Gold)
		count(&c.Silver, r.Silver)
		count(&c.Bronze, r.Bronze)
		count(&c.Above, r.AboveMedian)
		if r.Score != nil {
			scores = append(scores, *r.Score)
		}
	}
	if len(scores) > 0 {
		mean := metric.Mean(scores)
		c.MeanScore = &mean
	}
	return c
}
