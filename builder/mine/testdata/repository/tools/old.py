from optparse import OptionParser
parser = OptionParser()
parser.add_option ("-t", "--train", dest="train_path", default="train", type="string")
parser.add_option("-n", type="int", default=0)
(opts, args) = parser.parse_args()
f(async=True)
