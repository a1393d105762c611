import click


@click.group()
def cli():
    pass


@cli.command()
@click.option("-n", "--count", "number", default=1, type=int, required=True)
@click.option("--shout/--no-shout", default=False)
@click.argument("paths", nargs=-1)
def run_it(number, shout, paths):
    pass
