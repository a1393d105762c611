package schemas

import (
	"bytes"
	_ "embed"
	"text/template"

	"go.yaml.in/yaml/v3"
)

// CardName is the dataset card's file in a release.
const CardName = "README.md"

//go:embed card.md.tmpl
var cardTemplate string

// cardHeader is the YAML in front of a dataset card. Every config is named with
// explicit paths and samples is the default: load_dataset(folder) fails without.
type cardHeader struct {
	PrettyName string       `yaml:"pretty_name"`
	Language   []string     `yaml:"language"`
	License    string       `yaml:"license"`
	Name       string       `yaml:"license_name"`
	Link       string       `yaml:"license_link"`
	Size       []string     `yaml:"size_categories"`
	Tasks      []string     `yaml:"task_categories"`
	Tags       []string     `yaml:"tags"`
	Configs    []cardConfig `yaml:"configs"`
}

type cardConfig struct {
	Name      string     `yaml:"config_name"`
	Default   bool       `yaml:"default,omitempty"`
	DataFiles []cardFile `yaml:"data_files"`
}

type cardFile struct {
	Split string `yaml:"split"`
	Path  string `yaml:"path"`
}

// datasetCard returns README.md of a release.
func datasetCard(m *Manifest) ([]byte, error) {
	header := cardHeader{
		PrettyName: "Podium ML-Bench " + m.Version,
		Language:   []string{"en", "code"},
		License:    "other", // each row's text has its repository's licence
		Name:       "one-for-each-source",
		Link:       "#sources",
		Size:       []string{sizeCategory(m)},
		Tasks:      []string{"text-generation"},
		// The papers of the two benchmarks; the Hub links them by these tags.
		Tags: []string{"code", "benchmark", "arxiv:2311.09835", "arxiv:2410.07095"},
	}
	main := mainConfig(m)
	for _, f := range m.Files {
		if n := len(header.Configs); n == 0 || header.Configs[n-1].Name != f.Config {
			header.Configs = append(header.Configs, cardConfig{Name: f.Config, Default: f.Config == main})
		}
		c := &header.Configs[len(header.Configs)-1]
		c.DataFiles = append(c.DataFiles, cardFile{f.Split, f.Path})
	}
	var b bytes.Buffer
	b.WriteString("---\n")
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(header); err != nil {
		return nil, err
	}
	b.WriteString("---\n")
	t, err := template.New("card").Parse(cardTemplate)
	if err != nil {
		return nil, err
	}
	if err := t.Execute(&b, m); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// sizeCategory is the Hub's word for the number of rows in the default config, quarter
// aside, whose rows are in full too.
func sizeCategory(m *Manifest) string {
	var rows int64
	for _, f := range m.Files {
		if f.Config == mainConfig(m) && f.Split != "quarter" {
			rows += f.Rows
		}
	}
	switch {
	case rows < 1_000:
		return "n<1K"
	case rows < 10_000:
		return "1K<n<10K"
	case rows < 100_000:
		return "10K<n<100K"
	}
	return "100K<n<1M"
}

// mainConfig is what load_dataset gives without a config's name.
func mainConfig(m *Manifest) string {
	if len(m.Splits(ConfigSamples)) == 0 && len(m.Files) > 0 {
		return m.Files[0].Config
	}
	return ConfigSamples
}
