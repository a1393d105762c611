"""Cluster a small synthetic data set with k-means."""
import argparse

from tiny.cluster import KMeans
from tiny.data import DATASETS

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--dataset", default="blobs", choices=["blobs", "stripes", "rings"])
parser.add_argument("--k", type=int, default=3, help="clusters")
parser.add_argument("--iterations", type=int, default=10)
parser.add_argument("--init", default="random", choices=["random", "spread"], help="first centres")
args = parser.parse_args()

points, _ = DATASETS[args.dataset](300, 0)
print(f"inertia {KMeans(args.k, args.iterations, args.init).fit(points):.4f}")
