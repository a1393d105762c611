"""Nearest neighbours."""


class NearestNeighbours:
    def __init__(self, k=5, p=2, weighted=False):
        self.k, self.p, self.weighted = k, p, weighted

    def fit(self, points, labels):
        self.points, self.labels = points, labels
        return self

    def predict(self, point):
        nearest = sorted((sum(abs(a - b) ** self.p for a, b in zip(point, q)), y)
                         for q, y in zip(self.points, self.labels))[:self.k]
        votes = {}
        for distance, label in nearest:
            votes[label] = votes.get(label, 0) + (1 / (1e-9 + distance) if self.weighted else 1)
        return max(votes, key=votes.get)
