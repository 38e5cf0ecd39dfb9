#!/usr/bin/env bash
# SPDX-License-Identifier: CC0-1.0
# Usage: all.sh OUR_PYTHON PEERS_PYTHON PAGE RESULTS
# Gives the cases to Biotropy and to other programs, each in an environment of its own, and writes the table into a page.
# Outcomes are added to the file RESULTS as they come, and what it has is not asked again; it is removed at the end.
# The environment must have what the runners of Biotropy name: PYTHONPATH, BIOTROPY_PROGRAM, BIOTROPY_CASES_CPP, R_LIBS,
# BIOTROPY_GATEWAY. PHYSIONET may name a folder with sampen.c and mse.c of PhysioNet. A runner without its program is left out.
set -euo pipefail

ours=$1 peers=$2 page=$3 results=$4
here=$(dirname "$0")

"$ours" -B "$here/run.py" --results "$results" biotropy_python biotropy_program biotropy_cpp biotropy_r biotropy_octave
env -u PYTHONPATH "$peers" -B "$here/run.py" --results "$results" \
  physionet_sampen physionet_mse antropy entropyhub neurokit2 nolds pracma pyentrp tsfresh
"$ours" -B "$here/table.py" "$results" "$page"
rm "$results"
