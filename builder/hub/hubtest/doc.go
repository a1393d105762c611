// Package hubtest is a stand-in of the Hugging Face Hub, in memory, with what
// clients use to make a dataset repository, to upload to it and to read it: commits
// with a parent as guard, Git LFS with basic and multipart transfers, tags, and pages.
// The genuine Python client (huggingface_hub 2.4.0, HF_HUB_DISABLE_XET=1) works
// against it. Its own answers were seen in that client's traffic, not on the Hub.
package hubtest
