#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: same_results.sh SOURCES FOLDER PROGRAM EMULATOR...
# Writes results with PROGRAM, built for this machine, and with EMULATOR..., a command that runs the program of another
# processor, and compares every byte (results.sh lists the commands). Fails if a file differs or is missing.
set -euo pipefail

sources=$(cd "$1" && pwd) folder=$2 program=$(realpath "$3")
shift 3
"$sources/tests/processors/results.sh" "$sources" "$folder/here" "$program"
"$sources/tests/processors/results.sh" "$sources" "$folder/there" "$@"
diff --recursive --brief "$folder/here" "$folder/there" || {
  echo "same_results.sh: these results are not the same on the other processor" >&2
  exit 1
}
echo "$(find "$folder/here" -type f | wc -l) files of results have the same bytes"
