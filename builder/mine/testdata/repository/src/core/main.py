import argparse


def main(args):
    parser = argparse.ArgumentParser()
    parser.add_argument("--report-to", default='')
    return parser.parse_args(args)
