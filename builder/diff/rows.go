package diff

import (
	"errors"
	"iter"
	"os"
	"reflect"
	"strings"

	"podium/schemas"
)

// tables compares the splits of one config.
func tables[T any](t schemas.Table[T], splits ...string) func(*Diff, *schemas.Release, *schemas.Release) error {
	return func(d *Diff, from, to *schemas.Release) error {
		for _, split := range splits {
			a, inOld := from.Manifest.File(t.Config, split)
			b, inNew := to.Manifest.File(t.Config, split)
			if !inOld && !inNew || inOld && inNew && a.RowDigest == b.RowDigest {
				continue
			}
			old, err := columns(from, a, inOld)
			if err != nil {
				return err
			}
			now, err := columns(to, b, inNew)
			if err != nil {
				return err
			}
			if old != now {
				d.Schema = append(d.Schema, Schema{t.Config, split, old, now})
			}
			// Rows of other columns than this program's cannot be read, nor compared.
			ours := schemas.Signature[T]()
			if inOld && old != ours || inNew && now != ours {
				continue
			}
			table := Table{Config: t.Config, Split: split, OldRows: a.Rows, NewRows: b.Rows, Rows: []Row{}}
			if err := compare(&table, t, rowsOf(from, t, split, inOld), rowsOf(to, t, split, inNew)); err != nil {
				return err
			}
			d.Tables = append(d.Tables, table)
		}
		return nil
	}
}

// columns returns a file's columns, "" where there is no file.
func columns(r *schemas.Release, f schemas.File, there bool) (s string, err error) {
	if !there {
		return "", nil
	}
	file, err := os.Open(r.Path(f.Path))
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return schemas.ReadSignature(file, f.Bytes)
}

func rowsOf[T any](r *schemas.Release, t schemas.Table[T], split string, there bool) iter.Seq2[T, error] {
	if !there {
		return func(func(T, error) bool) {}
	}
	return schemas.ReadRows(r, t, split)
}

// compare walks both files, which are sorted by key, side by side.
func compare[T any](table *Table, t schemas.Table[T], from, to iter.Seq2[T, error]) error {
	nextOld, stopOld := iter.Pull2(from)
	defer stopOld()
	nextNew, stopNew := iter.Pull2(to)
	defer stopNew()
	old, err, moreOld := nextOld()
	if err != nil {
		return err
	}
	now, err, moreNew := nextNew()
	if err != nil {
		return err
	}
	for moreOld || moreNew {
		order := 0
		switch {
		case !moreNew:
			order = -1
		case !moreOld:
			order = 1
		default:
			order = t.Compare(&old, &now)
		}
		switch {
		case order < 0:
			table.add(Row{Kind: Removed, Key: t.Describe(&old), TaskID: taskOf(&old)})
		case order > 0:
			table.add(Row{Kind: Added, Key: t.Describe(&now), TaskID: taskOf(&now)})
		default:
			if fields := differ(&old, &now); len(fields) > 0 {
				table.add(Row{Kind: Changed, Key: t.Describe(&now), TaskID: taskOf(&now), Fields: fields})
			}
		}
		if order <= 0 {
			if old, err, moreOld = nextOld(); err != nil {
				return err
			}
		}
		if order >= 0 {
			if now, err, moreNew = nextNew(); err != nil {
				return err
			}
		}
	}
	return nil
}

func taskOf[T any](row *T) string {
	if s, ok := any(row).(*schemas.Sample); ok {
		return s.TaskID
	}
	return ""
}

// differ returns the columns in which two rows differ.
func differ[T any](old, now *T) []Field {
	var fields []Field
	a, b := reflect.ValueOf(old).Elem(), reflect.ValueOf(now).Elem()
	for i := range a.NumField() {
		x, y := a.Field(i).Interface(), b.Field(i).Interface()
		if !reflect.DeepEqual(x, y) {
			name, _, _ := strings.Cut(a.Type().Field(i).Tag.Get("parquet"), ",")
			fields = append(fields, Field{name, x, y})
		}
	}
	return fields
}

func (t *Table) add(r Row) {
	t.Rows = append(t.Rows, r)
	var task *Task
	for i := range t.Tasks {
		if t.Tasks[i].TaskID == r.TaskID {
			task = &t.Tasks[i]
		}
	}
	if task == nil {
		if r.TaskID != "" {
			t.Tasks = append(t.Tasks, Task{TaskID: r.TaskID})
			task = &t.Tasks[len(t.Tasks)-1]
		} else {
			task = &Task{} // counted nowhere
		}
	}
	switch r.Kind {
	case Added:
		t.Added++
		task.Added++
	case Removed:
		t.Removed++
		task.Removed++
	case Changed:
		t.Changed++
		task.Changed++
	}
}

// moved marks the samples that left one split for another. quarter is a part of
// full, so nothing moves from or to it.
func moved(tables []Table) {
	type place struct{ table, row int }
	removed := map[string]place{}
	each := func(kind string, visit func(p place, key string)) {
		for i := range tables {
			if tables[i].Config != schemas.ConfigSamples || tables[i].Split == "quarter" {
				continue
			}
			for j, r := range tables[i].Rows {
				if r.Kind == kind {
					visit(place{i, j}, r.Key)
				}
			}
		}
	}
	each(Removed, func(p place, key string) { removed[key] = p })
	each(Added, func(p place, key string) {
		if from, ok := removed[key]; ok {
			tables[p.table].Rows[p.row].Other = tables[from.table].Split
			tables[from.table].Rows[from.row].Other = tables[p.table].Split
		}
	})
}
