package api

import (
	"context"
	"fmt"
	"iter"
)

// pageSize is how many items are asked for at once; the server may give fewer.
const pageSize = 200

// maxPages bounds a list: the largest real board has some 5,000 teams, the
// largest list of files some hundred thousand.
const maxPages = 5000

// Entry is a row of a leaderboard. Kaggle's answer also has the team's name and
// the date, which are not read.
type Entry struct {
	Team  int64  `json:"teamId"` // tells a page that is repeated; goes no further
	Score string `json:"score"`  // as printed; empty when the team has none
}

// File is a file of a competition's data.
type File struct {
	Name  string `json:"name"`
	Bytes int64  `json:"totalBytes"`
}

type listRequest struct {
	Name     string `json:"competitionName"`
	Public   bool   `json:"overridePublic,omitempty"`
	PageSize int    `json:"pageSize"`
	Token    string `json:"pageToken"`
}

// Leaderboard returns a board, best first. Without public it is the private one
// where Kaggle has released that, and the public one where it has not: the answer
// does not say which. An error ends it.
func (c *Client) Leaderboard(ctx context.Context, name string, public bool) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		teams := map[int64]bool{}
		for items, err := range pages(ctx, c, "GetLeaderboard", listRequest{Name: name, Public: public}, func(p *leaderboardPage) ([]Entry, string) { return p.Submissions, p.Next }) {
			if err != nil {
				yield(Entry{}, err)
				return
			}
			for _, e := range items {
				if e.Team != 0 && teams[e.Team] {
					yield(Entry{}, &Error{Operation: "GetLeaderboard", Competition: name, Kind: Malformed,
						Message: "a team is on two pages: the board changed while it was read, or pages are repeated"})
					return
				}
				teams[e.Team] = true
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

type leaderboardPage struct {
	Submissions []Entry `json:"submissions"`
	Next        string  `json:"nextPageToken"`
}

type filesPage struct {
	Files []File `json:"files"`
	Next  string `json:"nextPageToken"`
}

// Files lists the files of a competition's data. Its rules must be accepted.
func (c *Client) Files(ctx context.Context, name string) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		for items, err := range pages(ctx, c, "ListDataFiles", listRequest{Name: name}, func(p *filesPage) ([]File, string) { return p.Files, p.Next }) {
			if err != nil {
				yield(File{}, err)
				return
			}
			for _, f := range items {
				if !yield(f, nil) {
					return
				}
			}
		}
	}
}

// pages returns the pages of a list. A token that was there before would go
// round for ever, and is an error.
func pages[P, T any](ctx context.Context, c *Client, operation string, request listRequest, open func(*P) ([]T, string)) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		request.PageSize = pageSize
		seen := map[string]bool{}
		for n := 1; ; n++ {
			var page P
			if err := c.call(ctx, operation, request.Name, request, &page); err != nil {
				if n > 1 {
					err = fmt.Errorf("page %d: %w", n, err)
				}
				yield(nil, err)
				return
			}
			items, next := open(&page)
			if !yield(items, nil) || next == "" {
				return
			}
			if seen[next] || n == maxPages {
				yield(nil, &Error{Operation: operation, Competition: request.Name, Kind: Malformed,
					Message: fmt.Sprintf("page %d leads to a page that was there before, or to no end", n)})
				return
			}
			seen[next], request.Token = true, next
		}
	}
}
