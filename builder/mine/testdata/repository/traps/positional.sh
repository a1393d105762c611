DATA=$1
MODEL=${2:-base}
python options.py --folder $DATA --text $MODEL
