// Package fetch fills a store with repositories at their pins, from git mirrors
// on this machine or from GitHub. Whatever a source says is checked: every blob
// against its git id, the file list against the commit's tree id. Both kinds of
// source leave the same bytes in the store.
package fetch
