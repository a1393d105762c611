// Package store keeps pinned sources by content: blobs by git blob id, and for
// each commit the list of its tracked files. builder fetch fills it; mining,
// building the text variant and checking out a tree for a sandbox read it.
package store
