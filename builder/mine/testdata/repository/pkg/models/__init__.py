from .net import *
from .net import make_net
