"""Synthetic data sets of two-dimensional points with labels 0 and 1."""
import math
import random


def blobs(n, seed):
    rng = random.Random(seed)
    labels = [i % 2 for i in range(n)]
    return [(rng.gauss(4 * y - 2, 1), rng.gauss(4 * y - 2, 1)) for y in labels], labels


def stripes(n, seed):
    rng = random.Random(seed)
    points = [(rng.uniform(-2, 2), rng.uniform(-2, 2)) for _ in range(n)]
    return points, [int(x + y > 0) for x, y in points]


def rings(n, seed):
    rng = random.Random(seed)
    labels = [i % 2 for i in range(n)]
    points = []
    for y in labels:
        angle, radius = rng.uniform(0, 2 * math.pi), 1 + y + rng.gauss(0, 0.1)
        points.append((radius * math.cos(angle), radius * math.sin(angle)))
    return points, labels


def standardise(points):
    columns = list(zip(*points))
    means = [sum(c) / len(c) for c in columns]
    scales = [math.sqrt(sum((v - m) ** 2 for v in c) / len(c)) or 1 for c, m in zip(columns, means)]
    return [tuple((v - m) / s for v, m, s in zip(p, means, scales)) for p in points]


DATASETS = {"blobs": blobs, "stripes": stripes, "rings": rings}
