import argparse
def main():
	p = argparse.ArgumentParser()
	p.add_argument("--tabs", help="全角（）")


from elsewhere import get_args_parser
orphan = argparse.ArgumentParser("orphan", parents=[get_args_parser()])
orphan.add_argument("--orphan")
