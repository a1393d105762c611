package rule

import (
	"time"

	"podium/schemas"
)

// Strict judges an output as it should be judged: the verdict of the static
// checks ("" when all pass), then the execution's end, by the table of the package
// comment. deadline is the sample's own, never the scoring host's.
func Strict(static Verdict, o Outcome, deadline time.Duration) Judgement {
	if static != "" {
		return Judgement{static, ""}
	}
	if j, ok := unobserved(o); ok {
		return j
	}
	f := o.Facts
	if f.End == schemas.EndDeadline || f.Elapsed >= deadline {
		return Judgement{Timeout, ""}
	}
	switch {
	case f.End == schemas.EndExited && f.Code == 0:
		return Judgement{Pass, ""}
	case f.End == schemas.EndExited, f.End == schemas.EndSignal:
		if len(f.Touched) > 0 {
			return Judgement{Resource, f.Touched[0]}
		}
		return Judgement{Failed, ""}
	}
	return Judgement{Resource, f.End}
}
