// Package flags reads the flags that Python files define with absl or with
// TensorFlow 1's tf.flags: DEFINE_string("name", default, "help") and its kin.
package flags
