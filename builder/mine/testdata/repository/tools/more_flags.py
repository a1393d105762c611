from absl import flags
flags.DEFINE_multi_string("tag", [], "help")
flags.DEFINE_alias("t", "tag")
