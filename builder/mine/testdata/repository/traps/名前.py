import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--名前", default="値")
