#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The seizures of one recording, for SzCORE: DATA/$INPUT (EDF) in, RESULTS/$OUTPUT (TSV) out.
set -euo pipefail

: "${INPUT:?the recording to read, below /data, is needed}" "${OUTPUT:?the table to write, below /output, is needed}"
here=$(dirname "$(readlink -f "$0")")
biotropy=${BIOTROPY:-$here/biotropy} model=${MODEL_FILE:-$here/../model.nc}
result=${RESULTS:-/output}/$OUTPUT
mkdir -p "$(dirname "$result")"
exec "$biotropy" states events "${DATA:-/data}/$INPUT" --model "$model" --format szcore --quiet \
  --types "${TYPES:-seizure=sz,rest=bckg}" --join "${JOIN:-5}" --shortest "${SHORTEST:-10}" -o "$result"
