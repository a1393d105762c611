// Package pid1 is the first process of every sandbox: the static scorer itself,
// bind-mounted read-only. It starts the attempt, reaps, measures, kills the whole
// tree at the deadline and writes one Result at the very end (RULES.md, section 5).
//
// What it reads and writes, over the streams that the engine attached:
//
//	stdin   one Spec as a JSON line; then the stream stays open as a lifeline: at
//	        its end, because the scorer died or gave up, everything is killed
//	stdout  one Result as a JSON line, when nothing but pid 1 is left
//	stderr  the line StartLine just before the attempt starts; words for people,
//	        when it could not do its work
//
// An attempt cannot forge a result. It holds pipes and never these streams; pid 1
// is not dumpable, so /proc/1/fd and ptrace are closed to it; pid 1 handles no
// signal, and the first process of a PID namespace gets none that it does not
// handle from inside. A pid 1 that dies without a result after StartLine is the
// attempt's doing, never a pass and never infrastructure: Lost gives its facts.
package pid1
