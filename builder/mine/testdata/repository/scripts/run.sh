#!/bin/bash
export CUDA_VISIBLE_DEVICES=1
model_name=Net
lr=0.001
for lr in 0.1 0.2; do
  python -u ../train.py \
    --lr $lr \
    --workers 2 data
done
if [ -n "$3" ]; then model_name=Other; fi
cd ..
python train.py --model $model_name --out "${2:-default}" --betas 0.5 0.9
(cd tools && bash nothing.sh)
python -m core.main --report-to wandb | tee log
