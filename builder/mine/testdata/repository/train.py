"""One example of each trap of argparse that is in one file."""
import argparse
import os
from functools import partial

from pkg import constants
from pkg.constants import MODES as KINDS
from pkg.cli import add_args, add_bool_arg

SIZES = (16, 32)
DEFAULT_OUT = "./out"
if os.environ.get("X"):
    LATER = 1


class ParseKwargs(argparse.Action):
    pass


class ConfigValidator:
    """No parser, though it looks so."""

    def add_argument(self, *args, **kwargs):
        self.arguments = args


parser = argparse.ArgumentParser(description="fixture")
parser.add_argument("--lr", type=float, default=5e-5, help="not kept")
parser.add_argument(
    "-j", "--workers",
    type=int,
    default=2 ** 3,
    metavar="N",
    help="several lines, "
         "joined strings",
)
parser.add_argument('--long-' 'name', default="it's", type=str)
parser.add_argument("--betas", nargs=2, type=float, default=(0.9,
                                                             0.999))
parser.add_argument("--size", choices=SIZES, type=int, default=SIZES[0])
parser.add_argument("--mode", choices=KINDS, default=constants.DEFAULT)
parser.add_argument("--level", choices=range(1, 4), type=int)
parser.add_argument("--out", default=DEFAULT_OUT)
parser.add_argument("--cache", default=os.path.join(".", "cache"))
parser.add_argument("--flag", action="store_true")
parser.add_argument("--odd", action="store_true", default=True)
parser.add_argument("--no-norm", dest="norm", action="store_false")
parser.add_argument("--pick", action="store_const", const="b", default="a")
parser.add_argument("--truth", type=bool, default=True)
parser.add_argument("--scale", type=lambda x: int(x) * 2, required=True, default=1)
parser.add_argument("--model-kwargs", nargs="*", default={}, action=ParseKwargs)
parser.add_argument("--zipped", action=argparse.BooleanOptionalAction, default=True)
parser.add_argument("-top_n", type=int, default='3')
parser.add_argument("--needed", required=False)
parser.add_argument("--inf", type=int, default=float("inf"))
parser.add_argument("--help-me", help=f"with {SIZES}")
parser.add_argument("data", nargs="?")
parser.add_argument("opts", nargs=argparse.REMAINDER, default=None)
group = parser.add_mutually_exclusive_group(required=False)
group.add_argument("--fast", action="store_true")
group.add_argument("--slow", action="store_true")
parser.add_argument_group("misc").add_argument("--seed", type=int, default=-1)
for name in ("alpha", "beta"):
    parser.add_argument("--" + name, type=float)
extra = {"type": int}
parser.add_argument("--extra", **extra)
parser.set_defaults(out="./elsewhere", lr=1e-3)
add_args(parser)
add_bool_arg(parser, "bool-arg", default=True)

validator = ConfigValidator()
validator.add_argument("runner", type=str)

if __name__ == "__main__":
    args, unknown = parser.parse_known_args()
