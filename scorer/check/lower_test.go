package check

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"testing"
	"unicode"
)

var newIn15 = &unicode.RangeTable{
	R16: []unicode.Range16{{0x0ECE, 0x0ECE, 1}},
	R32: []unicode.Range32{
		{0x10EFD, 0x10EFF, 1}, {0x11241, 0x11241, 1}, {0x11F00, 0x11F59, 1}, {0x13430, 0x1345F, 1},
		{0x1DF25, 0x1DF2A, 1}, {0x1E030, 0x1E08F, 1}, {0x1E4D0, 0x1E4FF, 1},
	},
}

// TestLowerAgreesWithPython lowers every character alone and around a capital
// sigma. testdata/paper/lower.txt has one SHA-256 for each 4096 characters, made
// by CPython 3.11 from str.lower of the same strings. It knows Unicode 14 and Go
// knows 15: characters that are new and matter are left out on both sides.
func TestLowerAgreesWithPython(t *testing.T) {
	f, err := os.Open("testdata/paper/lower.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	blocks := 0
	for s := bufio.NewScanner(f); s.Scan(); blocks++ {
		var first rune
		var want string
		if _, err := fmt.Sscanf(s.Text(), "%x %s", &first, &want); err != nil {
			t.Fatal(err)
		}
		h := sha256.New()
		for r := first; r < first+4096; r++ {
			if 0xD800 <= r && r <= 0xDFFF || unicode.Is(newIn15, r) {
				continue
			}
			c := string(r)
			for _, s := range []string{c, "aΣ" + c, "aΣ" + c + "a", c + "Σ", "a" + c + "Σ", "İ" + c} {
				h.Write([]byte(pyLower(s)))
				h.Write([]byte{0})
			}
		}
		if got := fmt.Sprintf("%x", h.Sum(nil)); got != want {
			t.Errorf("characters from %U on: lowered otherwise than Python does", first)
		}
	}
	if blocks != 0x110 {
		t.Errorf("%d blocks in the golden file, want %d", blocks, 0x110)
	}
}
