package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strconv"
	"strings"

	"podium/internal/atomicfile"
)

// DownloadLeaderboard saves Kaggle's own download of a leaderboard, a zip, as
// path. It is the public board, also where the private one is released
// (github.com/Kaggle/kaggle-cli/issues/731). progress is told of bytes as they
// come; nil is nobody.
func (c *Client) DownloadLeaderboard(ctx context.Context, name, path string, progress func(done, total int64)) error {
	return c.download(ctx, "DownloadLeaderboard", name, struct {
		Name string `json:"competitionName"`
	}{name}, path, progress)
}

// DownloadFile saves one file of a competition's data as path. Kaggle zips large
// ones: the bytes are saved as they come.
func (c *Client) DownloadFile(ctx context.Context, name, file, path string, progress func(done, total int64)) error {
	return c.download(ctx, "DownloadDataFile", name, struct {
		Name string `json:"competitionName"`
		File string `json:"fileName"`
	}{name, file}, path, progress)
}

// part is what is kept beside a download that is not complete, so that only the
// same object is ever continued.
type part struct {
	Validator string `json:"validator"` // a strong ETag or the time of the last change
	Total     int64  `json:"total"`     // bytes of the whole, -1 when not told
}

// download fetches into path.part, goes on with what is there already, and
// renames it when every byte has come.
func (c *Client) download(ctx context.Context, operation, competition string, request any, path string, progress func(done, total int64)) error {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	temp := path + ".part"
	err := c.retry(ctx, func() error {
		return named(c.continued(ctx, operation, request, temp, progress), operation, competition)
	})
	if err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	return os.Remove(temp + ".json")
}

// continued does one request for the bytes that temp lacks.
func (c *Client) continued(ctx context.Context, operation string, request any, temp string, progress func(done, total int64)) error {
	f, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	known, have := resumable(f, temp+".json")
	header := http.Header{}
	if have > 0 {
		header.Set("Range", fmt.Sprintf("bytes=%d-", have))
		header.Set("If-Range", known.Validator)
	}
	resp, err := c.send(ctx, operation, request, header)
	var failed *Error
	if errors.As(err, &failed) && failed.Status == http.StatusRequestedRangeNotSatisfiable {
		// What is here is not a part of what is there.
		if err := f.Truncate(0); err != nil {
			return err
		}
		failed.Kind = Unavailable
		return failed
	}
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
		return &Error{Kind: Malformed, Status: resp.StatusCode, Message: "a web page, not the file"}
	}
	now := part{validator(resp), resp.ContentLength}
	if resp.StatusCode == http.StatusPartialContent {
		from, total, ok := contentRange(resp.Header.Get("Content-Range"))
		if !ok || from != have || known.Total >= 0 && total >= 0 && total != known.Total {
			if err := f.Truncate(0); err != nil {
				return err
			}
			return &Error{Kind: Unavailable, Status: resp.StatusCode, Message: "another part than was asked for"}
		}
		now = part{known.Validator, total}
	} else {
		have = 0
		if err := f.Truncate(0); err != nil {
			return err
		}
		b, err := json.Marshal(now)
		if err != nil {
			return err
		}
		if err := atomicfile.WriteBytes(temp+".json", 0o644, b); err != nil {
			return err
		}
	}
	if _, err := f.Seek(have, io.SeekStart); err != nil {
		return err
	}
	got, err := io.Copy(f, &watched{resp.Body, have, now.Total, progress})
	var disk *fs.PathError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &disk):
		return err
	case err != nil:
		return &Error{Kind: Unavailable, Message: fmt.Sprintf("broke off after %d bytes", have+got), Err: withoutURL(err)}
	case now.Total >= 0 && have+got != now.Total:
		return &Error{Kind: Unavailable, Message: fmt.Sprintf("%d bytes came, %d were announced", have+got, now.Total)}
	}
	return f.Sync()
}

// resumable returns what is known of a part and how many bytes of it are here: 0
// when it is unknown what they are a part of.
func resumable(f *os.File, facts string) (p part, have int64) {
	b, err := os.ReadFile(facts)
	if err != nil || json.Unmarshal(b, &p) != nil || p.Validator == "" {
		return part{Total: -1}, 0
	}
	info, err := f.Stat()
	if err != nil || p.Total >= 0 && info.Size() > p.Total {
		return part{Total: -1}, 0
	}
	return p, info.Size()
}

// validator names the object that an answer is of; a weak ETag does not.
func validator(resp *http.Response) string {
	if tag := resp.Header.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
		return tag
	}
	return resp.Header.Get("Last-Modified")
}

// contentRange reads "bytes 5-9/10"; total is -1 for "*".
func contentRange(header string) (from, total int64, ok bool) {
	rest, ok := strings.CutPrefix(header, "bytes ")
	if !ok {
		return 0, 0, false
	}
	span, size, _ := strings.Cut(rest, "/")
	start, _, _ := strings.Cut(span, "-")
	from, err := strconv.ParseInt(start, 10, 64)
	if err != nil || from < 0 {
		return 0, 0, false
	}
	if size == "*" {
		return from, -1, true
	}
	total, err = strconv.ParseInt(size, 10, 64)
	return from, total, err == nil && total > from
}

// watched tells of bytes as they pass.
type watched struct {
	io.Reader
	done, total int64
	progress    func(done, total int64)
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	w.done += int64(n)
	w.progress(w.done, w.total)
	return n, err
}
