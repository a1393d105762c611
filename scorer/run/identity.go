package run

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"podium/schemas"
	"podium/scorer/sandbox"
)

// Wrapper names what stands between the engine and an attempt's text: how it is
// handed over, started and watched. It is raised when that could change facts.
const Wrapper = "1"

// Identity is all that can change the facts of an attempt. Attempts of equal
// identity run once.
type Identity struct {
	Sample  schemas.Key    `json:"sample"`
	Commit  string         `json:"commit"`
	Dir     string         `json:"dir"` // working directory below the repository
	Text    string         `json:"text"`
	Mode    string         `json:"mode"`
	Engine  string         `json:"engine"`
	Layers  []string       `json:"layers"`
	Root    string         `json:"root,omitempty"` // of an image that has no layers: its reference
	Env     []string       `json:"env"`
	Limits  sandbox.Limits `json:"limits"`
	GPU     string         `json:"gpu"` // model; empty: none
	Wrapper string         `json:"wrapper"`
	Repeat  int            `json:"repeat"`
}

// Key returns the identity's digest, in hex: SHA-256 of its JSON form, in which
// Text stands as its own SHA-256.
func (id Identity) Key() string {
	id.Text = digest([]byte(id.Text))
	b, err := json.Marshal(id)
	if err != nil {
		panic(err) // strings and finite numbers only
	}
	return digest(b)
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
