import argparse
def main():
	p = argparse.ArgumentParser()
	p.add_argument("--tabs", help="全角（）")
