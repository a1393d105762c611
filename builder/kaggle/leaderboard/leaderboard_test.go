package leaderboard_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"podium/builder/kaggle/leaderboard"
	"podium/data"
)

// upstreamForm writes scores the way upstream's files have them.
func upstreamForm(scores ...string) string {
	var b strings.Builder
	b.WriteString("scoreNullable,teamId,hasTeamName,submissionDate,score,hasScore\n")
	for i, s := range scores {
		fmt.Fprintf(&b, "%s,%d,True,2020-01-02 03:04:05,%s,True\n", s, 1000+i, s)
	}
	return b.String()
}

func TestParse(t *testing.T) {
	for name, content := range map[string]string{
		"upstream": upstreamForm("0.9230", "0.50", "-1e-3"),
		"CRLF":     strings.ReplaceAll(upstreamForm("0.9230", "0.50", "-1e-3"), "\n", "\r\n"),
		"BOM":      "\xef\xbb\xbf" + upstreamForm("0.9230", "0.50", "-1e-3"),
		"download": "Rank,TeamId,TeamName,Score\n1,2,\"a, \"\"b\"\"\nc\",0.9230\n2,3,d,0.50\n3,4,e,-1e-3\n",
	} {
		t.Run(name, func(t *testing.T) {
			b, err := leaderboard.Parse("leaderboard.csv", []byte(content))
			if err != nil {
				t.Fatal(err)
			}
			want := []leaderboard.Score{{Text: "0.9230", Value: 0.923}, {Text: "0.50", Value: 0.5}, {Text: "-1e-3", Value: -0.001}}
			if fmt.Sprint(b.Scores) != fmt.Sprint(want) {
				t.Errorf("scores %v, expected %v", b.Scores, want)
			}
			// printf '0.9230\n0.50\n-1e-3\n' | sha256sum
			if got := b.Digest(); got != "85b04ec9c9187b357075513143a36f159aae337952a265c9ce5e217f6571fe1a" {
				t.Errorf("digest %s", got)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	whole := upstreamForm("3", "2", "1")
	for _, test := range []struct {
		name, content string
		reason        leaderboard.Reason
		says          string
	}{
		{"pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 27363\n", leaderboard.LFSPointer, "git lfs pull"},
		{"page", "\n <!DOCTYPE html><html><body>Log in</body></html>", leaderboard.WebPage, "logged in"},
		{"nothing", "", leaderboard.Empty, ""},
		{"header alone", whole[:strings.Index(whole, "\n")+1], leaderboard.Empty, "header alone"},
		{"other columns", "team,points\na,1\n", leaderboard.NoScores, `["team" "points"]`},
		{"cut in a row", whole[:len(whole)-12], leaderboard.Truncated, "4 of 6 fields"},
		{"cut in a field", "rank,score\n1,0.93\n2,0.9", leaderboard.Truncated, "without a newline"},
		{"short row", "rank,score\n1\n2,0.5\n", leaderboard.Unreadable, "wrong number of fields"},
		{"open quote", "rank,score\n1,\"0.5\n", leaderboard.Unreadable, "quote"},
		{"word", upstreamForm("1", "n/a", "0"), leaderboard.BadScore, `"n/a"`},
		{"no score", upstreamForm("1", "", "0"), leaderboard.BadScore, `""`},
		{"NaN", upstreamForm("1", "NaN", "0"), leaderboard.BadScore, "NaN"},
		{"infinity", upstreamForm("Infinity", "1", "0"), leaderboard.BadScore, "Infinity"},
		{"hex", upstreamForm("0x10", "1", "0"), leaderboard.BadScore, "0x10"},
		{"too large", strings.Repeat("1", leaderboard.MaxBytes+1), leaderboard.TooLarge, "at most"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := leaderboard.Parse("dir/leaderboard.csv", []byte(test.content))
			var refusal *leaderboard.Refusal
			if !errors.As(err, &refusal) || refusal.Reason != test.reason || !strings.Contains(err.Error(), test.says) {
				t.Fatalf("error is %v, expected %q with %q", err, test.reason, test.says)
			}
			if !strings.HasPrefix(err.Error(), "dir/leaderboard.csv") {
				t.Errorf("%v does not name the file", err)
			}
		})
	}
}

func TestKindIsToldByNameAndHeader(t *testing.T) {
	const download = "Rank,TeamId,TeamName,LastSubmissionDate,Score\n1,2,a,2020-01-01,0.5\n"
	for _, test := range []struct{ name, content, want string }{
		{"x/leaderboard.csv", upstreamForm("1"), ""},
		{"x-publicleaderboard-2024.csv", upstreamForm("1"), data.BoardPublic},
		{"x-privateleaderboard.csv", download, data.BoardPrivate},
		{"anything.csv", download, data.BoardPublic},
	} {
		b, err := leaderboard.Parse(test.name, []byte(test.content))
		if err != nil || b.Kind != test.want {
			t.Errorf("%s: kind %q, %v, expected %q", test.name, b.Kind, err, test.want)
		}
	}
}

func board(t *testing.T, scores ...string) *leaderboard.Board {
	t.Helper()
	b, err := leaderboard.Parse("leaderboard.csv", []byte(upstreamForm(scores...)))
	if err != nil {
		t.Fatal(err)
	}
	b.Competition = "made-up"
	return b
}

// falling returns n scores from 1 down, to four digits.
func falling(n int) []string {
	scores := make([]string, n)
	for i := range scores {
		scores[i] = fmt.Sprintf("%.4f", 1-float64(i)/float64(n))
	}
	return scores
}

func TestCheck(t *testing.T) {
	known := &data.Leaderboard{Competition: "made-up", Rows: 100, Board: data.BoardPrivate}
	for _, test := range []struct {
		name   string
		scores []string
		kind   string
		expect leaderboard.Expect
		reason leaderboard.Reason // empty: accepted
		says   string
	}{
		{"whole", falling(100), "", leaderboard.Expect{Direction: "higher"}, "", ""},
		{"other than upstream's", falling(97), "", leaderboard.Expect{Direction: "higher", Known: known}, "", "97 rows, upstream's has 100"},
		{"cut", falling(80), "", leaderboard.Expect{Direction: "higher", Known: known}, leaderboard.Truncated, "80 rows, upstream's board has 100"},
		{"cut by Kaggle's count", falling(80), "", leaderboard.Expect{Direction: "higher", Teams: 900}, leaderboard.Truncated, "Kaggle has 900"},
		{"first page", falling(20), "", leaderboard.Expect{Direction: "higher"}, leaderboard.Truncated, "first page"},
		{"twenty teams", falling(20), "", leaderboard.Expect{Direction: "higher", Teams: 20}, "", ""},
		{"wrong direction", falling(30), "", leaderboard.Expect{Direction: "lower"}, leaderboard.Disordered, "lower is better"},
		{"shuffled", []string{"3", "1", "2"}, "", leaderboard.Expect{Direction: "higher"}, leaderboard.Disordered, "row 3 has 2 after 1"},
		{"constant", []string{"0.5", "0.50", "0.500"}, "", leaderboard.Expect{Direction: "higher"}, leaderboard.Constant, "3 times 0.5"},
		{"public", falling(100), data.BoardPublic, leaderboard.Expect{Direction: "higher"}, leaderboard.Public, "--public"},
		{"public, asked for", falling(100), data.BoardPublic, leaderboard.Expect{Direction: "higher", Public: true}, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := board(t, test.scores...)
			b.Kind = test.kind
			notes, err := b.Check(test.expect)
			if test.reason == "" {
				if err != nil || !strings.Contains(strings.Join(notes, "\n"), test.says) {
					t.Fatalf("%v, notes %q, expected %q", err, notes, test.says)
				}
				return
			}
			var refusal *leaderboard.Refusal
			if !errors.As(err, &refusal) || refusal.Reason != test.reason || !strings.Contains(err.Error(), test.says) {
				t.Fatalf("error is %v, expected %q with %q", err, test.reason, test.says)
			}
		})
	}
}

func TestUpstreamsBoardIsTakenAsItIs(t *testing.T) {
	b := board(t, falling(19)...)
	known := &data.Leaderboard{Rows: 19, Scores: b.Digest(), Board: data.BoardPublic, Fault: "it is the public one"}
	notes, err := b.Check(leaderboard.Expect{Direction: "higher", Known: known, Teams: 53})
	if err != nil || b.Kind != data.BoardPublic || len(notes) != 1 || !strings.Contains(notes[0], "it is the public one") {
		t.Errorf("kind %q, notes %q, %v", b.Kind, notes, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(upstreamForm("0.5", "0.25")))
	f.Add([]byte("Rank,TeamName,Score\n1,\"a\nb\",0.5\n"))
	f.Add([]byte("version https://git-lfs.github.com/spec/v1\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		b, err := leaderboard.Parse("leaderboard.csv", content)
		if err != nil {
			var refusal *leaderboard.Refusal
			if !errors.As(err, &refusal) {
				t.Fatalf("%v is no refusal", err)
			}
			return
		}
		if len(b.Scores) == 0 {
			t.Fatal("no scores and no error")
		}
		for _, s := range b.Scores {
			if math.IsNaN(s.Value) || math.IsInf(s.Value, 0) {
				t.Fatalf("score %v", s)
			}
		}
	})
}
