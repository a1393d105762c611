from options.train_options import TrainOptions

opt = TrainOptions().parse()

if __name__ == '__main__':
    print(opt)
