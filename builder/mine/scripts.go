package mine

import (
	"bytes"
	"cmp"
	"context"
	"path"
	"slices"

	"podium/builder/mine/argparse"
	"podium/builder/mine/argv"
	"podium/builder/mine/click"
	"podium/builder/mine/flags"
	"podium/builder/mine/hydra"
	"podium/builder/mine/registry"
	"podium/builder/mine/source"
	"podium/data"
)

// python reads all Python files, one at a time, and links what they say.
func (m *miner) python(ctx context.Context) error {
	var programs []*argparse.Program
	flagFiles := map[string]*flags.File{}
	for _, f := range m.repo.Files(source.IsPython) {
		if err := ctx.Err(); err != nil {
			return err
		}
		src, err := m.repo.Read(f)
		if err != nil {
			return err
		}
		p, err := source.ParsePython(f, src)
		if err != nil {
			m.unread(f, 1, "python", err.Error())
			continue
		}
		if line := p.NotPython3(); line > 0 {
			m.unread(f, line, "python", "not Python 3; what can be read is kept")
		}
		programs = append(programs, argparse.Compile(p))
		m.single(p, flagFiles)
		c := &candidate{data.Module{LockedFile: f, Name: m.repo.ModuleName(f.File)}, p.Imports, p.Stars}
		m.candidates[f.File] = c
		for _, r := range registry.Read(p, c.module.Name) {
			r.LockedFile = f
			m.lock.Registries = append(m.lock.Registries, r)
		}
		p.Close()
	}
	linker := argparse.NewLinker(m.repo, programs)
	m.lock.Scripts = append(m.lock.Scripts, linker.Scripts()...)
	m.lock.Scripts = append(m.lock.Scripts, flags.Scripts(m.repo, flagFiles)...)
	m.lock.Unread = append(m.lock.Unread, linker.Unread()...)
	slices.SortStableFunc(m.lock.Scripts, func(a, b data.Script) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Kind, b.Kind))
	})
	m.scripts = make(map[string]*data.Script, len(m.lock.Scripts))
	for i := range m.lock.Scripts {
		s := &m.lock.Scripts[i]
		if known := m.scripts[s.File]; known == nil || known.Kind == data.ParserArgv {
			m.scripts[s.File] = s
		}
	}
	return nil
}

// single calls the readers that a look at the bytes can spare the walk.
func (m *miner) single(p *source.Python, flagFiles map[string]*flags.File) {
	if bytes.Contains(p.Source, []byte("DEFINE_")) || bytes.Contains(p.Source, []byte("mark_flag")) {
		if file := flags.Read(p); file != nil {
			flagFiles[p.File] = file
			m.lock.Unread = append(m.lock.Unread, file.Unread...)
		}
	}
	if bytes.Contains(p.Source, []byte("click")) {
		m.add(click.Read(p))
	}
	if bytes.Contains(p.Source, []byte("argv")) {
		m.add(argv.Read(p))
	}
	if line := typerLine(p); line > 0 {
		m.unread(p.LockedFile, line, "typer", "options declared with typer are not read")
	}
	if bytes.Contains(p.Source, []byte("OmegaConf.from_")) {
		if line := hydra.Dotlist(p); line > 0 {
			m.dotlist = true
			m.unread(p.LockedFile, line, "omegaconf", "keys of a configuration are set as key=value: those of the files in configs, and what they are merged with")
		}
	}
	if bytes.Contains(p.Source, []byte("hydra")) {
		if main := hydra.Find(p); main != nil {
			m.hydra(p.LockedFile, main)
		}
	}
}

// hydra reads the configuration that a script names.
func (m *miner) hydra(script data.LockedFile, main *hydra.Main) {
	tell := func(why string) { m.unread(script, main.Line, data.ParserHydra, why) }
	if main.Unread != "" {
		tell(main.Unread)
		return
	}
	files := m.repo.Files(func(name string) bool { return name == main.File })
	if len(files) == 0 {
		tell("the configuration " + main.File + " is not in the repository")
		return
	}
	config, err := m.repo.Read(files[0])
	if err != nil {
		tell(err.Error())
		return
	}
	options, err := hydra.Options(config)
	if err != nil {
		tell(main.File + ": " + err.Error())
		return
	}
	if hydra.Composed(config) {
		tell(main.File + " is put together with others by its defaults; only its own keys are read")
	}
	for i := range options {
		options[i].File = main.File
	}
	m.lock.Scripts = append(m.lock.Scripts, data.Script{
		LockedFile: script, Kind: data.ParserHydra, Parsers: files, Options: options,
	})
}

// configs reads the YAML files of the repository that commands name, where the code
// sets their keys from a command line.
func (m *miner) configs(context.Context) error {
	if !m.dotlist {
		return nil
	}
	named := map[string]bool{}
	name := func(commands []data.Command) {
		for _, c := range commands {
			for _, a := range c.Arguments {
				for _, v := range a.Values {
					if ext := path.Ext(v); ext == ".yaml" || ext == ".yml" {
						named[path.Join(c.Dir, v)] = true
					}
				}
			}
		}
	}
	for _, d := range m.lock.Documents {
		name(d.Commands)
	}
	for _, s := range m.lock.Shells {
		name(s.Commands)
	}
	for _, f := range m.repo.Files(func(name string) bool { return named[name] }) {
		text, err := m.repo.Read(f)
		if err != nil {
			return err
		}
		options, err := hydra.Options(text)
		if err != nil {
			m.unread(f, 1, "yaml", err.Error())
			continue
		}
		config := data.Config{LockedFile: f, Keys: []data.ConfigKey{}}
		for _, o := range options {
			config.Keys = append(config.Keys, data.ConfigKey{Name: o.Dest, Line: o.Line, Value: o.Default})
		}
		m.lock.Configs = append(m.lock.Configs, config)
	}
	return nil
}

// add takes what a reader of single files found.
func (m *miner) add(s data.Script, unread []data.Unread, found bool) {
	if len(s.Options) > 0 {
		m.lock.Scripts = append(m.lock.Scripts, s)
	}
	if found {
		m.lock.Unread = append(m.lock.Unread, unread...)
	}
}

// typerLine is where a file imports typer, 0 when it does not.
func typerLine(p *source.Python) int {
	if !bytes.Contains(p.Source, []byte("typer")) {
		return 0
	}
	return p.ImportLine("typer")
}
