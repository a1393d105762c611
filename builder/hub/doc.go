// Package hub publishes releases as dataset repositories on the Hugging Face Hub,
// over its HTTP API: files larger than the Hub takes in a commit go by Git LFS, and
// everything becomes visible in one commit.
//
// What is asked for follows the documented API (https://huggingface.co/docs/hub/api)
// and what huggingface_hub 2.4.0 was seen to send with HF_HUB_DISABLE_XET=1.
package hub
