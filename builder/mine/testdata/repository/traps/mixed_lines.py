import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--mixed",
    default=1)
parser.add_argument("--ends")
