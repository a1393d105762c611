package check

import (
	"fmt"
	"strings"

	"podium/schemas"
)

// checkPaper repeats the published scorer's tests (its utils/exec.py):
// validate_arguments, validate_output_type and the choice in execute_output.
func checkPaper(sample *schemas.Sample, args schemas.Arguments, output string) Paper {
	script := strings.Contains(output, ".sh ") || strings.Contains(output, ".py ")
	p := Paper{Arguments: true, Mode: schemas.ModePython}
	if script {
		p.Mode = schemas.ModeBash
	}
	// A type that is not "Bash Script" counts as Python there.
	p.Type = script == (sample.Type == schemas.TypeBash)

	lower := pyLower(output)
	for _, arg := range args {
		if !strings.Contains(lower, pyLower(arg.Value)) {
			p.Arguments = false
			break
		}
	}
	if p.Arguments && p.Type {
		p.Dies = dies(sample, p.Mode, output)
	}
	return p
}

// maxArgument is Linux's MAX_ARG_STRLEN: the longest argument of a new program
// in bytes, its closing NUL counted.
const maxArgument = 128 << 10

// dies tells where the published scorer's own call of bash raises, outside the
// one exception it catches, and ends the whole run.
func dies(sample *schemas.Sample, mode, output string) string {
	dir, env := upstreamPlace(sample.GithubID)
	if dir == "" {
		return fmt.Sprintf("KeyError: no environment for github_id %d", sample.GithubID)
	}
	if mode == schemas.ModePython {
		return "" // written to a file: any text can be
	}
	// The command is "cd DIR; source activate ENV; OUTPUT", DIR being
	// "./repos/NAME" and the path without its leading dot.
	_, size := nextRune(sample.Path)
	command := len("cd ./repos/; source activate ; ") + len(dir) + len(sample.Path) - size + len(env) + len(output)
	switch {
	case strings.Contains(output, "\x00"):
		return "ValueError: embedded null byte"
	case command+1 > maxArgument:
		return "OSError: argument list too long"
	}
	return ""
}

// nextRune returns the first character of s and its length in bytes, 0 for none.
func nextRune(s string) (rune, int) {
	for _, r := range s {
		return r, len(string(r))
	}
	return 0, 0
}

// upstreamPlace returns the folder and the conda environment of the published
// scorer's two tables, which are part of the command it hands to bash.
func upstreamPlace(githubID int64) (dir, env string) {
	switch githubID {
	case 1:
		return "dgl", "dgl_DS"
	case 2:
		return "bert", "bert_DS"
	case 3:
		return "lavis", "lavis_DS"
	case 4:
		return "if", "if_DS"
	case 5:
		return "vid2vid", "V2V_DS"
	case 6:
		return "esm", "esm_DS"
	case 7:
		return "open_clip", "OP_DS"
	case 8:
		return "Time-Series-Library", "TSL_DS"
	case 9:
		return "External-Attention-pytorch", "EAP_DS"
	case 10:
		return "PyTorch-GAN", "PG_DS"
	case 11:
		return "pytorch-image-models", "PIM_DS"
	case 13:
		return "learning3d", "L3_DS"
	case 14:
		return "muzic", "MZ2_DS"
	case 15:
		return "Grounded-Segment-Anything", "GSA2_DS"
	}
	return "", ""
}
