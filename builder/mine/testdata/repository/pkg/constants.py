MODES = ["train", "eval"]
DEFAULT = "train"
_RN50 = dict(openai=1, yfcc15m=2)
MODELS = {"small": _RN50,
          "large": None}
ONE = {"only": 1}


class Runner:
    available_models = ["a", "b"]

    def __init__(self):
        self.model_dict = {"Net": 1, "Other": 2}


@register_model
def small_net():
    pass


@registry.register_model("large")
class Large:
    pass
