#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A study of a simulated cohort: three groups of recordings, whose coupling falls from group to group, from EDF files to
# group means and tests. Entries of its result are counted again by the plain double loop, which also does a part of the
# same work for comparison; its counts must be the same. The Python package makes a page of it.
# Finally a model of two alternating classes is trained on one simulated recording and classifies another one with known
# optimal accuracy.
# Usage: demo.sh PROGRAM FOLDER
set -euo pipefail
export LC_ALL=C
program=$1 folder=$2
readonly subjects=8 channels=32 epochs=8 epoch_length=1024
readonly recordings=$((3 * subjects))
readonly part_channels=16
measure=(--measure cross-apen -m 1 -r 0.2 --bias max --epoch "$epoch_length")

# Runs a command, and stores its wall time and its processor time in $passed and $worked.
timed() {
  local times
  TIMEFORMAT='%R %U %S'
  times=$({ time "$@" >/dev/null 2>&3; } 3>&2 2>&1)
  read -r passed worked < <(awk '{ print $1, $2 + $3 }' <<<"$times")
}

rm -rf "$folder"
mkdir -p "$folder"
study=$folder/study
echo "1. Simulating $recordings recordings of $channels channels, $epochs epochs of $epoch_length samples"
"$program" simulate cohort "$study" --subjects "$subjects" --channels "$channels" --epochs "$epochs" \
  --epoch-length "$epoch_length" --quiet

pairs=$((recordings * epochs * channels * channels))
echo "2. The study: Cross-ApEn (m = 1, r = 0.2) of all $pairs ordered pairs of channels, and the groups compared"
"$program" study init "$study" "${measure[@]}" --alpha 0.05 >/dev/null
timed "$program" study run "$study" --quiet
fast=$worked fast_passed=$passed
# All values are on disk: the second run only joins them, to the same bytes, and prints the summary.
"$program" study run "$study" | tee "$folder/summary.txt" | sed 's/^/   /'

"$program" report "$study/result.nc" -o "$folder/report.html" >/dev/null

part_pairs=$((epochs * part_channels * part_channels))
echo "3. The plain double loop on entries of the result, and on $part_pairs pairs ($part_channels channels of one recording)"
"$program" study verify "$study" --entries 10 >"$folder/verified.txt"
sed -n '$s/^/   /p' "$folder/verified.txt"
part=(cross "$study/sub-001.edf" --channels "1-$part_channels" "${measure[@]}" --quiet)
timed "$program" "${part[@]}" --engine direct -o "$folder/part-plain.csv"
plain=$worked plain_passed=$passed
"$program" "${part[@]}" -o "$folder/part-fast.csv" >/dev/null
if ! cmp "$folder/part-plain.csv" "$folder/part-fast.csv"; then
  echo "The counts differ: this is a defect, please report it." >&2
  exit 1
fi
awk -v fast="$fast" -v plain="$plain" -v pairs="$pairs" -v part_pairs="$part_pairs" \
  -v fast_passed="$fast_passed" -v plain_passed="$plain_passed" 'BEGIN {
  printf "   Biotropy            %9.1f us of one processor per pair (%.1f s passed for the study)\n",
    1e6 * fast / pairs, fast_passed
  printf "   plain double loop   %9.1f us of one processor per pair (%.1f s passed for the part)\n",
    1e6 * plain / part_pairs, plain_passed
  printf "   ratio               %9.0f, files and statistics included; values and counts are identical\n",
    (plain / part_pairs) / (fast / pairs)
}'

echo "4. Two classes that follow each other, in 19 channels: training on one recording, classifying another (SICAMM)"
states=("$program" states)
"${states[@]}" simulate P19 -o "$folder/train" --samples 20000 --quiet >/dev/null
best=$("${states[@]}" simulate P19 -o "$folder/test" --samples 10000 --seed 2)
"${states[@]}" train "$folder/train.csv" --rate 100 -o "$folder/model.nc" --quiet >/dev/null
"${states[@]}" classify "$folder/test.csv" --rate 100 --model "$folder/model.nc" -o "$folder/states.tsv" --quiet
scores=$("${states[@]}" evaluate "$folder/test.csv" --rate 100 --model "$folder/model.nc" -o "$folder/scores.json")
awk '$1 ~ /test.csv$/ { printf "   accuracy            %9.4f\n", $3 }' <<<"$scores"
awk '{ sub(/.*an accuracy of /, ""); printf "   best possible       %9.4f, with the true densities\n", $1 }' <<<"$best"

echo
echo "Results in $folder/: study/result.nc (every subject, group means, tests), summary.txt, verified.txt; model.nc, states.tsv"
echo "(the class of every sample), scores.json. To look at in a browser: $folder/report.html"
