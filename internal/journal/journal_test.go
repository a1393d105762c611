package journal

import (
	"errors"
	"os"
	"testing"
)

func TestJournalOnAFullDisk(t *testing.T) {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here: ", err)
	}
	j := &Journal{file: f}
	first := j.Append("a")
	if first == nil {
		t.Fatal("a full disk took a line")
	}
	if err := j.Append("b"); !errors.Is(err, first) {
		t.Errorf("after %v: %v", first, err)
	}
}
