# The module that is imported parses when it is imported.
from options_at_import import args

if __name__ == '__main__':
    print(args)
