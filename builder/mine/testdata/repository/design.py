import hydra


@hydra.main(config_path="conf/", config_name="design")
def main(cfg):
    pass
