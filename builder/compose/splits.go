package compose

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"podium/data"
)

// deal puts a repository's samples into splits. Which of a task's samples go
// first is decided by a hash of their content, so that a sample that is drawn
// again by a later catalogue tends to stay where it was.
func deal(splits []data.Split, repo *data.Repository, samples []*sample) (map[string][]*sample, error) {
	dealt := map[string][]*sample{}
	left := slices.Clone(samples)
	for _, s := range splits {
		if s.Of != "" {
			from := dealt[s.Of]
			dealt[s.Name] = spread(s.Name, from, int(math.Round(s.Share*float64(len(from)))))
			continue
		}
		if s.Side != repo.Side {
			continue
		}
		n := len(left)
		if s.Take == data.TakeTest {
			n = repo.Test
		}
		if n > len(left) {
			return nil, fmt.Errorf("%s: split %s takes %d samples of %d", repo.Name, s.Name, n, len(left))
		}
		took := spread(s.Name, left, n)
		dealt[s.Name] = took
		left = slices.DeleteFunc(left, func(x *sample) bool { return slices.Contains(took, x) })
	}
	if len(left) > 0 {
		return nil, fmt.Errorf("%s: %d samples are in no split", repo.Name, len(left))
	}
	return dealt, nil
}

// spread takes n samples, of each task in proportion to what it has (largest
// remainder; ties go to the task that comes first), and keeps their order.
func spread(salt string, samples []*sample, n int) []*sample {
	byTask := map[*task][]*sample{}
	var tasks []*task
	for _, s := range samples {
		if byTask[s.task] == nil {
			tasks = append(tasks, s.task)
		}
		byTask[s.task] = append(byTask[s.task], s)
	}
	sizes := make([]int, len(tasks))
	for i, t := range tasks {
		sizes[i] = len(byTask[t])
	}
	took := map[*sample]bool{}
	for i, share := range apportion(n, sizes) {
		group := slices.Clone(byTask[tasks[i]])
		slices.SortFunc(group, func(a, b *sample) int {
			return cmp.Or(cmp.Compare(a.rank(salt), b.rank(salt)), cmp.Compare(a.arguments, b.arguments))
		})
		for _, s := range group[:share] {
			took[s] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(samples), func(s *sample) bool { return !took[s] })
}

func (s *sample) rank(salt string) uint64 { return mix(hash64(salt, s.task.ID, s.arguments)) }

// apportion divides n over groups in proportion to their sizes by the largest
// remainder; no group gets more than it has as long as n fits in all.
func apportion(n int, sizes []int) []int {
	total := 0
	for _, s := range sizes {
		total += s
	}
	shares := make([]int, len(sizes))
	if total == 0 {
		return shares
	}
	order := make([]int, len(sizes))
	given := 0
	for i, s := range sizes {
		shares[i] = n * s / total
		given += shares[i]
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(n*sizes[b]%total, n*sizes[a]%total)
	})
	for _, i := range order[:n-given] {
		shares[i]++
	}
	return shares
}
