import argparse


def add_args(parser):
    parser.add_argument("--shared", default="here")
    _inner(parser.add_argument_group("inner"))


def _inner(group):
    group.add_argument("--inner", action="append")


def add_bool_arg(parser, name, default=False):
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--" + name, dest=name.replace("-", "_"), action="store_true")
    group.add_argument(f"--no-{name}", action="store_false")
    parser.set_defaults(**{name: default})


def get_parser():
    parser = argparse.ArgumentParser(argument_default=argparse.SUPPRESS)
    parser.add_argument("--suppressed", type=int)
    parser.add_argument("--said", type=int, default=4)
    return parser


def commands():
    parent = argparse.ArgumentParser(add_help=False)
    parent.add_argument("--verbose", "-v", action="count", default=0)
    main = argparse.ArgumentParser()
    sub = main.add_subparsers(dest="command")
    fit = sub.add_parser("fit", parents=[parent])
    fit.add_argument("--epochs", type=int, default=64 * 1024)
    deep = fit.add_subparsers().add_parser("deep")
    deep.add_argument("where")
    return main
