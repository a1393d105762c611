package pid1

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"podium/schemas"
	"podium/scorer/sandbox/cgroup"
)

func TestJudge(t *testing.T) {
	oom := cgroup.Counters{OOMKills: 1, Peak: 100}
	exited := func(code int) schemas.Facts { return schemas.Facts{End: schemas.EndExited, Code: code, PeakMemory: 7} }
	for _, c := range []struct {
		name    string
		result  Result
		outside cgroup.Counters
		end     string
		code    int
		signal  string
		touched []string
	}{
		{name: "plain", result: Result{Facts: exited(0)}, end: schemas.EndExited},
		{name: "failed", result: Result{Facts: exited(3)}, end: schemas.EndExited, code: 3},
		{name: "failed for memory", result: Result{Facts: exited(3), Cgroup: &oom}, end: schemas.EndOutOfMemory, touched: []string{"memory"}},
		{name: "seen from outside alone", result: Result{Facts: exited(3)}, outside: oom, end: schemas.EndOutOfMemory, touched: []string{"memory"}},
		{name: "survived", result: Result{Facts: exited(0), Cgroup: &oom, DiskFull: true}, end: schemas.EndExited, touched: []string{"memory", "disk"}},
		{name: "killed for memory", result: Result{Facts: schemas.Facts{End: schemas.EndSignal, Signal: "SIGKILL"}, Cgroup: &oom}, end: schemas.EndOutOfMemory, touched: []string{"memory"}},
		{name: "killed", result: Result{Facts: schemas.Facts{End: schemas.EndSignal, Signal: "SIGKILL"}, Cgroup: &cgroup.Counters{}}, end: schemas.EndSignal, signal: "SIGKILL"},
		{name: "disk", result: Result{Facts: exited(1), DiskFull: true}, end: schemas.EndDiskLimit, touched: []string{"disk"}},
		{name: "memory before disk", result: Result{Facts: exited(1), DiskFull: true, Cgroup: &oom}, end: schemas.EndOutOfMemory, touched: []string{"memory", "disk"}},
		{name: "deadline decides", result: Result{Facts: schemas.Facts{End: schemas.EndDeadline}, DiskFull: true, Cgroup: &oom}, end: schemas.EndDeadline, touched: []string{"memory", "disk"}},
		{name: "output decides", result: Result{Facts: schemas.Facts{End: schemas.EndOutputLimit, Stream: "stdout"}, DiskFull: true}, end: schemas.EndOutputLimit, touched: []string{"disk", "output"}},
		{name: "forks", result: Result{Facts: exited(1), Cgroup: &cgroup.Counters{Refused: 4}}, end: schemas.EndExited, code: 1, touched: []string{"processes"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := c.result.Judge(c.outside)
			if f.End != c.end || f.Code != c.code || f.Signal != c.signal {
				t.Errorf("got %s %d %q, want %s %d %q", f.End, f.Code, f.Signal, c.end, c.code, c.signal)
			}
			if diff := cmp.Diff(c.touched, f.Touched); diff != "" {
				t.Errorf("touched (-want +got):\n%s", diff)
			}
		})
	}
}

// A pid 1 without a result is never a pass.
func TestLost(t *testing.T) {
	for _, c := range []struct {
		got  schemas.Facts
		want string
	}{
		{Lost(time.Second, cgroup.Counters{}), schemas.EndSignal},
		{Lost(time.Second, cgroup.Counters{OOMKills: 1}), schemas.EndOutOfMemory},
		{Overdue(time.Second, cgroup.Counters{OOMKills: 1}), schemas.EndDeadline},
	} {
		if c.got.End != c.want || c.got.Elapsed != time.Second {
			t.Errorf("got %+v, want end %s after 1 s", c.got, c.want)
		}
	}
}
