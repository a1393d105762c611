"""Train a logistic regression on a small synthetic data set."""
import argparse

from tiny.data import DATASETS, standardise
from tiny.linear import LogisticRegression


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dataset", default="blobs", choices=["blobs", "stripes", "rings"],
                        help="data set to draw")
    parser.add_argument("-n", "--samples", type=int, default=200, help="points to draw")
    parser.add_argument("--lr", type=float, default=0.1, help="learning rate")
    parser.add_argument("--epochs", type=int, default=20, help="passes over the data")
    parser.add_argument("--l2", type=float, default=0.0, help="weight decay")
    parser.add_argument("--standardise", action="store_true", help="scale the inputs to unit variance")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def main():
    args = parse_args()
    points, labels = DATASETS[args.dataset](args.samples, args.seed)
    if args.standardise:
        points = standardise(points)
    model = LogisticRegression(lr=args.lr, epochs=args.epochs, l2=args.l2)
    model.fit(points, labels)
    print(f"accuracy {model.score(points, labels):.4f}")


if __name__ == "__main__":
    main()
