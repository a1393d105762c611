package predict

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
)

// shown is how many problems an error spells out.
const shown = 20

// problemList keeps the first problems, counts all, and writes all to a file
// that is made with the first of them and named when the list is whole.
type problemList struct {
	path string
	sum  Problems
	temp *os.File
	w    *bufio.Writer
}

func (l *problemList) add(p Problem) error {
	if len(l.sum.First) < shown {
		l.sum.First = append(l.sum.First, p)
	}
	l.sum.Count[p.Kind]++
	if l.path == "" {
		return nil
	}
	if l.temp == nil {
		temp, err := os.CreateTemp(filepath.Dir(l.path), "."+filepath.Base(l.path)+".*")
		if err != nil {
			return err
		}
		l.temp, l.w = temp, bufio.NewWriter(temp)
	}
	b, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = l.w.Write(append(b, '\n'))
	return err
}

// close puts the list in its place. It does nothing when there was no problem.
func (l *problemList) close() error {
	if l.temp == nil {
		return nil
	}
	if err := l.w.Flush(); err != nil {
		return err
	}
	if err := l.temp.Chmod(0o644); err != nil {
		return err
	}
	if err := l.temp.Close(); err != nil {
		return err
	}
	if err := os.Rename(l.temp.Name(), l.path); err != nil {
		return err
	}
	l.temp = nil
	l.sum.List = l.path
	return nil
}

// discard removes a list that was not closed.
func (l *problemList) discard() {
	if l.temp != nil {
		l.temp.Close()
		os.Remove(l.temp.Name())
	}
}
