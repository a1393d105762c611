package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"podium/schemas"
	"podium/scorer/rule"
	"podium/scorer/run"
)

// row is a sample as upstream sees it.
type row struct {
	key     schemas.Key
	folder  string
	line    int64 // of the prediction file; 0: no prediction
	outputs int
	pass    [3]int // at 1, 2 and 5
}

func newRow(j *run.Judged) row {
	r := row{key: j.Sample, folder: j.Folder, line: j.Line, outputs: len(j.Outputs)}
	passes := make([]bool, len(j.Paper))
	for i, p := range j.Paper {
		passes[i] = p.Verdict == rule.Pass
	}
	for i, k := range defaultK {
		r.pass[i] = int(anyOfFirst(passes, k))
	}
	return r
}

func (r row) scored() bool { return r.outputs == upstreamOutputs }

// upstream sums up what the published scorer would print.
func upstream(rows []row) Upstream {
	var u Upstream
	var pass [3]int
	for _, r := range rows {
		switch {
		case r.line == 0:
			u.Missing++
			continue
		case !r.scored():
			u.Dropped++
			continue
		}
		u.Scored++
		for i, p := range r.pass {
			pass[i] += p
		}
	}
	u.Pass = rates(pass, u.Scored)
	return u
}

func rates(pass [3]int, of int) (r [3]float64) {
	if of == 0 {
		return r
	}
	for i, p := range pass {
		r[i] = float64(p) / float64(of)
	}
	return r
}

// unemulated lists what rule paper cannot do as the published scorer does.
func unemulated(causes map[string]int) []Unemulated {
	counted := func(cause string) *int {
		n := causes[cause]
		return &n
	}
	return []Unemulated{
		{"state that attempts leave to one another in one checkout", nil},
		{"network and downloads", nil},
		{"upstream's own death or hang", counted(rule.UpstreamDies)},
		{"a background job that fills the pipe after the shell has ended", counted(rule.BackgroundOutput)},
		{"more memory, disk or output than the sandbox grants", counted(rule.LimitNotUpstreams)},
	}
}

// WriteUpstream writes result.jsonl as the published scorer does, byte for byte
// but for the path and time of its first line: a header, a line for each row that
// has five outputs, in the order of the prediction file, the means, the means by
// repository in the order in which they first occur, and a line of equal signs.
//
// Where no row has five outputs the published scorer divides by zero after the
// header, so the header is all there is. With twelve repositories it ends before
// the lines by repository; here they are written.
func (r *Report) WriteUpstream(w io.Writer) error {
	bw := bufio.NewWriter(w)
	input := pythonString(r.Source.Predictions)
	fmt.Fprintf(bw, "{\"input_file\": %s, \"start_time\": \"%s\"}\n", input, r.Source.Started.Local().Format("2006-01-02 15:04:05"))
	rows := slices.DeleteFunc(slices.Clone(r.rows), func(r row) bool { return !r.scored() })
	slices.SortStableFunc(rows, func(x, y row) int { return cmp.Compare(x.line, y.line) })

	var folders []string
	pass, count := make(map[string][3]int), make(map[string]int)
	for _, row := range rows {
		fmt.Fprintf(bw, "{\"id\": %d, \"github_id\": %d, \"pass1\": %d, \"pass2\": %d, \"pass5\": %d}\n",
			row.key.ID, row.key.GithubID, row.pass[0], row.pass[1], row.pass[2])
		name := "repos/" + row.folder
		if count[name]++; count[name] == 1 {
			folders = append(folders, name)
		}
		p := pass[name]
		for i := range p {
			p[i] += row.pass[i]
		}
		pass[name] = p
	}
	if len(rows) == 0 {
		return bw.Flush()
	}
	p := r.Upstream.Pass
	fmt.Fprintf(bw, "{\"counts\": %d, \"eval_pass1\": %s, \"eval_pass2\": %s, \"eval_pass5\": %s, \"input_file\": %s}\n",
		len(rows), pythonFloat(p[0]), pythonFloat(p[1]), pythonFloat(p[2]), input)
	for _, name := range folders {
		p := rates(pass[name], count[name])
		fmt.Fprintf(bw, "{\"repo\": %s, \"result\": [%s, %s, %s]}\n",
			pythonString(name), pythonFloat(p[0]), pythonFloat(p[1]), pythonFloat(p[2]))
	}
	fmt.Fprintln(bw, strings.Repeat("=", 27))
	return bw.Flush()
}

// pythonFloat writes a rate in [0, 1] as Python's repr does.
func pythonFloat(f float64) string {
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// pythonString writes s as Python's json.dumps does: ASCII only.
func pythonString(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always has a JSON form, and a buffer takes it
	var out strings.Builder
	for _, r := range strings.TrimSuffix(b.String(), "\n") {
		switch {
		case r < utf8.RuneSelf:
			out.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&out, "\\u%04x\\u%04x", 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(&out, "\\u%04x", r)
		}
	}
	return out.String()
}
