import argparse
def main():
	p = argparse.ArgumentParser()
	p.add_argument("--tabs", help="全角（）")


from elsewhere import get_args_parser
orphan = argparse.ArgumentParser("orphan", parents=[get_args_parser()])
orphan.add_argument("--orphan")

import elsewhere.options as options
trainer = options.get_training_parser()
trainer.add_argument("--ours")


class Task(options.Base):
    @classmethod
    def add_args(cls, parser):
        super().add_args(parser)
        parser.add_argument("--task")
