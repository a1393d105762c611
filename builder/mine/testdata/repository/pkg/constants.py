MODES = ["train", "eval"]
DEFAULT = "train"
