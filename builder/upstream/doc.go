// Package upstream reads the benchmark's own dataset files, as its authors
// publish them, and turns their rows into samples.
//
// A file is Parquet or JSON lines with the eleven columns of [Columns]. Its
// arguments column holds a Python dict literal; it is read without evaluating
// anything.
package upstream
