#!/usr/bin/env python3
"""Judge the locks of `builder mine` with Python's own parser.

    scripts/judge-mine.py STORE LOCK...

For every repository the calls add_argument(...), add_option(...) and DEFINE_*(...)
are looked up with Python's ast module in the stored sources, and what each declares
is compared with the lock: found by both, only by us, only by Python, and how many of
those found by both differ. A call whose name is not a literal must be in the lock's
`unread` instead. The signatures in the lock are compared likewise. Calls on an object of a class that the same file defines, with an
add_argument of its own, are no parser's and are counted apart. A keyword that names a
constant is compared with that constant. Exit code 1 when anything differs or is missing.
"""

import argparse
import ast
import collections
import json
import pathlib
import re
import sys
import textwrap
import warnings

FIELDS = ("default", "const", "type", "dest", "action", "required", "nargs", "choices")


def blob(store, blob_id):
    return (store / "blobs" / blob_id[:2] / blob_id[2:]).read_bytes()


def literal(node):
    """The value of a literal expression, arithmetic on numbers included."""
    try:
        return True, ast.literal_eval(node)
    except (ValueError, TypeError):
        pass
    allowed = (ast.BinOp, ast.UnaryOp, ast.Constant, ast.operator, ast.unaryop, ast.Load, ast.List, ast.Tuple)
    folded = [o for n in ast.walk(node) if isinstance(n, ast.BinOp) for o in (n.left, n.right)]
    numbers = not any(isinstance(o, (ast.List, ast.Tuple)) for o in folded)
    if numbers and all(isinstance(n, allowed) for n in ast.walk(node)):
        return True, eval(compile(ast.Expression(node), "", "eval"), {"__builtins__": {}})
    return False, None


def declared(call, constants):
    """What an add_argument call says, as {field: ("value", v) or ("source", dump)}."""
    said = {}
    for k in call.keywords:
        if k.arg not in FIELDS:
            continue
        node = k.value
        ok, value = literal(node)
        if not ok and k.arg not in ("type", "action"):
            ok, value = constants(ast.unparse(node))
        said[k.arg] = ("value", value) if ok else ("source", ast.dump(node))
    return said


def module_constants(tree):
    found = collections.defaultdict(list)
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id].append(node.value)
    return {name: values[0] for name, values in found.items() if len(values) == 1}


class Sources:
    """The stored files of a commit, and the constants in them."""

    def __init__(self, store, commit):
        self.blobs = {f["path"]: f["blob"] for f in commit["files"] if f["stored"] and f["mode"] in ("100644", "100755")}
        self.store = store
        self.trees = {}

    def tree(self, path):
        if path not in self.trees:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.trees[path] = ast.parse(blob(self.store, self.blobs[path]))
        return self.trees[path]

    def constant(self, path, name, hops=0):
        """(True, value) of a name that is a literal constant in a file or where it is imported from."""
        if hops > 8 or path not in self.blobs:
            return False, None
        tree = self.tree(path)
        found = module_constants(tree)
        if name in found:
            return literal(found[name])
        first, _, rest = name.partition(".")
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom):
                continue
            for alias in node.names:
                if (alias.asname or alias.name) != first:
                    continue
                # The name is the constant, or the module that holds it.
                module = ".".join(filter(None, [node.module, alias.name])) if rest else node.module
                for base in self.candidates(path, node.level, module or ""):
                    got = self.constant(base, rest or alias.name, hops + 1)
                    if got[0]:
                        return got
        return False, None

    @staticmethod
    def candidates(path, level, module):
        folder = pathlib.PurePosixPath(path).parent
        for _ in range(level - 1):
            folder = folder.parent
        module = module.replace(".", "/")
        for root in [folder] if level else [folder, *folder.parents]:
            yield str(root / (module + ".py"))
            yield str(root / module / "__init__.py")


def foreign_receivers(tree):
    """Names assigned an object of a class of this file that has its own add_argument."""
    classes = {
        n.name for n in ast.walk(tree)
        if isinstance(n, ast.ClassDef) and any(isinstance(m, ast.FunctionDef) and m.name == "add_argument" for m in n.body)
    }
    return {
        t.id for n in ast.walk(tree) if isinstance(n, ast.Assign) and isinstance(n.value, ast.Call)
        and isinstance(n.value.func, ast.Name) and n.value.func.id in classes for t in n.targets if isinstance(t, ast.Name)
    }


def calls_of(tree, constants, count):
    """(line, names, kind, said) of every declaring call with literal names, and the lines of the others."""
    foreign = foreign_receivers(tree)
    calls, computed = [], []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name not in ("add_argument", "add_option") and not name.startswith("DEFINE_"):
            continue
        if name == "add_argument" and not isinstance(node.func, ast.Attribute):
            continue
        if name == "add_argument" and isinstance(node.func.value, ast.Name) and node.func.value.id in foreign:
            count["no parser's"] += 1
            continue
        args = node.args
        keywords = {k.arg: k.value for k in node.keywords}
        if name.startswith("DEFINE_"):
            args = node.args[:1] or [keywords.get("name", node)]
        names = []
        for a in args:
            ok, value = literal(a)
            names.append(value if ok else None)
        if not names or any(not isinstance(n, str) for n in names):
            computed.append(node.lineno)
            continue
        if name.startswith("DEFINE_"):
            names = ["--" + names[0]]
            if "short_name" in keywords:
                names.append("-" + literal(keywords["short_name"])[1])
            said = {}
            if len(node.args) > 1:
                ok, value = literal(node.args[1])
                said["default"] = ("value", value) if ok else ("source", ast.dump(node.args[1]))
            for k in node.keywords:
                if k.arg == "default":
                    ok, value = literal(k.value)
                    said["default"] = ("value", value) if ok else ("source", ast.dump(k.value))
            calls.append((node.lineno, tuple(names), "absl", said))
            continue
        calls.append((node.lineno, tuple(names), name, declared(node, constants)))
    return calls, computed


def same_expression(text, want):
    """Does the lock's source text mean what Python read?"""
    kind, value = want
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return False
    if kind == "source":
        return ast.dump(node) == value
    ok, got = literal(node)
    return ok and type(got) is type(value) and repr(got) == repr(value)


def differences(option, said, kind):
    """The fields in which the lock and Python disagree."""
    wrong = []
    computed = option.get("computed", [])
    for field in FIELDS:
        want = said.get(field)
        if field == "default":
            if option.get("default_line"):
                continue  # set_defaults says it: not the call's own
            got = option.get("default")
            if (got is None) != (want is None) or want is not None and not same_expression(got, want):
                wrong.append(field)
            continue
        if kind == "absl":
            continue
        if field in computed:
            if want is None or want[0] == "value":
                wrong.append(field)
            continue
        if field == "const":
            got = option.get("const")
            if (got is None) != (want is None) or want is not None and not same_expression(got, want):
                wrong.append(field)
        elif field == "type":
            got = option.get("type", "")
            if want == ("value", got):
                continue  # optparse's names for types
            if (got == "") != (want is None) or want is not None and not same_expression(got, want):
                wrong.append(field)
        elif want is None:
            empty = {"dest": None, "action": "", "required": False, "nargs": "", "choices": None}[field]
            key = "arity" if field == "nargs" else field
            if field != "dest" and option.get(key, empty) not in (empty, []):
                wrong.append(field)
        elif want[0] == "source":
            if field == "action":
                if not same_expression(option.get("action", ""), want):
                    wrong.append(field)
            elif field == "nargs":
                if option.get("arity") not in ("...", "A...", "?", "*", "+"):
                    wrong.append(field)
            elif field == "choices" and "range" in want[1]:
                pass
            else:
                wrong.append(field)
        else:
            value = want[1]
            if field == "choices":
                if option.get("choices") != [str(v) for v in value] and (option.get("choices") or len(value)):
                    wrong.append(field)
            elif field == "nargs":
                if option.get("arity", "") != ("" if value is None else str(value)):
                    wrong.append(field)
            elif field == "required":
                if option.get("required", False) != value:
                    wrong.append(field)
            elif option.get(field, "") != value:
                wrong.append(field)
    return wrong


def parameters(function, skip_first):
    """A function's parameters as (name, kind, default) with the default as ast dumps it."""
    a = function.args
    plain = a.posonlyargs + a.args
    defaults = [None] * (len(plain) - len(a.defaults)) + a.defaults
    found = [(p.arg, "positional" if p in a.posonlyargs else "", d) for p, d in zip(plain, defaults)]
    found = found[1:] if skip_first and found else found
    if a.vararg:
        found.append((a.vararg.arg, "*", None))
    found += [(p.arg, "keyword", d) for p, d in zip(a.kwonlyargs, a.kw_defaults)]
    if a.kwarg:
        found.append((a.kwarg.arg, "**", None))
    return [(name, kind, d and ast.dump(d)) for name, kind, d in found]


def signatures_of(tree, module):
    """[(name, line, parameters)] of a module's public functions, classes and methods; a class without
    an __init__ of its own has None: whose it takes is not judged here."""
    found = []
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)

    def decorated(node, *names):
        return any(ast.unparse(d).split("(")[0].split(".")[-1] in names for d in node.decorator_list)

    def visit(body):
        for node in body:
            if isinstance(node, functions) and not node.name.startswith("_"):
                found.append((module + ":" + node.name, node.lineno, parameters(node, False)))
            elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                inits = [f for f in node.body if isinstance(f, functions) and f.name == "__init__"]
                found.append((module + ":" + node.name, node.lineno, parameters(inits[0], True) if inits else None))
                for f in node.body:
                    if isinstance(f, functions) and not f.name.startswith("_") and not decorated(
                        f, "property", "cached_property", "setter"
                    ):
                        name = f"{module}:{node.name}.{f.name}"
                        found.append((name, f.lineno, parameters(f, not decorated(f, "staticmethod"))))
            elif isinstance(node, (ast.If, ast.Try)):
                visit(node.body + node.orelse + [s for h in getattr(node, "handlers", []) for s in h.body]
                      + getattr(node, "finalbody", []))

    visit(tree.body)
    return found


def judge_signatures(sources, lock, count, told):
    for module in lock["modules"] or []:
        ours = {(s["name"], s["line"]): s for s in module["signatures"] or []}
        for name, line, want in signatures_of(sources.tree(module["file"]), module["name"]):
            signature = ours.pop((name, line), None)
            if signature is None:
                count["signatures only Python"] += 1
                told.append(f"{module['file']}:{line}: {name}: a signature only Python finds")
                continue
            count["signatures"] += 1
            got = [
                (p["name"], p.get("kind", ""), ast.dump(ast.parse(p["default"], mode="eval").body) if "default" in p else None)
                for p in signature["parameters"]
            ]
            if want is not None and got != want:
                count["signatures differ"] += 1
                told.append(f"{module['file']}:{line}: {name}: {got} but Python says {want}")
        for name, line in ours:
            count["signatures only us"] += 1
            told.append(f"{module['file']}:{line}: {name}: a signature only we find")


def calls_in(tree, first_line):
    """Every call of a snippet whose callee comes down to a name, as (line, [(keyword, literal)])."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Name, ast.Attribute)):
            continue
        root = node.func
        while isinstance(root, (ast.Attribute, ast.Call)):
            root = root.value if isinstance(root, ast.Attribute) else root.func
        if not isinstance(root, ast.Name):
            continue
        args = [("*", a.value) if isinstance(a, ast.Starred) else ("", a) for a in node.args]
        args += [(k.arg or "**", k.value) for k in node.keywords]
        found.append((node.lineno + first_line - 1, [(k, ast.dump(v) if literal(v)[0] else None) for k, v in args]))
    return found


def judge_snippets(store, lock, count, told):
    for document in lock["documents"] or []:
        src = blob(store, document["blob"])
        for snippet in document["snippets"]:
            text = textwrap.dedent(src[snippet["start"] : snippet["end"]].decode().replace("\r\n", "\n"))
            if src[: snippet["start"]].endswith(b"> "):  # a block quote, its lines broken by Markdown's backslash
                text = re.sub(r"\\?\n> ?", "\n", text)
            try:
                want = calls_in(ast.parse(text), snippet["line"])
            except SyntaxError:
                count["snippets not Python"] += 1
                continue
            count["snippets"] += 1
            got = []
            for c in snippet["calls"]:
                args = [
                    (a.get("keyword", ""), ast.dump(ast.parse(a["literal"], mode="eval").body) if "literal" in a else None)
                    for a in c.get("arguments", [])
                ]
                got.append((c["line"], args))
            ours = sorted(str((line, args)) for line, args in got)
            theirs = sorted(str((line, args)) for line, args in want)
            if ours != theirs:
                count["snippets differ"] += 1
                only = [c for c in theirs if c not in ours] + [c for c in ours if c not in theirs]
                told.append(f"{document['file']}:{snippet['line']}: a snippet's calls differ: {only}")


def judge(store, lock):
    commit = json.loads((store / "commits" / (lock["commit"] + ".json")).read_text())
    ours = {}
    for script in lock["scripts"] or []:
        for option in script["options"]:
            if not option.get("file") and script["kind"] in ("argparse", "absl", "optparse"):
                ours[script["file"], option["line"], tuple(option["names"])] = option
    unread = {(u["file"], u["line"]) for u in lock["unread"] or []}
    unread_files = {u["file"] for u in lock["unread"] or []}
    count = collections.Counter()
    told = []
    seen = set()
    sources = Sources(store, commit)
    for f in commit["files"]:
        if not f["stored"] or not f["path"].endswith(".py") or f["mode"] not in ("100644", "100755"):
            continue
        try:
            calls, computed = calls_of(sources.tree(f["path"]), lambda name: sources.constant(f["path"], name), count)
        except SyntaxError as e:
            count["not Python 3"] += 1
            mine = [k for k in ours if k[0] == f["path"]]
            seen.update(mine)
            state = "told as unread" if f["path"] in unread_files else "NOT TOLD"
            told.append(f"{f['path']}:{e.lineno}: not Python 3 ({state}), we read {len(mine)} options")
            continue
        for line, names, kind, said in calls:
            option = ours.get((f["path"], line, names))
            if option is None:
                if (f["path"], line) in unread:
                    count["told as unread"] += 1
                    continue
                count["only Python"] += 1
                told.append(f"{f['path']}:{line}: {' '.join(names)}: only Python")
                continue
            seen.add((f["path"], line, names))
            count["both"] += 1
            wrong = differences(option, said, kind)
            if wrong:
                count["differ"] += 1
                told.append(f"{f['path']}:{line}: {' '.join(names)}: {', '.join(wrong)} differ: {said} {option}")
        for line in computed:
            if (f["path"], line) in unread:
                count["computed, told"] += 1
            else:
                count["computed, not told"] += 1
                told.append(f"{f['path']}:{line}: a computed name is not told")
    judge_signatures(sources, lock, count, told)
    judge_snippets(store, lock, count, told)
    for k in sorted(set(ours) - seen):
        count["only us"] += 1
        told.append(f"{k[0]}:{k[1]}: {' '.join(k[2])}: only us")
    return count, told


COLUMNS = (
    "both", "differ", "only us", "only Python", "told as unread",
    "computed, told", "computed, not told", "no parser's", "not Python 3",
    "signatures", "signatures differ", "signatures only us", "signatures only Python",
    "snippets", "snippets differ", "snippets not Python",
)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store", type=pathlib.Path)
    parser.add_argument("locks", type=pathlib.Path, nargs="+")
    parser.add_argument("-v", "--verbose", action="store_true", help="list every difference")
    args = parser.parse_args()
    total = collections.Counter()
    for name in args.locks:
        lock = json.loads(name.read_text())
        count, told = judge(args.store, lock)
        total.update(count)
        show(lock["repository"], count)
        if args.verbose:
            for line in told:
                print("  " + line)
    show("total", total)
    faults = ("differ", "only us", "only Python", "computed, not told")
    return 1 if any(total[c] or total["signatures " + c] or total["snippets " + c] for c in faults) else 0


def show(name, count):
    print(f"{name}: " + ", ".join(f"{count[c]} {c}" for c in COLUMNS if count[c] or c in ("both", "differ")))


if __name__ == "__main__":
    sys.exit(main())
