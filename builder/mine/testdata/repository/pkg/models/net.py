from dataclasses import dataclass


def make_net(name, /, depth: int = 3, *layers, width=64 * 2, **kwargs) -> "Net":
    pass


def _private():
    pass


class Base:
    def __init__(self, d_model, h=8):
        pass


class Net(Base):
    @staticmethod
    def load(path, *, strict=True):
        pass

    @property
    def size(self):
        return 1

    async def forward(self, x, mask=None):
        pass


@dataclass
class Config:
    lr: float
    steps: int = 10


if True:
    def conditional(a=(1,
                       2)):
        pass
