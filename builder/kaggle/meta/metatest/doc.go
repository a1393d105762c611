// Package metatest makes up Meta Kaggle: tables with the columns, the spellings
// and, if asked, the size of the real ones, and nothing of their content. Equal
// options give equal bytes.
package metatest
