#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: same_results.sh [--last-digits | --byte-order] SOURCES FOLDER PROGRAM EMULATOR...
# Writes results with PROGRAM, built for this machine, and with EMULATOR..., a command that runs the program of another
# processor, and compares every byte (results.sh lists the commands). Fails if a file differs or is missing.
# --last-digits: of files of text the last digits of numbers may differ, but not of counts (last_digits.py).
# --byte-order: of NetCDF files, whose numbers have the bytes of the processor that wrote them, h5diff compares the numbers.
# (ncdump reads no file of the other order: NetCDF takes the dimensions of a variable as they are, netcdf-c #2670.)
# FastICA starts from the same numbers, but may end at another of its fixed points where a sum differs in its last digit.
# So of a model that was trained on either processor, 95 % of the labels must be the same.
set -euo pipefail

may_differ=nothing
if [[ $1 == --* ]]; then
  may_differ=$1
  shift
fi
sources=$(cd "$1" && pwd) folder=$2 program=$(realpath "$3")
shift 3
"$sources/tests/processors/results.sh" "$sources" "$folder/here" "$program"
"$sources/tests/processors/results.sh" "$sources" "$folder/there" "$@"

# same_numbers NAME: whether both files have the same numbers but for what may differ.
same_numbers() {
  local here=$folder/here/$1 there=$folder/there/$1
  case $may_differ in
    --last-digits) python3 -B "$sources/tests/processors/last_digits.py" "$here" "$there" ;;
    --byte-order) [[ $1 == *.nc ]] && h5diff --quiet "$here" "$there" ;;
    *) false ;;
  esac
}

n_same=0 n_close=0
while read -r name; do
  if cmp --silent "$folder/here/$name" "$folder/there/$name"; then
    n_same=$((n_same + 1))
  elif same_numbers "$name"; then
    n_close=$((n_close + 1))
    echo "$name: the same numbers, other bytes"
  else
    echo "same_results.sh: $name is not the same there" >&2
    exit 1
  fi
done < <(cd "$folder" && find here there -type f ! -name model.nc ! -name states.tsv | cut -d / -f 2- | sort -u)
labels() { cut -f 2 "$folder/$1/states.tsv"; }
paste <(labels here) <(labels there) | awk '
  NR > 1 { n++; same += $1 == $2 }
  END { printf "%d of %d labels of trained models are the same\n", same, n; exit n < 1000 || same < 0.95 * n }'
echo "$n_same other files of results have the same bytes, $n_close the same numbers in other bytes"
