package run

import (
	"iter"
	"sync"
)

// ordered applies f to the values of in, about n at a time, and yields the results
// in the order of in. It ends at the first error.
func ordered[A, B any](n int, in iter.Seq2[A, error], f func(A) (B, error)) iter.Seq2[B, error] {
	type result struct {
		b   B
		err error
	}
	return func(yield func(B, error) bool) {
		results := make(chan chan result, n) // its size bounds what is under way
		stop := make(chan struct{})
		var wg sync.WaitGroup
		defer wg.Wait()
		defer close(stop)
		wg.Go(func() {
			defer close(results)
			for a, err := range in {
				c := make(chan result, 1)
				select {
				case results <- c:
				case <-stop:
					return
				}
				if err != nil {
					c <- result{err: err}
					return
				}
				wg.Go(func() {
					b, err := f(a)
					c <- result{b, err}
				})
			}
		})
		for c := range results {
			r := <-c
			if !yield(r.b, r.err) || r.err != nil {
				return
			}
		}
	}
}
