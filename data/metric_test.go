package data_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"podium/data"
)

func TestEveryMetricHasWords(t *testing.T) {
	metrics, err := data.Metrics(data.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	competitions, err := data.Competitions(data.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range competitions {
		if m := metrics[c.Metric.Name]; m.Words == "" {
			t.Errorf("%s: metric %s has no words in metrics.yaml", c.ID, c.Metric.Name)
		}
	}
}

func TestMetricsAreChecked(t *testing.T) {
	fsys := fstest.MapFS{"metrics.yaml": {Data: []byte("rmse: {best: 0}\n")}}
	if _, err := data.Metrics(fsys); err == nil || !strings.Contains(err.Error(), "rmse has no words") {
		t.Errorf("error is %v", err)
	}
	if m, err := data.Metrics(fstest.MapFS{}); m != nil || err != nil {
		t.Errorf("without the file: %v, %v", m, err)
	}
}
