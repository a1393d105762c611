package data

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Digest names what the image is made from, so that an image built from an
// earlier definition is known to be stale: SHA-256 of the definition as JSON, in
// hex. It says nothing about package versions, which the suite decides.
func (b Build) Digest() string {
	text, err := json.Marshal(b)
	if err != nil {
		panic(err) // strings alone: cannot fail
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
