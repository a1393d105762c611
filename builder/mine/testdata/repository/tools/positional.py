import sys
src = sys.argv[1]
n = int(sys.argv[2])
rest = sys.argv[3:]
k = sys.argv[10] if len(sys.argv) > 10 else ''
