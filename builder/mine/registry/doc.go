// Package registry reads the names by which a repository knows its models, data
// sets and modes: the keys of dicts and the items of lists that look like a
// registry, and what decorators such as @register_model register.
package registry
