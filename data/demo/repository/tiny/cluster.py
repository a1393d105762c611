"""k-means."""
import random


def squared(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b))


class KMeans:
    def __init__(self, k=3, iterations=10, init="random"):
        self.k, self.iterations, self.init = k, iterations, init

    def fit(self, points):
        rng = random.Random(0)
        centres = [rng.choice(points)]
        while len(centres) < self.k:
            if self.init == "spread":
                centres.append(max(points, key=lambda p: min(squared(p, c) for c in centres)))
            else:
                centres.append(rng.choice(points))
        for _ in range(self.iterations):
            groups = [[] for _ in centres]
            for p in points:
                groups[min(range(self.k), key=lambda i: squared(p, centres[i]))].append(p)
            centres = [tuple(sum(c) / len(g) for c in zip(*g)) if g else c0 for g, c0 in zip(groups, centres)]
        return sum(min(squared(p, c) for c in centres) for p in points)
