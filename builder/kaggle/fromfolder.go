package kaggle

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"podium/builder/kaggle/leaderboard"
	"podium/data"
)

// Names of the files of a competition in a folder, below <id>/.
const (
	privateFile = "leaderboard.csv" // upstream's name
	publicFile  = "publicleaderboard.csv"
	factsFile   = "competition.json" // what the API said: Facts
)

// FromFolder reads the leaderboards below dir, as people have them:
// <id>/leaderboard.csv as upstream lays it out, <id>/publicleaderboard.csv,
// <id>.csv, or Kaggle's download <id>.zip; and <id>/competition.json that FromAPI
// saved. others are the files and folders that belong to no competition of ids.
func FromFolder(dir string, ids []string) (inputs map[string]*Input, others []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	inputs = map[string]*Input{}
	for _, e := range entries {
		id := strings.TrimSuffix(strings.TrimSuffix(e.Name(), ".csv"), ".zip")
		if e.IsDir() {
			id = e.Name()
		}
		if !slices.Contains(ids, id) {
			others = append(others, e.Name())
			continue
		}
		names := []string{filepath.Join(dir, e.Name())}
		if e.IsDir() {
			names = []string{filepath.Join(dir, id, privateFile), filepath.Join(dir, id, publicFile)}
		}
		in, err := fromFiles(id, names, filepath.Join(dir, id, factsFile))
		if err != nil {
			return nil, nil, err
		}
		if in == nil {
			others = append(others, e.Name())
			continue
		}
		if inputs[id] != nil {
			return nil, nil, fmt.Errorf("%s: two leaderboards of %s, keep one", dir, id)
		}
		inputs[id] = in
	}
	return inputs, others, nil
}

// fromFiles reads those of a competition's files that are there; nil when none is.
func fromFiles(id string, names []string, facts string) (*Input, error) {
	in, any := &Input{}, false
	origin := "folder"
	b, err := os.ReadFile(facts)
	switch {
	case err == nil:
		any = true
		in.Facts = &Facts{}
		if err := json.Unmarshal(b, in.Facts); err != nil {
			return nil, fmt.Errorf("%s: not what builder kaggle --api saves: %w", facts, err)
		}
		if in.Facts.Origin == "" {
			return nil, fmt.Errorf("%s: not what builder kaggle --api saves: no origin", facts)
		}
		origin = in.Facts.Origin
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	for _, name := range names {
		board, err := leaderboard.ReadFile(name)
		var refusal *leaderboard.Refusal
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case errors.As(err, &refusal):
			in.Err = errors.Join(in.Err, err)
		case err != nil:
			return nil, err
		default:
			board.Competition, board.Source.Origin = id, origin
			if board.Kind == "" && filepath.Base(name) == publicFile {
				board.Kind = data.BoardPublic
			}
			in.Boards = append(in.Boards, board)
		}
		any = true
	}
	if !any {
		return nil, nil
	}
	return in, nil
}
