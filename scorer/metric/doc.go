// Package metric is the vocabulary of Kaggle's scores that MLE-bench uses: pure
// functions over columns of equal length, truth first, prediction second.
//
// Each function's comment gives its formula, where the formula comes from and
// what happens at the edges. Row numbers in errors count the pairs given, from 0.
// Sums over rows are made in NumPy's order (pairwise in blocks), so that a score
// equals upstream's to the last bit wherever the formula is a mean.
package metric
