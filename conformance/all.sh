#!/usr/bin/env bash
# SPDX-License-Identifier: CC0-1.0
# Usage: all.sh OUR_PYTHON PEERS_PYTHON PAGE
# Gives the cases to Biotropy and to other packages, each in an environment of its own, and writes the table into a page.
# The environment must have PYTHONPATH and BIOTROPY_PROGRAM of a built tree.
set -euo pipefail

ours=$1 peers=$2 page=$3
here=$(dirname "$0")
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

"$ours" -B "$here/run.py" --results "$results/all.json" biotropy_python biotropy_program
env -u PYTHONPATH "$peers" -B "$here/run.py" --results "$results/all.json" \
  antropy entropyhub neurokit2 nolds pracma pyentrp tsfresh
"$ours" -B "$here/table.py" "$results/all.json" "$page"
