"""Logistic regression by gradient descent."""
import math


class LogisticRegression:
    def __init__(self, lr=0.1, epochs=20, l2=0.0):
        self.lr, self.epochs, self.l2 = lr, epochs, l2
        self.weights, self.bias = [0.0, 0.0], 0.0

    def predict(self, point):
        z = self.bias + sum(w * v for w, v in zip(self.weights, point))
        return 1 / (1 + math.exp(-max(-60.0, min(60.0, z))))

    def fit(self, points, labels):
        for _ in range(self.epochs):
            for point, label in zip(points, labels):
                error = self.predict(point) - label
                self.weights = [w - self.lr * (error * v + self.l2 * w) for w, v in zip(self.weights, point)]
                self.bias -= self.lr * error
        return self

    def score(self, points, labels):
        return sum((self.predict(p) > 0.5) == bool(y) for p, y in zip(points, labels)) / len(labels)
