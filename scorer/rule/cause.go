package rule

// Causes of a verdict, and of a difference between the two rules. The comments
// name the defect of upstream's scorer that a cause stands for.
const (
	TimeoutPasses     = "timeout_passes"      // upstream: a timeout is a success
	StdoutBlocks      = "stdout_blocks"       // upstream: over 64 KiB on stdout block the program until the timeout, which passes
	LimitNotUpstreams = "limit_not_upstreams" // ended by a limit that upstream does not have: its own verdict could be another
	BackgroundOutput  = "background_output"   // a background job wrote over 64 KiB after the shell had ended: what upstream makes of it is chance
	UpstreamDies      = "upstream_dies"       // upstream's scorer itself dies or hangs on this text
	UnknownEnd        = "unknown_end"         // facts written by another version

	SubstringArguments = "substring_arguments" // upstream finds the values somewhere in the text; as options they are missing or other
	TypeConfusion      = "type_confusion"      // upstream takes a text of the other type
	UncheckedShape     = "unchecked_shape"     // upstream runs whatever the text holds; its exit code need not be the entry's
	ValueSpelling      = "value_spelling"      // upstream compares text: the right value, written otherwise, is wrong
	TypeSpelling       = "type_spelling"       // upstream wants ".py " or ".sh " with the blank
	RawText            = "raw_text"            // upstream runs the raw text: fence, set-up lines, mode read off the text
	ShorterDeadline    = "shorter_deadline"    // ended between the two deadlines
	NotJudged          = "not_judged"          // one of the two could not be judged
)

// Cause names why an output is a pass, a fail or open under one rule and not
// under the other; it is empty where both agree. Paper's verdict "pass" against
// strict's "not_executed" differs too: the rules may execute different texts.
func Cause(paper, strict Judgement) string {
	p, s := standing(paper.Verdict), standing(strict.Verdict)
	switch {
	case p == s:
		return ""
	case s == fail && p != fail:
		return paperLenient(paper, strict)
	case p == fail && s != fail:
		return paperHarsh(paper)
	}
	return NotJudged
}

func paperLenient(paper, strict Judgement) string {
	switch strict.Verdict {
	case WrongArguments:
		return SubstringArguments
	case WrongType:
		return TypeConfusion
	case WrongShape:
		return UncheckedShape
	}
	switch {
	case paper.Cause == TimeoutPasses, paper.Cause == StdoutBlocks:
		return paper.Cause
	case paper.Verdict != Pass:
		return NotJudged
	case strict.Verdict == Timeout:
		return ShorterDeadline
	}
	return RawText
}

func paperHarsh(paper Judgement) string {
	switch {
	case paper.Verdict == WrongArguments:
		return ValueSpelling
	case paper.Verdict == WrongType:
		return TypeSpelling
	case paper.Cause != "":
		return paper.Cause
	}
	return RawText
}

// standings of a verdict: what it says about passing.
const (
	fail = iota
	open
	pass
)

func standing(v Verdict) int {
	switch v {
	case Pass:
		return pass
	case NotExecuted, Infrastructure:
		return open
	}
	return fail
}

// Better reports whether verdict a stands better than b: a pass before what is
// open, and that before a fail.
func Better(a, b Verdict) bool { return standing(a) > standing(b) }
