package verify_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// golist runs go list in the module and returns its lines.
func golist(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Skipf("go list is not to be had here: %v", err)
	}
	return strings.Fields(string(out))
}

func under(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// The scorer must stay small and without a network: neither Arrow nor gRPC nor
// the GitHub client may come into it by any road, and it never uses builder.
func TestScorerStaysSmall(t *testing.T) {
	for _, dep := range golist(t, "-deps", "podium/scorer") {
		for _, banned := range []string{
			"github.com/apache/arrow", "github.com/apache/arrow-go", "google.golang.org/grpc",
			"github.com/google/go-github", "github.com/go-git/go-git", "podium/builder",
		} {
			if under(dep, banned) {
				t.Errorf("scorer depends on %s", dep)
			}
		}
	}
}

// Arrow is the second reader: only this package imports it. Packages that only
// keep modules in go.mod import everything and are no part of any program.
func TestArrowStaysHere(t *testing.T) {
	programs := golist(t, "-deps", "podium/builder", "podium/scorer")
	lines := golist(t, "-f", `{{.ImportPath}}:{{join .Imports ","}}`, "podium/...")
	for _, line := range lines {
		pkg, imports, _ := strings.Cut(line, ":")
		if under(pkg, "podium/builder/verify") || !slices.Contains(programs, pkg) {
			continue
		}
		for _, dep := range strings.Split(imports, ",") {
			if under(dep, "github.com/apache/arrow") {
				t.Errorf("%s imports %s", pkg, dep)
			}
		}
	}
}

// Arrow v18 beside v17 does not link, or panics at start.
func TestOneArrow(t *testing.T) {
	for _, dep := range golist(t, "-deps", "podium/...") {
		if under(dep, "github.com/apache/arrow-go") {
			t.Errorf("%s is linked beside arrow v17", dep)
		}
	}
}

// What lies below the programs never imports them: cmd -> packages -> schemas,
// data -> internal.
func TestImportsPointDown(t *testing.T) {
	below := map[string][]string{
		"podium/schemas":  {"podium/builder", "podium/scorer", "podium/data"},
		"podium/data":     {"podium/builder", "podium/scorer"},
		"podium/internal": {"podium/builder", "podium/scorer", "podium/schemas", "podium/data"},
	}
	for _, line := range golist(t, "-f", `{{.ImportPath}}:{{join .Imports ","}}`, "podium/...") {
		pkg, imports, _ := strings.Cut(line, ":")
		for root, banned := range below {
			for _, dep := range strings.Split(imports, ",") {
				bad := slices.ContainsFunc(banned, func(b string) bool { return under(dep, b) })
				if under(pkg, root) && bad {
					t.Errorf("%s imports %s", pkg, dep)
				}
			}
		}
	}
}
