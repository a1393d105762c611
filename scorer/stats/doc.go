// Package stats turns counts of passes into rates.
//
//	pass@k, unbiased   1 − C(n−c, k) / C(n, k) for c passes among n outputs: the chance
//	                   that k outputs drawn without replacement hold a pass (Chen et al. 2021,
//	                   arXiv 2107.03374, section 2.1)
//	any of the first k upstream ML-Bench's: 1 when one of the first k outputs passes
//	interval           Wilson's score interval (Wilson 1927), 95 %
package stats
