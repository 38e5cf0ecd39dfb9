#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: same_results.sh SOURCES FOLDER PROGRAM EMULATOR...
# Writes results with PROGRAM, built for this machine, and with EMULATOR..., a command that runs the program of another
# processor, and compares every byte (results.sh lists the commands). Fails if a file differs or is missing.
# FastICA starts from the same numbers, but may end at another of its fixed points where a sum differs in its last digit.
# So of a model that was trained on either processor, 95 % of the labels must be the same.
set -euo pipefail

sources=$(cd "$1" && pwd) folder=$2 program=$(realpath "$3")
shift 3
"$sources/tests/processors/results.sh" "$sources" "$folder/here" "$program"
"$sources/tests/processors/results.sh" "$sources" "$folder/there" "$@"
diff --recursive --brief --exclude=model.nc --exclude=states.tsv "$folder/here" "$folder/there" || {
  echo "same_results.sh: these results are not the same on the other processor" >&2
  exit 1
}
labels() { cut -f 2 "$folder/$1/states.tsv"; }
paste <(labels here) <(labels there) | awk '
  NR > 1 { n++; same += $1 == $2 }
  END { printf "%d of %d labels of trained models are the same\n", same, n; exit n < 1000 || same < 0.95 * n }'
echo "$(($(find "$folder/here" -type f | wc -l) - 2)) other files of results have the same bytes"
