#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Cross-ApEn matrices of a simulated cohort: three groups of recordings with 148 channels, whose coupling falls from
# group to group. Then the plain double loop does a part of the same work, for comparison: its counts must be the same.
# At last two classes that follow each other are learnt from one made-up recording and found again in another, whose best
# possible classification is known.
# Usage: demo.sh PROGRAM FOLDER
set -euo pipefail
export LC_ALL=C
program=$1 folder=$2
readonly subjects=2 channels=148 epochs=8 epoch_length=1024
readonly recordings=$((3 * subjects))
readonly part_channels=16
measure=(--measure cross-apen -m 1 -r 0.2 --bias max --epoch "$epoch_length" --quiet)

# Runs a command, and leaves the seconds that passed and those of all processors together in $passed and $worked.
timed() {
  local times
  TIMEFORMAT='%R %U %S'
  times=$({ time "$@" >/dev/null 2>&3; } 3>&2 2>&1)
  read -r passed worked < <(awk '{ print $1, $2 + $3 }' <<<"$times")
}

rm -rf "$folder"
mkdir -p "$folder"
echo "1. Simulating $recordings recordings of $channels channels, $epochs epochs of $epoch_length samples"
"$program" simulate cohort "$folder/recordings" --subjects "$subjects" --channels "$channels" --epochs "$epochs" \
  --epoch-length "$epoch_length" --quiet

pairs=$((recordings * epochs * channels * channels))
echo "2. Cross-ApEn (m = 1, r = 0.2) of all $pairs ordered pairs of channels"
timed "$program" cross "$folder"/recordings/*.edf "${measure[@]}" -o "$folder/cross-apen.nc"
fast=$worked fast_passed=$passed
"$program" cross "$folder"/recordings/*.edf "${measure[@]}" --mean-only -o "$folder/means.csv" >"$folder/summary.txt"
python3 "$(dirname "$0")/group_means.py" "$folder/means.csv" "$folder/recordings/participants.tsv"

part_pairs=$((epochs * part_channels * part_channels))
echo "3. The plain double loop on $part_pairs of these pairs ($part_channels channels of one recording)"
part=(cross "$folder/recordings/sub-001.edf" --channels "1-$part_channels" "${measure[@]}")
timed "$program" "${part[@]}" --counter direct -o "$folder/part-plain.csv"
plain=$worked plain_passed=$passed
"$program" "${part[@]}" -o "$folder/part-fast.csv" >/dev/null
if ! cmp "$folder/part-plain.csv" "$folder/part-fast.csv"; then
  echo "The counts differ: this is a defect, please report it." >&2
  exit 1
fi
awk -v fast="$fast" -v plain="$plain" -v pairs="$pairs" -v part_pairs="$part_pairs" \
  -v fast_passed="$fast_passed" -v plain_passed="$plain_passed" 'BEGIN {
  printf "   Biotropy            %9.1f us of one processor per pair (%.1f s passed for all pairs)\n",
    1e6 * fast / pairs, fast_passed
  printf "   plain double loop   %9.1f us of one processor per pair (%.1f s passed for the part)\n",
    1e6 * plain / part_pairs, plain_passed
  printf "   ratio               %9.0f, files included; values and counts are identical\n",
    (plain / part_pairs) / (fast / pairs)
}'

echo "4. Two classes that follow each other, in 19 channels: training on one recording, classifying another (SICAMM)"
states=("$program" states)
"${states[@]}" simulate P19 -o "$folder/train" --samples 20000 --quiet >/dev/null
best=$("${states[@]}" simulate P19 -o "$folder/test" --samples 10000 --seed 2 --quiet)
"${states[@]}" train "$folder/train.csv" --rate 100 -o "$folder/model.nc" --quiet >/dev/null
"${states[@]}" classify "$folder/test.csv" --rate 100 --model "$folder/model.nc" -o "$folder/states.tsv" --quiet
scores=$("${states[@]}" evaluate "$folder/test.csv" --rate 100 --model "$folder/model.nc" -o "$folder/scores.json" --quiet)
awk '$1 ~ /test.csv$/ { printf "   accuracy            %9.4f\n", $3 }' <<<"$scores"
awk '{ sub(/.*an accuracy of /, ""); printf "   best possible       %9.4f, with the true densities\n", $1 }' <<<"$best"

echo
echo "Results in $folder/: cross-apen.nc (all matrices), means.csv (means over epochs), summary.txt; model.nc, states.tsv (the"
echo "class of every sample), scores.json"
