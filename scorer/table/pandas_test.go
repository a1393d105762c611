package table_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"podium/scorer/table"
)

// dump is a table as testdata/dump.py writes it.
type dump struct {
	Error   string       `json:"error,omitempty"` // exception type; ours is only "set or not"
	Columns []columnDump `json:"columns"`
	Rows    int          `json:"rows"`
}

type columnDump struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind"`
	Cells []string `json:"cells"`
}

func dumpTable(t *table.Table) dump {
	d := dump{Columns: []columnDump{}, Rows: t.Rows}
	for _, c := range t.Columns {
		cd := columnDump{Name: c.Name, Kind: c.Kind().String(), Cells: []string{}}
		for i := range c.Len() {
			v := c.Cell(i)
			word := [...]string{"missing", "bool ", "int ", "int ", "float ", "text "}[v.Kind]
			if v.Kind != table.CellMissing {
				word += v.String()
			}
			cd.Cells = append(cd.Cells, word)
		}
		d.Columns = append(d.Columns, cd)
	}
	return d
}

// TestAsPandas reads every testdata/pandas/*.csv and compares with the .json
// beside it, which testdata/dump.py wrote with pandas 2.3.3 (NumPy 2.4.6).
// PODIUM_TABLE_CASES names a further folder of the same form.
func TestAsPandas(t *testing.T) {
	dirs := []string{"testdata/pandas"}
	if more := os.Getenv("PODIUM_TABLE_CASES"); more != "" {
		dirs = append(dirs, more)
	}
	for _, dir := range dirs {
		files, _ := filepath.Glob(filepath.Join(dir, "*.csv"))
		if len(files) == 0 {
			t.Errorf("no cases in %s", dir)
		}
		for _, name := range files {
			t.Run(strings.TrimSuffix(filepath.Base(name), ".csv"), func(t *testing.T) { compareWithPandas(t, name) })
		}
	}
}

func compareWithPandas(t *testing.T, name string) {
	b, err := os.ReadFile(strings.TrimSuffix(name, ".csv") + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var want dump
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tab, err := table.Read(f, table.Options{})
	if (err != nil) != (want.Error != "") {
		t.Fatalf("error %v, pandas %q", err, want.Error)
	}
	if err != nil {
		return
	}
	if diff := cmp.Diff(want, dumpTable(tab)); diff != "" {
		text, _ := os.ReadFile(name)
		t.Errorf("pandas - ours +\n%s\n%s", diff, fmt.Sprintf("%.300q", text))
	}
}
