import argparse
p = argparse.ArgumentParser()
p.add_argument('--twice', default=1)
p.add_argument('--twice', default=2)
args = p.parse_args()
