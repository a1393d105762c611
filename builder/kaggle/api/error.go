package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Kind says what an error of the API means.
type Kind int

// Kinds of error.
const (
	Unauthorised Kind = iota + 1 // 401: no, bad or expired credentials
	RulesNotAccepted
	Forbidden // 403: no such competition for this account, or no access
	NotFound
	RateLimited
	Unavailable // 5xx, or the connection failed
	Malformed   // an answer that makes no sense
)

// Error is a failed operation.
type Error struct {
	Operation   string // GetLeaderboard, …
	Competition string
	Kind        Kind
	Status      int    // HTTP's, 0 when there was no answer
	Message     string // Kaggle's own, cut; or what was wrong with the answer
	RetryAfter  time.Duration
	Err         error // of the connection, without its address
}

func (e *Error) Error() string {
	s := e.Operation
	if e.Competition != "" {
		s += " " + e.Competition
	}
	if e.Status != 0 {
		s += fmt.Sprintf(": %d %s", e.Status, http.StatusText(e.Status))
	}
	if e.Message != "" {
		s += ": " + strconv.Quote(e.Message) // it may hold anything
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	if advice := e.Advice(); advice != "" {
		s += "; " + advice
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// Advice says what can be done.
func (e *Error) Advice() string {
	switch e.Kind {
	case Unauthorised:
		return "the token is missing, wrong or expired: make a new one at kaggle.com/settings"
	case RulesNotAccepted:
		return "log in and accept the rules at https://www.kaggle.com/competitions/" + e.Competition + "/rules"
	case Forbidden:
		return "check the competition's name; if it is right, this account may not see it, or has to join it first"
	case NotFound:
		return "check the name"
	case RateLimited:
		return "Kaggle asks to slow down: wait some minutes and start again, what is saved is not asked for again"
	case Unavailable:
		return "Kaggle or the network is at fault: start again later"
	}
	return ""
}

// NeedsPerson tells whether waiting cannot help: somebody has to act.
func (e *Error) NeedsPerson() bool {
	return e.Kind == Unauthorised || e.Kind == RulesNotAccepted || e.Kind == Forbidden
}

// passing tells whether another try may help.
func (e *Error) passing() bool { return e.Kind == RateLimited || e.Kind == Unavailable }

// errorBytes is how much of an error's answer is read, and messageRunes how much
// is shown.
const (
	errorBytes   = 64 << 10
	messageRunes = 200
)

// failure makes an error of an answer with an error's status.
func failure(resp *http.Response, body []byte) *Error {
	e := &Error{Status: resp.StatusCode, Message: message(body)}
	switch lower := strings.ToLower(e.Message); {
	case e.Status == http.StatusUnauthorized:
		e.Kind = Unauthorised
	case e.Status == http.StatusForbidden && strings.Contains(lower, "accept") && strings.Contains(lower, "rules"):
		e.Kind = RulesNotAccepted
	case e.Status == http.StatusForbidden:
		e.Kind = Forbidden
	case e.Status == http.StatusNotFound:
		e.Kind = NotFound
	case e.Status == http.StatusTooManyRequests:
		e.Kind = RateLimited
		e.RetryAfter = retryAfter(resp.Header.Get("Retry-After"), time.Now())
	case e.Status >= 500:
		e.Kind = Unavailable
		e.RetryAfter = retryAfter(resp.Header.Get("Retry-After"), time.Now())
	default:
		e.Kind = Malformed
	}
	return e
}

// message is what an error's body says: the member message of its object, or
// the start of it when it is plain text; a web page says nothing.
func message(body []byte) string {
	var v struct{ Message string }
	text := string(body)
	if json.Unmarshal(body, &v) == nil {
		text = v.Message
	} else if strings.HasPrefix(strings.TrimSpace(text), "<") {
		return ""
	}
	text = strings.ToValidUTF8(strings.TrimSpace(text), "\uFFFD")
	if runes := []rune(text); len(runes) > messageRunes {
		text = string(runes[:messageRunes]) + "…"
	}
	return text
}

// retryAfter reads the header, seconds or a date; 0 when it says nothing.
func retryAfter(header string, now time.Time) time.Duration {
	if n, err := strconv.ParseFloat(header, 64); err == nil && n >= 0 && n < 1e6 {
		return time.Duration(n * float64(time.Second))
	}
	if t, err := http.ParseTime(header); err == nil && t.After(now) {
		return t.Sub(now)
	}
	return 0
}
