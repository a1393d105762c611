package leaderboard

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"podium/data"
)

// MaxBytes bounds a leaderboard file: fifty times the largest known one.
const MaxBytes = 16 << 20

// Parse reads a leaderboard file: a CSV with a column score, as upstream has
// them, or Kaggle's own download. name is for errors, and tells Kaggle's public
// and private downloads apart.
func Parse(name string, content []byte) (*Board, error) {
	base := path.Base(name)
	refuse := func(line int, reason Reason, format string, a ...any) error {
		return &Refusal{name, line, reason, fmt.Sprintf(format, a...)}
	}
	if len(content) > MaxBytes {
		return nil, refuse(0, TooLarge, "%d bytes, at most %d are read", len(content), MaxBytes)
	}
	sum := sha256.Sum256(content)
	b := &Board{Source: Source{File: base, Bytes: int64(len(content)), SHA256: hex.EncodeToString(sum[:])}}
	text := bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	switch start := bytes.TrimSpace(text[:min(len(text), 512)]); {
	case bytes.HasPrefix(start, []byte("version https://git-lfs.github.com/")):
		return nil, refuse(0, LFSPointer, "run git lfs pull where it comes from")
	case bytes.HasPrefix(start, []byte("<")):
		return nil, refuse(0, WebPage, "it was saved without being logged in?")
	case len(start) == 0:
		return nil, refuse(0, Empty, "")
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.ReuseRecord = true
	header, err := r.Read()
	if err != nil {
		return nil, refuse(1, Unreadable, "%v", err)
	}
	column := slices.IndexFunc(header, func(h string) bool { return strings.EqualFold(h, "score") })
	if column < 0 {
		return nil, refuse(1, NoScores, "columns are %q", header)
	}
	b.Kind = kind(base, header)
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var bad *csv.ParseError
		switch {
		case errors.As(err, &bad) && errors.Is(err, csv.ErrFieldCount) && r.InputOffset() >= int64(len(text)):
			return nil, refuse(bad.Line, Truncated, "the last row has %d of %d fields", len(row), len(header))
		case errors.As(err, &bad):
			return nil, refuse(bad.Line, Unreadable, "%v", bad.Err)
		}
		line, _ := r.FieldPos(column)
		score, err := parseScore(row[column])
		if err != nil {
			return nil, refuse(line, BadScore, "%.40q", row[column])
		}
		b.Scores = append(b.Scores, score)
	}
	if len(b.Scores) == 0 {
		return nil, refuse(0, Empty, "a header alone")
	}
	if text[len(text)-1] != '\n' && text[len(text)-1] != '\r' {
		return nil, refuse(0, Truncated, "it ends inside its last row, without a newline; add one if the row is whole")
	}
	return b, nil
}

// parseScore reads a printed score. Kaggle prints decimals; infinities and NaN
// are no standing.
func parseScore(text string) (Score, error) {
	text = strings.TrimSpace(text)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) || strings.ContainsAny(text, "xX_") {
		return Score{}, fmt.Errorf("%q is not a finite decimal number", text)
	}
	return Score{strings.Clone(text), v}, nil // the CSV reader's record is one large string
}

// NewScore returns a score as it was printed.
func NewScore(printed string) (Score, error) { return parseScore(printed) }

// kind tells what the file's name and header say. Kaggle's download is always
// the public board, whatever listing it is taken from, and is known by its names
// of teams; its file name may say otherwise.
func kind(base string, header []string) string {
	lower := strings.ToLower(base)
	switch {
	case strings.Contains(lower, "privateleaderboard"):
		return data.BoardPrivate
	case strings.Contains(lower, "publicleaderboard"):
		return data.BoardPublic
	case slices.Contains(header, "TeamName"):
		return data.BoardPublic
	}
	return ""
}
