import argparse


def declare(parser, prefixes):
    for prefix in prefixes:
        parser.add_argument('--{}'.format(prefix))
        parser.add_argument(f"--{prefix}_size", type=int)


parser = argparse.ArgumentParser()
parser.add_argument("--plain")
declare(parser, ["a", "b"])
