package grade

import (
	"strings"
	"testing"

	"podium/data"
	"podium/scorer/table"
)

// FuzzCells reads any text as boxes, spans, tokens and labels: no panic, and what
// is read has the shape it promises.
func FuzzCells(f *testing.F) {
	for _, s := range []string{
		"", "1:2", "YES", " NO ", "1:2:3", "-1:+07", "a 1 2", "opacity 0.5 1 2 3 4", "14 1 0 0 1 1", "1.0 0 0 0 1 1 1 0 car", "1 2 3", "nan inf -inf", "1_0 ٣ 4",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if s, ok := readSpan(text); ok && s != "" && s != "YES" && s != "NO" && strings.Count(s, ":") != 1 {
			t.Fatalf("span %q of %q", s, text)
		}
		if boxes, _, ok := labelledBoxes(strings.Split(text, " ")); ok && len(boxes)*6 != len(strings.Split(text, " ")) {
			t.Fatalf("%d boxes of %q", len(boxes), text)
		}
		if tokens, bad := wholeTokens(text); bad == "" && len(tokens) != len(strings.FieldsFunc(text, table.PythonSpace)) {
			t.Fatalf("tokens %v of %q", tokens, text)
		}
		tab, err := table.FromRows([]string{"id", "cell"}, [][]string{{"a", text}})
		if err != nil {
			t.Fatal(err)
		}
		boxes3D(tab.Column("cell"), 0)
	})
}

// FuzzGrade scores any submission text to a few competitions: no panic, exactly
// one of value and refusal, and a message.
func FuzzGrade(f *testing.F) {
	ids := []string{
		"spaceship-titanic", "spooky-author-identification", "osic-pulmonary-fibrosis-progression", "tgs-salt-identification-challenge",
		"kuzushiji-recognition", "vinbigdata-chest-xray-abnormalities-detection", "h-and-m-personalized-fashion-recommendations", "AI4Code",
	}
	answers := []string{
		"PassengerId,Transported\na,True\nb,False\n", "id,EAP,HPL,MWS\na,1,0,0\nb,0,1,0\n", "Patient,Patient_Week,FVC\np,p_1,2000\np,p_2,2100\np,p_3,\n", "id,rle_mask\na,1 3\nb,\n",
		"image_id,labels\na,U 1 1 5 5\nb,\n", "image_id,class_id,x_min,y_min,x_max,y_max\na,1,0,0,5,5\nb,14,0,0,1,1\n", "customer_id,prediction\na,1 2\nb,3\n", "id,cell_order\na,x y z\nb,q\n",
	}
	var graders []*Grader
	var tables []*table.Table
	for i, id := range ids {
		g, err := Open(data.Embedded(), id)
		if err != nil {
			f.Fatal(err)
		}
		t, err := table.Read(strings.NewReader(answers[i]), table.Options{})
		if err != nil {
			f.Fatal(err)
		}
		graders, tables = append(graders, g), append(tables, t)
		f.Add(uint8(i), answers[i])
	}
	f.Add(uint8(5), "image_id,PredictionString\na,1 0.5 0 0 5 5\nb,14 1 0 0 1 1\n")
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		i := int(which) % len(graders)
		sub, err := table.Read(strings.NewReader(text), table.Options{Limits: table.Limits{Bytes: 1 << 16, Columns: 100, Cells: 1 << 14}})
		if err != nil {
			return
		}
		s, err := graders[i].Score(sub, tables[i])
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range []Score{s.Paper, s.Strict} {
			if (one.Value == nil) == (one.Refusal == nil) || one.Refusal != nil && one.Refusal.Error() == "" {
				t.Fatalf("%+v", one)
			}
		}
	})
}
