package data_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"podium/data"
)

func TestLeaderboardsOfTheCatalogue(t *testing.T) {
	all, err := data.ReadLeaderboards(data.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	if len(all.Boards) != 82 {
		t.Errorf("%d boards, expected the 82 of MLE-bench", len(all.Boards))
	}
	public := 0
	for _, b := range all.Boards {
		if b.Board == data.BoardPublic {
			public++
		}
	}
	if public != 1 {
		t.Errorf("%d public boards, expected vesuvius alone", public)
	}
}

func TestLeaderboardsAreChecked(t *testing.T) {
	const digest = "743a715a741d4cef06377d8dc6cebc3edb86216d3dca7abb05ecce6af70af435"
	row := func(id string) string {
		return "  - {competition: " + id + ", rows: 1, bytes: 1, sha256: " + digest + ", scores: " + digest + "}\n"
	}
	for _, test := range []struct{ boards, want string }{
		{row("b") + row("a"), "a is out of order"},
		{row("a") + row("a"), "a is out of order"},
		{strings.Replace(row("a"), digest, "12", 1), "64 hex digits"},
		{strings.Replace(row("a"), "rows: 1", "rows: 0", 1), "counted from 1"},
		{strings.Replace(row("a"), "}", ", board: both}", 1), "neither private nor public"},
	} {
		fsys := fstest.MapFS{"leaderboards.yaml": {Data: []byte("origin: here\nboards:\n" + test.boards)}}
		if _, err := data.ReadLeaderboards(fsys); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error is %v, expected %q in it", test.boards, err, test.want)
		}
	}
	if none, err := data.ReadLeaderboards(fstest.MapFS{}); err != nil || len(none.Boards) != 0 {
		t.Errorf("a catalogue without boards: %v, %v", none, err)
	}
}
