package meta

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// parseID reads a whole number; empty is 0. Editions that went through pandas
// have 12.0 for 12.
func parseID(s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	v, err := strconv.ParseInt(strings.TrimSuffix(s, ".0"), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%.40q is not a whole number", s)
	}
	return v, nil
}

// parseBool reads the spellings of the editions; empty is false.
func parseBool(s string) (bool, error) {
	switch s {
	case "True", "true", "1", "1.0":
		return true, nil
	case "False", "false", "0", "0.0", "":
		return false, nil
	}
	return false, fmt.Errorf("%.40q is neither True nor False", s)
}

// parseTime reads a date of any edition as UTC; empty is the zero time.
func parseTime(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{"01/02/2006 15:04:05", "2006-01-02 15:04:05", time.RFC3339, "01/02/2006", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("%.40q is not a date", s)
}
