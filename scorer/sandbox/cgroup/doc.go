// Package cgroup limits a sandbox through control groups, version 1 or 2, and
// reads what they counted.
package cgroup
