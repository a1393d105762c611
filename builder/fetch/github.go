package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/google/go-github/v62/github"

	"podium/data"
	"podium/internal/store"
)

// GitHub reads repositories through GitHub's API: two requests and one archive
// download each, and one more request for each file that the archive alters.
type GitHub struct {
	api *github.Client
	// plain downloads archives: their address is another host's, which the token is
	// not for.
	plain *http.Client
}

// GitHubOptions say which server is asked, and how.
type GitHubOptions struct {
	URL   string // of an enterprise server; empty: github.com
	Token string // may be empty
	// Answers is a folder in which answers are kept, so that a run that was cut
	// short asks for little again; empty: none are.
	Answers string
	// Say is called with a line for people when a rate limit makes it wait.
	Say func(format string, a ...any)
}

// NewGitHub returns a source for a GitHub server.
func NewGitHub(o GitHubOptions) (*GitHub, error) {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.ResponseHeaderTimeout = maxStall
	plain := &http.Client{Transport: &patient{base: base, say: o.Say, stall: maxStall}}
	transport := plain.Transport
	if o.Answers != "" {
		transport = &answers{transport, o.Answers}
	}
	api := github.NewClient(&http.Client{Transport: transport, CheckRedirect: sameHost})
	if o.Token != "" {
		api = api.WithAuthToken(o.Token)
	}
	if o.URL != "" {
		var err error
		if api, err = api.WithEnterpriseURLs(o.URL, o.URL); err != nil {
			return nil, fmt.Errorf("GitHub server: %w", err)
		}
	}
	return &GitHub{api, plain}, nil
}

// sameHost follows the redirects of a repository that was renamed. One to another
// host would take the token there.
func sameHost(req *http.Request, via []*http.Request) error {
	if req.URL.Host != via[0].URL.Host || len(via) > 5 {
		return http.ErrUseLastResponse
	}
	return nil
}

// Tree implements Source.
func (g *GitHub) Tree(ctx context.Context, r data.Repository) (store.Commit, error) {
	c := store.Commit{Repository: r.Owner + "/" + r.Repo, Commit: r.Commit}
	commit, _, err := g.api.Git.GetCommit(ctx, r.Owner, r.Repo, r.Commit)
	if err != nil {
		return c, g.explain(ctx, r, err)
	}
	if commit.GetSHA() != r.Commit {
		return c, fmt.Errorf("%s: GitHub answers with commit %q for %s", c.Repository, commit.GetSHA(), r.Commit)
	}
	c.Tree = commit.GetTree().GetSHA()
	tree, _, err := g.api.Git.GetTree(ctx, r.Owner, r.Repo, c.Tree, true)
	if err != nil {
		return c, fmt.Errorf("%s: tree %s: %w", c.Repository, c.Tree, err)
	}
	if tree.GetTruncated() {
		return c, fmt.Errorf("%s: tree %s: too many files for one answer of GitHub's; fetch it from a mirror", c.Repository, c.Tree)
	}
	for _, e := range tree.Entries {
		if e.GetType() == "tree" {
			continue
		}
		f := store.File{Path: e.GetPath(), Mode: e.GetMode(), Blob: e.GetSHA(), Size: -1}
		if e.Size != nil {
			f.Size = int64(*e.Size)
		}
		c.Files = append(c.Files, f)
	}
	sortFiles(c.Files)
	return c, nil
}

// explain turns GitHub's 404 and 422 into the error they mean. Asking for the
// repository costs a request, but only on the way to an error.
func (g *GitHub) explain(ctx context.Context, r data.Repository, err error) error {
	name := r.Owner + "/" + r.Repo
	var answer *github.ErrorResponse
	if !errors.As(err, &answer) {
		return fmt.Errorf("%s: commit %s: %w", name, r.Commit, err)
	}
	switch answer.Response.StatusCode {
	case http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusConflict: // 409: empty repository
		if _, _, repoErr := g.api.Repositories.Get(ctx, r.Owner, r.Repo); repoErr != nil {
			return fmt.Errorf("%s: %w: %w", name, ErrNoRepository, repoErr)
		}
		return fmt.Errorf("%s: %s: %w", name, r.Commit, ErrNoCommit)
	}
	return fmt.Errorf("%s: commit %s: %w", name, r.Commit, err)
}

// Blobs implements Source: what the archive has, then one by one what it altered
// or left out, as .gitattributes can tell it to.
func (g *GitHub) Blobs(ctx context.Context, r data.Repository, c store.Commit, want map[string]bool, put func([]byte) error) error {
	if err := g.archive(ctx, r, c, put); err != nil {
		return fmt.Errorf("%s: archive of %s: %w", c.Repository, c.Commit, err)
	}
	for _, f := range c.Files {
		if !want[f.Blob] {
			continue
		}
		b, _, err := g.api.Git.GetBlobRaw(ctx, r.Owner, r.Repo, f.Blob)
		if err != nil {
			return fmt.Errorf("%s: %s: blob %s: %w", c.Repository, f.Path, f.Blob, err)
		}
		if got := store.BlobID(b); got != f.Blob {
			return fmt.Errorf("%s: %s: blob %s: GitHub sent %d bytes with the id %s", c.Repository, f.Path, f.Blob, len(b), got)
		}
		if err := put(b); err != nil {
			return err
		}
	}
	return nil
}

func (g *GitHub) archive(ctx context.Context, r data.Repository, c store.Commit, put func([]byte) error) (err error) {
	link, _, err := g.api.Repositories.GetArchiveLink(ctx, r.Owner, r.Repo, github.Tarball,
		&github.RepositoryContentGetOptions{Ref: r.Commit}, 1)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, link.String(), nil)
	if err != nil {
		return withoutURL(err)
	}
	resp, err := g.plain.Do(req)
	if err != nil {
		return withoutURL(err)
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	if resp.StatusCode != http.StatusOK {
		_, _ = io.CopyN(io.Discard, resp.Body, 1<<16) // so that the connection is used again
		return fmt.Errorf("GitHub answers %s", resp.Status)
	}
	err = readArchive(resp.Body, archiveLimit(c.Files), put)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("it is cut short: %w", err)
	}
	return err
}
