#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: same_twice.sh FOLDER TAG PART...
# Makes artefacts of a tag (parts of setup/release.sh) twice, in folders of different names, without the compiler's cache,
# and fails unless they are equal to the last bit.
set -euo pipefail

mkdir -p "$1"
folder=$(cd "$1" && pwd) tag=$2
shift 2
here=$(cd "$(dirname "$0")/../.." && pwd)
export CCACHE_DISABLE=1
for place in first a_second_and_longer_one; do
  (cd "$here" && setup/release.sh "$tag" "$folder/$place" "$@" >"$folder/log") || { tail -n 100 "$folder/log"; exit 1; }
  sleep 2  # another time of day
done
different=0
for file in "$folder"/first/dist/*; do
  name=$(basename "$file")
  if cmp --quiet "$file" "$folder/a_second_and_longer_one/dist/$name"; then
    echo "the same: $name"
  else
    echo "different: $name" >&2
    different=1
  fi
done
exit $different
