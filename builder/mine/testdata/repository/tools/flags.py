import tensorflow as tf
import tools.more_flags

flags = tf.flags
FLAGS = flags.FLAGS
flags.DEFINE_string("data_dir", None, "help")
flags.DEFINE_bool("do_train", False, "help")
flags.DEFINE_float(
    "learning_rate", 5e-5,
    "help")
flags.DEFINE_enum("mode", "a", ["a", "b"], "help")
flags.DEFINE_integer(name="steps", default=2 * 500, help="help")
flags.DEFINE_string("layers", "-1,-2", "help", short_name="l")

if __name__ == "__main__":
    flags.mark_flag_as_required("data_dir")
