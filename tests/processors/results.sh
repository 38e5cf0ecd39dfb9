#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: results.sh SOURCES FOLDER COMMAND...
# Writes results of the program (COMMAND..., an emulator in front of it where it is one of another processor) into FOLDER:
# every measure, every reader that has a recording in tests/data, filters, scales, surrogates, states and a study.
# same_results.sh compares such folders.
set -euo pipefail

sources=$(cd "$1" && pwd) folder=$2
shift 2
command=("$@")
rm -rf "$folder"
mkdir -p "$folder"
cp -r "$sources/tests/data" "$folder/data"
# Paths are part of the results, so they are the same in every folder.
cd "$folder"

# result NAME ARGUMENTS...
result() {
  "${command[@]}" "${@:2}" --quiet -o "$1" || { echo "results.sh: no $1" >&2; exit 1; }
}

readonly beats=data/heartbeat/nsr001.ecg intervals=data/heartbeat/rest_rri.txt eeg=data/eeg/bdf_test.bdf
readonly array=(data/eeg/eeg_raw.npy --rate 250)
for measure in apen sampen; do
  result "$measure.csv" entropy "$intervals" data/heartbeat/SampleNNISeriesLong.npy --measure $measure -m 1,2,3 -r 0.1,0.2
  result "$measure-beats.json" entropy "$beats" --measure $measure -m 2
done
result fuzzyen.csv entropy "$intervals" --measure fuzzyen -m 1,2,4 -r 0.2
result permen.nc entropy "$eeg" --measure permen -m 3,5 --epoch 2000
result mvsampen.csv entropy "$eeg" --measure mvsampen -m 1 --epoch 1000
result mvfuzzyen.csv entropy "$eeg" --measure mvfuzzyen -m 1 --epoch 500
result uncertainty.csv entropy "$intervals" --standard-error
result apen-of-edf.csv entropy data/eeg/mne_test.edf --measure apen --channels 1-12 --epoch 512
result sleep.nc entropy data/eeg/short_psg.edf --channels 1,2 --epoch 3000
result brainvision.csv entropy data/edge/test_old_layout_latin1_software_filter.vhdr --channels 1-4 --epoch 100
result cross-apen.nc cross "$eeg" -m 1 --epoch 1000
result cross-sampen.csv cross "${array[@]}" --measure cross-sampen --epoch 2500
result cross-fuzzyen.csv cross "${array[@]}" --measure cross-fuzzyen --epoch 500 --channels 1-3
result filtered.csv entropy "$eeg" --band 1 40 --notch 50 --epoch 2000
result fir.csv entropy "$eeg" --band 1 40 --filter fir --epoch 2000
result windows.csv entropy "$intervals" --window 200 --step 50
for method in mse rmse cmse rcmse; do
  result "$method.csv" multiscale "$intervals" --scales 1-10 --method $method
done
result surrogates.csv entropy "$intervals" --surrogates 19
result shuffled.csv cross "$eeg" --channels 1-3 --epoch 2000 --surrogates 19 --surrogate-kind shuffle
result rr.csv rr "$beats"
for kind in gaussian logistic sine pink ar1 rr; do
  "${command[@]}" simulate series --kind $kind --samples 2000 -o $kind.txt
done

states=("${command[@]}" states)
"${states[@]}" simulate P19 -o train --samples 4000 --quiet >simulated.txt
"${states[@]}" simulate P19 -o test --samples 1000 --seed 2 --quiet >>simulated.txt
result model.nc states train train.csv --rate 100
result states.tsv states classify test.csv --rate 100 --model model.nc

"${command[@]}" simulate cohort study --subjects 2 --channels 4 --epochs 2 --epoch-length 512 --quiet
"${command[@]}" study init study -m 1 -r 0.2 --epoch 512 --alpha 0.05 >study.txt
"${command[@]}" study run study --quiet >>study.txt 2>&1
rm -rf data
