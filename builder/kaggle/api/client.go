package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// DefaultURL is Kaggle's own API.
const DefaultURL = "https://api.kaggle.com"

// service is the path of every operation.
const service = "/v1/competitions.CompetitionApiService/"

// answerBytes bounds an answer that is read into memory.
const answerBytes = 64 << 20

// Options of a client.
type Options struct {
	URL         string // DefaultURL when empty; where the path /v1/… begins
	Credentials Credentials
	UserAgent   string
	// Say is told, in a line for people, when a request is tried again; nil is nobody.
	Say func(format string, a ...any)
	// Patience bounds tries and waits; the zero value is DefaultPatience.
	Patience Patience
	// Transport is http.DefaultTransport when nil.
	Transport http.RoundTripper
}

// Client asks Kaggle. Its methods may be called from any goroutine.
type Client struct {
	url      string
	o        Options
	http     *http.Client
	patience Patience
}

// New returns a client.
func New(o Options) (*Client, error) {
	if o.URL == "" {
		o.URL = DefaultURL
	}
	u, err := url.Parse(o.URL)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("the address of the API must be http:// or https:// with a host, without a user or a query")
	}
	if u.Scheme == "http" && !loopback(u.Hostname()) {
		return nil, fmt.Errorf("%s: credentials go over https alone, but to this machine itself", u.Host)
	}
	if o.Patience == (Patience{}) {
		o.Patience = DefaultPatience
	}
	if o.Say == nil {
		o.Say = func(string, ...any) {}
	}
	// Whole requests have no time limit, a download may take hours; an answer
	// that does not begin has one.
	transport := o.Transport
	if transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.ResponseHeaderTimeout = 2 * time.Minute
		transport = t
	}
	return &Client{strings.TrimSuffix(o.URL, "/"), o, &http.Client{Transport: transport, CheckRedirect: redirect}, o.Patience}, nil
}

// redirect follows to where files are stored, without the credentials: the
// address there is signed for itself.
func redirect(r *http.Request, via []*http.Request) error {
	first := via[0].URL
	switch {
	case len(via) >= 5:
		return errors.New("too many redirects")
	case r.URL.Scheme != first.Scheme && r.URL.Scheme != "https":
		return errors.New("redirected away from https")
	case r.URL.Host != first.Host:
		r.Header.Del("Authorization")
	}
	return nil
}

func loopback(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// call does an operation: request and response are JSON objects.
func (c *Client) call(ctx context.Context, operation, competition string, request, response any) error {
	return c.retry(ctx, func() error {
		resp, err := c.send(ctx, operation, request, nil)
		if err != nil {
			return named(err, operation, competition)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(io.LimitReader(resp.Body, answerBytes+1))
		switch {
		case err != nil:
			return &Error{Operation: operation, Competition: competition, Kind: Unavailable, Message: "the answer broke off", Err: withoutURL(err)}
		case len(body) > answerBytes:
			return &Error{Operation: operation, Competition: competition, Kind: Malformed, Message: "the answer is too large"}
		}
		return named(decode(resp, body, response), operation, competition)
	})
}

// decode reads an answer with status 200. Kaggle also puts errors in those.
func decode(resp *http.Response, body []byte, response any) error {
	if t, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); t != "application/json" {
		return &Error{Kind: Malformed, Message: fmt.Sprintf("expected JSON, got %q: is this the API's address?", t)}
	}
	var failed struct{ Code int }
	if err := json.Unmarshal(body, &failed); err == nil && failed.Code >= 400 {
		inside := *resp
		inside.StatusCode = failed.Code
		return failure(&inside, body)
	}
	var syntax *json.SyntaxError
	if err := json.Unmarshal(body, response); errors.As(err, &syntax) && syntax.Offset >= int64(len(body)) {
		return &Error{Kind: Unavailable, Message: "the answer ends in its middle"}
	} else if err != nil {
		return &Error{Kind: Malformed, Message: "the answer is not the JSON that was expected: " + err.Error()}
	}
	return nil
}

// send posts a request and returns an answer with a status below 300; redirects
// are followed, without credentials to another host.
func (c *Client) send(ctx context.Context, operation string, request any, header http.Header) (*http.Response, error) {
	b, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+service+operation, bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	for k, v := range header {
		r.Header[k] = v
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", c.o.UserAgent)
	c.o.Credentials.authorise(r)
	resp, err := c.http.Do(r)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &Error{Kind: Unavailable, Err: withoutURL(err)}
	}
	if resp.StatusCode < 300 {
		return resp, nil
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(resp.Body, errorBytes)) // what there is of it
	return nil, failure(resp, body)
}

// named puts the operation into an error that lacks it.
func named(err error, operation, competition string) error {
	var e *Error
	if errors.As(err, &e) && e.Operation == "" {
		e.Operation, e.Competition = operation, competition
	}
	return err
}

// withoutURL drops the address from an error of net/http: after a redirect it is
// signed, and as good as a token.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
