#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the page of the R package with the library left by check.sh, with a real record if there is one.
# Usage: vignette.sh RSCRIPT SOURCE_FOLDER WORK_FOLDER
set -euo pipefail
rscript=$1 source=$2 work=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$source/r/vignettes/heartbeats.Rmd" "$folder"
cd "$folder"
record=${BIOTROPY_DATA:-}/heartbeat/nsr001.ecg
if [[ -f $record ]]; then
  export BIOTROPY_NSR2DB=$record
else
  echo "$record is not here: the intervals are simulated"
fi
R_LIBS=$work/biotropy.Rcheck "$rscript" --vanilla -e 'knitr::opts_chunk$set(error = FALSE)' -e 'knitr::knit2html("heartbeats.Rmd", quiet = TRUE, force_v1 = TRUE)'
cp heartbeats.html "$work"
# Every part of the page exists, including the comparison with others.
for part in 'RR intervals' 'nats from' 'blocked loops' 'sorted, parallel' explained; do
  grep -q "$part" heartbeats.md || { echo "the page does not show: $part"; exit 1; }
done
sed -n '/times as long/,/^```/p' heartbeats.md
