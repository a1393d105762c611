package rule

import (
	"time"

	"podium/schemas"
)

// pipeCapacity is what a Linux pipe holds, in bytes. Upstream never reads the
// pipe it gives a program as stdout, so the byte after these blocks it.
const pipeCapacity = 64 << 10

// PaperDeadline is upstream's usual time limit; some repositories have another.
const PaperDeadline = 10 * time.Second

// Judgement is a verdict and, where a quirk or a limit decided it, its cause.
type Judgement struct {
	Verdict Verdict `json:"verdict"`
	Cause   string  `json:"cause,omitempty"`
}

// Outcome is what came of executing an output: facts, or trouble of ours, or
// neither when it was not executed.
type Outcome struct {
	Facts   *schemas.Facts
	Trouble *schemas.Trouble
}

// PaperStatic is what upstream's own checks say of an output's raw text.
type PaperStatic struct {
	Arguments bool   // every wanted value is a substring
	Type      bool   // ".sh " or ".py " occurs where the sample wants Bash
	Dies      string // why upstream's scorer itself dies or hangs on this text; usually empty
}

// Paper judges an output as the published scorer does: its argument check, then
// its type check, then the execution's end, by the table of the package comment.
// deadline is upstream's for the repository and mode.
func Paper(static PaperStatic, o Outcome, deadline time.Duration) Judgement {
	switch {
	case static.Dies != "":
		return Judgement{Failed, UpstreamDies}
	case !static.Arguments:
		return Judgement{WrongArguments, ""}
	case !static.Type:
		return Judgement{WrongType, ""}
	}
	if j, ok := unobserved(o); ok {
		return j
	}
	f := o.Facts
	switch {
	case f.Stdout.BytesBeforeEnd > pipeCapacity:
		return Judgement{Pass, StdoutBlocks}
	case f.End == schemas.EndDeadline, f.Elapsed >= deadline:
		return Judgement{Pass, TimeoutPasses}
	}
	switch f.End {
	case schemas.EndExited:
		if f.Code == 0 {
			return Judgement{Pass, leftBehind(f)}
		}
		return Judgement{Failed, leftBehind(f)}
	case schemas.EndSignal:
		return Judgement{Failed, leftBehind(f)}
	case schemas.EndOutputLimit:
		if f.Stream == "stdout" {
			return Judgement{Pass, StdoutBlocks}
		}
	}
	return Judgement{Failed, LimitNotUpstreams}
}

// leftBehind names a background job that filled the pipe after the main process
// had ended: upstream may have been held up by it or not.
func leftBehind(f *schemas.Facts) string {
	if f.Stdout.Bytes > pipeCapacity {
		return BackgroundOutput
	}
	return ""
}

// unobserved judges what has no facts to go by, the same under both rules.
func unobserved(o Outcome) (Judgement, bool) {
	switch {
	case o.Trouble != nil:
		return Judgement{Infrastructure, o.Trouble.Kind}, true
	case o.Facts == nil:
		return Judgement{NotExecuted, ""}, true
	}
	switch o.Facts.End {
	case schemas.EndExited, schemas.EndSignal, schemas.EndDeadline,
		schemas.EndOutOfMemory, schemas.EndOutputLimit, schemas.EndDiskLimit:
		return Judgement{}, false
	}
	return Judgement{Infrastructure, UnknownEnd}, true
}
