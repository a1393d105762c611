package kaggle

import (
	"reflect"

	"podium/schemas"
)

// Column says how many competitions have a value in a column that may be null.
type Column struct {
	Name    string   `json:"column"`
	Known   int      `json:"known"`
	Missing []string `json:"missing"` // ids of the others
}

// Missing counts what is not known, by column.
func Missing(rows []schemas.Competition) []Column {
	var columns []Column
	t := reflect.TypeFor[schemas.Competition]()
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Type.Kind() != reflect.Pointer {
			continue
		}
		c := Column{Name: f.Tag.Get("json"), Missing: []string{}}
		for _, row := range rows {
			if reflect.ValueOf(row).Field(i).IsNil() {
				c.Missing = append(c.Missing, row.ID)
			} else {
				c.Known++
			}
		}
		columns = append(columns, c)
	}
	return columns
}
