import argparse
parser = argparse.ArgumentParser(
def f(:
parser.add_argument("--after-the-error")
