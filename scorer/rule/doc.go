// Package rule turns facts into verdicts. A rule is a pure and total function:
// it runs nothing and reads nothing but its arguments, so a finished run is
// graded again from its journal alone.
//
// Two rules read the same facts. [Paper] gives what the published ML-Bench
// scorer gives, with its quirks: a timeout passes, and so does a program that
// blocks on a full output pipe until the timeout. [Strict] gives what it should
// have given. [Cause] names why the two differ.
//
// Between the facts of one execution and a verdict (Y: elapsed has reached the
// rule's own deadline, whatever came afterwards):
//
//	end, first match decides      strict                           paper
//	trouble of ours               infrastructure                   infrastructure
//	not executed                  not_executed                     not_executed
//	stdout > 64 KiB, see below    as its end says                  pass     (stdout_blocks)
//	Y, or deadline                timeout                          pass     (timeout_passes)
//	exited 0                      pass                             pass
//	exited n, signal              failed; resource where a limit   failed
//	                              was touched
//	output_limit on stdout        resource                         pass     (stdout_blocks)
//	output_limit on stderr        resource                         failed   (limit_not_upstreams)
//	out_of_memory, disk_limit     resource                         failed   (limit_not_upstreams)
//	an end not known here         infrastructure                   infrastructure
//
// The third line counts what was written before the main process ended: upstream
// hands the program a pipe that nobody reads, which holds 64 KiB.
//
// Strict takes exit code 0 as a pass: it has no witness yet that the task's entry
// ran, so it is only as good as the static checks before it.
package rule

// Version names this set of rules in a run's manifest. It is raised whenever the
// same facts would get another verdict.
const Version = "1"
