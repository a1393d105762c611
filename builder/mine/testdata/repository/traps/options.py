"""More of argparse's traps, in a program whose options can all be read."""
import argparse
import pathlib
from pathlib import Path

KINDS = {"a": 1}


def str2bool(text):
    return text.lower() == "true"


parser = argparse.ArgumentParser()
parser.set_defaults(cache=False, rate=3.0)
parser.add_argument("--cache", action="store_false")
parser.add_argument("--rate", type=float, default=1.0)
parser.set_defaults(rate=0.5)
parser.add_argument("--verbose", type=str2bool, default="False", help="one of yes | no")
parser.add_argument("--shape", type=eval, default=None)
parser.add_argument("--folder", type=Path)
parser.add_argument("--file", type=pathlib.Path, default=None)
parser.add_argument("--joined" \
    "-name", default='a' \
    'b')
parser.add_argument("--text", type=str, default=False)
parser.add_argument("--kind", choices=list(KINDS.keys()))
parser.add_argument("--ratios", nargs="+", type=float, default=[3. / 4., 4. / 3.])
parser.add_argument("-n", type=int)
parser.add_argument("--gpu", dest="device")
parser.add_argument("--cpu", dest="device", action="store_const", const="cpu")
parser.add_argument("--no_sampling", action="store_false")
parser.add_argument("--threshold", type=float, default=-1.0)
parser.add_argument("--window", type=int, default=4, help="size of the window (default: 8)")
args = parser.parse_args()
