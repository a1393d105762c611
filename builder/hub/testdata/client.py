"""The genuine client against the stand-in: it uploads a folder, and reads what Podium published.

    client.py FOLDER THEIRS OURS TAG     HF_ENDPOINT and HF_TOKEN say where
"""

import filecmp, os, sys

import datasets
import huggingface_hub

folder, theirs, ours, tag = sys.argv[1:]
api = huggingface_hub.HfApi()
api.create_repo(theirs, repo_type="dataset")
api.upload_folder(repo_id=theirs, folder_path=folder, repo_type="dataset")
api.create_tag(theirs, tag=tag, repo_type="dataset")

copy = huggingface_hub.snapshot_download(ours, repo_type="dataset", revision=tag)
for base, _, names in os.walk(folder):
    for name in names:
        path = os.path.relpath(os.path.join(base, name), folder)
        if not filecmp.cmp(os.path.join(folder, path), os.path.join(copy, path), shallow=False):
            sys.exit(f"{path} came back other than it was published")

local, remote = datasets.load_dataset(folder), datasets.load_dataset(ours, revision=tag)
assert local.keys() == remote.keys(), (local, remote)
for split in local:
    assert local[split].features == remote[split].features and list(local[split]) == list(remote[split]), split
refs = api.list_repo_refs(ours, repo_type="dataset")
assert tag in [t.name for t in refs.tags], refs
print("huggingface_hub", huggingface_hub.__version__, "and datasets", datasets.__version__, "agree on", sum(len(d) for d in remote.values()), "rows")
