#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Gives the readers of this build the inputs that fuzzing has kept.
# Usage: kept.sh FOLDER_OF_PROGRAMS
set -euo pipefail
source "$(dirname "$0")/targets.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for reader in "${own[@]}"; do
  unpack_kept "$reader" "$folder/$reader"
  echo "$reader: $("$1/kept_$reader" "$folder/$reader")"
done
