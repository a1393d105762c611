import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--crlf",
	default="a"
	"b")
