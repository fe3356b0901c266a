#!/bin/sh
# Searches of one model: by `fsmc check`, and by a program written by hand. Usage: bench.sh FSMC SEARCH [CONFIGURATIONS]
set -eu
bound=${3:-100000}
start=$(date +%s%N)
"$1" check Tests/Peers/wide.fsm --bound "$bound" > /dev/null
end=$(date +%s%N)
took=$(((end - start) / 1000000))
echo "fsmc check:  $bound configurations in $took ms, $((bound * 1000 / took)) a second"
"$2" "$bound"
