NAMES = {
    "kept": "net",
    # "dropped": "net",
    "also": "net",  # "nor this"
}


@registry.register_model("one")
@registry.register_model("two")
class Both:
    PRETRAINED_MODEL_CONFIG_DICT = {
        "small": "configs/small.yaml",
        # "large": "configs/large.yaml",
    }
