import argparse
from omegaconf import OmegaConf

parser = argparse.ArgumentParser()
parser.add_argument("--cfg-path", required=True)
parser.add_argument("--options", nargs="+")
args = parser.parse_args()
config = OmegaConf.merge(OmegaConf.load(args.cfg_path), OmegaConf.from_dotlist(args.options))
