package check

import (
	"slices"
	"strings"
)

// forbidden says why a program may not refer to what a dotted name stands for,
// or "". There are three classes: leaves, hidden_code and changes.
func forbidden(path string) (code string) {
	// Libraries import os and sys too: torch.sys is sys.
	parts := strings.Split(path, ".")
	for i := len(parts) - 2; i > 0; i-- {
		switch module := strings.TrimPrefix(parts[i], "_"); module {
		case "os", "sys", "subprocess", "importlib", "builtins", "ctypes", "atexit", "runpy", "shutil":
			path = module + "." + strings.Join(parts[i+1:], ".")
		}
	}
	name := path
	if rest, ok := strings.CutPrefix(path, "builtins."); ok {
		if strings.Contains(rest, ".") {
			return ""
		}
		return forbiddenBuiltin(rest)
	}
	for _, class := range []struct {
		code  string
		names []string
	}{
		{"leaves", leaves},
		{"hidden_code", hiddenCode},
		{"changes", changes},
	} {
		for _, bad := range class.names {
			if prefix, ok := strings.CutSuffix(bad, "*"); ok && strings.HasPrefix(name, prefix) ||
				name == bad || strings.HasPrefix(name, bad+".") {
				return class.code
			}
		}
	}
	return ""
}

// leaves are ways to leave the program, or to hide how it ends.
var leaves = []string{
	"sys.exit", "sys.excepthook", "sys.unraisablehook", "sys.settrace", "sys.setprofile", "sys.monitoring",
	"sys._getframe", "sys._current_frames", "sys.last_exc",
	"os._exit", "os.abort", "os.kill", "os.killpg", "os.fork", "os.forkpty", "os.exec*", "os.spawn*",
	"os.posix_spawn*", "os.pidfd_open", "posix", "nt", "_posixsubprocess",
	"signal", "_signal", "atexit", "_thread", "faulthandler", "pty", "threading.excepthook", "threading.settrace",
	"threading.setprofile", "site", "pdb", "bdb", "trace",
	"contextlib.suppress", "contextlib.ExitStack", "contextlib.AsyncExitStack", "contextlib.ContextDecorator",
	"unittest", "pytest", "doctest", "numpy.testing", "click.testing",
}

// hiddenCode runs code that does not stand in the text.
var hiddenCode = []string{
	"importlib", "imp", "runpy", "marshal", "ctypes", "_ctypes", "cffi", "subprocess", "code", "codeop",
	"os.system", "os.popen", "os.startfile", "commands", "popen2", "zipimport", "pkgutil", "pydoc", "timeit", "cProfile", "profile",
	"pickle.load*", "pickle.Unpickler", "_pickle", "cPickle", "dill", "cloudpickle", "types.FunctionType", "types.CodeType", "types.LambdaType",
	"operator.attrgetter", "operator.methodcaller", "gc", "inspect", "asyncio.create_subprocess_*", "multiprocessing.util",
	"numpy.ctypeslib", "numpy.f2py", "torch.utils.cpp_extension", "pandas.eval", "typing.get_type_hints", "typing.ForwardRef", "yaml.unsafe_load", "yaml.UnsafeLoader", "yaml.Loader", "torch.jit.CompilationUnit", "numexpr", "distutils", "setuptools", "pip", "sitecustomize", "usercustomize",
}

// changes are what one changes the modules of others through.
var changes = []string{
	"builtins", "__builtin__", "sys.modules", "sys.meta_path", "sys.path_hooks", "sys.path_importer_cache",
	"mock", "unittest.mock", "os.rename*", "os.replace", "os.link", "os.symlink", "os.putenv", "os.unsetenv", "os.chroot", "os.truncate",
	"pathlib.Path.rename", "shutil",
}

func forbiddenBuiltin(name string) (code string) {
	switch name {
	case "exit", "quit", "SystemExit", "BaseExceptionGroup", "breakpoint":
		return "leaves"
	case "exec", "eval", "compile", "execfile", "globals", "locals", "vars":
		return "hidden_code"
	case "setattr", "delattr":
		return "changes"
	}
	if strings.HasPrefix(name, "__") && !slices.Contains([]string{"__name__", "__file__", "__doc__", "__all__"}, name) {
		return "hidden_code"
	}
	return ""
}

// forbiddenAttribute says why an attribute may not be used on a thing that the
// text does not name: it may be one of the modules above under another name.
func forbiddenAttribute(name string) (code string) {
	switch name {
	case "_exit", "abort", "killpg", "fork", "forkpty", "excepthook", "unraisablehook", "settrace", "setprofile",
		"_getframe", "execv", "execve", "execvp", "execvpe", "execl", "execle", "execlp", "execlpe", "spawnv", "spawnl",
		"posix_spawn", "posix_spawnp", "suppress", "assert_raises", "assertRaises":
		return "leaves"
	case "popen", "import_module", "exec_module", "find_spec", "load_inline", "run_path", "run_module", "ctypes", "_ctypes":
		return "hidden_code"
	case "meta_path", "path_hooks", "path_importer_cache":
		return "changes"
	}
	if strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") && !slices.Contains(harmlessDunders, name) {
		return "hidden_code"
	}
	return ""
}

var harmlessDunders = []string{
	"__init__", "__name__", "__file__", "__version__", "__doc__", "__len__", "__call__", "__getitem__", "__iter__", "__next__",
	"__enter__", "__repr__", "__str__", "__class__", "__qualname__", "__module__", "__post_init__", "__new__", "__contains__", "__annotations__",
}

// onlyOnModules has attributes that are forbidden on their module, and on what
// the text does not name, but common as methods of others.
func onlyOnModules(name string) (code string) {
	switch name {
	case "exit", "kill":
		return "leaves"
	case "system":
		return "hidden_code"
	}
	return ""
}
