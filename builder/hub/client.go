package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"podium/internal/program"
)

// DefaultEndpoint is the Hub's address.
const DefaultEndpoint = "https://huggingface.co"

// maxAnswer bounds an answer that is read into memory, in bytes.
const maxAnswer = 64 << 20

// Options say which Hub is asked, and how.
type Options struct {
	Endpoint string // DefaultEndpoint when empty
	Token    string // may be empty for what is public
	// Say is told, in a line for people, when a request is tried again; nil is nobody.
	Say func(format string, a ...any)
}

// Client asks a Hub. Its methods may be called concurrently.
type Client struct {
	endpoint *url.URL
	token    string
	http     *retryablehttp.Client
}

// Tries, and the longest wait between two: a Hub that asks for more has refused.
const (
	tries    = 5
	longest  = 5 * time.Minute
	shortest = time.Second
)

// New returns a client.
func New(o Options) (*Client, error) {
	if o.Endpoint == "" {
		o.Endpoint = DefaultEndpoint
	}
	u, err := url.Parse(strings.TrimSuffix(o.Endpoint, "/"))
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("endpoint %q is no http(s) address", program.Escape(o.Endpoint))
	}
	h := retryablehttp.NewClient()
	h.Logger, h.RetryMax, h.RetryWaitMin, h.RetryWaitMax = nil, tries-1, shortest, longest
	h.ErrorHandler = retryablehttp.PassthroughErrorHandler // the last answer says more than "giving up"
	h.Backoff = backoff
	h.HTTPClient.Timeout = 0 // a large file takes as long as it takes; the context ends it
	h.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) {
		again, _ := retryablehttp.DefaultRetryPolicy(ctx, resp, err)
		if again && resp != nil {
			if wait, asked := reset(resp); asked && wait > longest {
				again = false
			}
		}
		if again && o.Say != nil {
			o.Say("%s: %s; trying again", u.Host, outcome(resp, err))
		}
		return again, nil
	}
	return &Client{u, o.Token, h}, nil
}

func outcome(resp *http.Response, err error) string {
	if err != nil {
		return withoutURL(err).Error()
	}
	return resp.Status
}

// backoff waits as long as the Hub asks, or twice as long each time.
func backoff(low, high time.Duration, attempt int, resp *http.Response) time.Duration {
	if resp != nil {
		if wait, asked := reset(resp); asked {
			return min(wait, high)
		}
	}
	return retryablehttp.DefaultBackoff(low, high, attempt, nil)
}

// rateLimit is the Hub's header: RateLimit: "api";r=0;t=55, seconds until the reset.
var rateLimit = regexp.MustCompile(`;\s*t=(\d+)`)

// reset tells how long a 429 or 503 asks to wait.
func reset(resp *http.Response) (time.Duration, bool) {
	if resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode != http.StatusServiceUnavailable {
		return 0, false
	}
	text := resp.Header.Get("Retry-After")
	if m := rateLimit.FindStringSubmatch(resp.Header.Get("RateLimit")); text == "" && m != nil {
		text = m[1]
	}
	seconds, err := strconv.Atoi(text)
	return time.Duration(seconds) * time.Second, err == nil && seconds >= 0
}

// Error is the Hub's refusal.
type Error struct {
	Doing   string // what was asked for
	Status  int
	Message string // the Hub's words
}

func (e *Error) Error() string {
	s := fmt.Sprintf("%s: the Hub answers %d %s", e.Doing, e.Status, http.StatusText(e.Status))
	if e.Message != "" {
		s += ": " + e.Message
	}
	switch e.Status {
	case http.StatusUnauthorized:
		s += " (is the token right? HF_TOKEN, or huggingface-cli login)"
	case http.StatusForbidden:
		s += " (the token must allow writing to this repository)"
	}
	return s
}

// is tells whether err is an answer with that status.
func is(err error, status int) bool {
	var e *Error
	return errors.As(err, &e) && e.Status == status
}

// request is one request. address is a path below the endpoint or, where the Hub
// gave it, a whole address.
type request struct {
	doing, method, address string
	header                 http.Header
	body                   any // nil, []byte, or func() (io.Reader, error) for what is read anew for each try
	size                   int64
}

// send returns an answer of a status below 400, whose body is the caller's to close.
func (c *Client) send(ctx context.Context, r request) (*http.Response, error) {
	u, err := c.endpoint.Parse(r.address)
	if err != nil {
		return nil, fmt.Errorf("%s: an address that is none", r.doing)
	}
	var body any
	switch b := r.body.(type) {
	case []byte:
		body = b
	case func() (io.Reader, error):
		body = retryablehttp.ReaderFunc(b)
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, r.method, u.String(), body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.doing, withoutURL(err))
	}
	for name, values := range r.header {
		req.Header[name] = values
	}
	req.Header.Set("User-Agent", "podium/"+program.Version)
	if r.size > 0 {
		req.ContentLength = r.size
	}
	if c.token != "" && u.Host == c.endpoint.Host { // storage has addresses that are signed for themselves
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.doing, withoutURL(err))
	}
	if resp.StatusCode >= http.StatusBadRequest {
		defer resp.Body.Close()
		return nil, c.refusal(r.doing, resp)
	}
	return resp, nil
}

func (c *Client) refusal(doing string, resp *http.Response) error {
	e := &Error{Doing: doing, Status: resp.StatusCode}
	b, err := io.ReadAll(io.LimitReader(resp.Body, 4<<10))
	if err != nil {
		return e
	}
	var said struct{ Error, Message string }
	if json.Unmarshal(b, &said) == nil {
		e.Message = program.Escape(said.Error + said.Message)
	}
	if c.token != "" {
		e.Message = strings.ReplaceAll(e.Message, c.token, "…")
	}
	return e
}

// call sends JSON and reads JSON into answer, unless that is nil.
func (c *Client) call(ctx context.Context, doing, method, address string, body, answer any) (http.Header, error) {
	r := request{doing: doing, method: method, address: address, header: http.Header{}}
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		r.body = b
		r.header.Set("Content-Type", "application/json")
	}
	return c.ask(ctx, r, answer)
}

func (c *Client) ask(ctx context.Context, r request, answer any) (http.Header, error) {
	resp, err := c.send(ctx, r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", r.doing, withoutURL(err))
	case len(b) > maxAnswer:
		return nil, fmt.Errorf("%s: an answer of more than %d bytes", r.doing, maxAnswer)
	case answer == nil:
		return resp.Header, nil
	}
	if raw, ok := answer.(*[]byte); ok {
		*raw = b
		return resp.Header, nil
	}
	if err := json.NewDecoder(bytes.NewReader(b)).Decode(answer); err != nil {
		return nil, fmt.Errorf("%s: no JSON where some is due: %w", r.doing, err)
	}
	return resp.Header, nil
}

// withoutURL drops the address from an error of net/http: storage's carry secrets.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
