#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Keeps of what run.sh found as few and as short inputs as reach all the code that these reach: corpus/TARGET.tar.gz, the same
# bytes for the same inputs. Every run begins with them, in a new clone too.
# Usage: tests/fuzz/keep.sh   (after run.sh --fast)
set -euo pipefail
source "$(dirname "$0")/targets.sh"
cd "$(dirname "$0")/../.."
found=build/fuzz/corpus
longest=4096  # bytes: of code that needs more, seeds have the inputs
if [ ! -d "$found" ]; then
  echo "there is nothing to keep in $found: make fuzz-fast comes first" >&2
  exit 1
fi
mkdir -p "$kept"
for target in "${own[@]}" "${others[@]}"; do
  [ -d "$found/$target" ] || continue
  chosen=build/fuzz/chosen/$target
  rm -rf "$chosen"
  mkdir -p "$chosen"
  quiet=()
  [ "$target" != options ] || quiet=(-close_fd_mask=3)
  "build/fuzz-fast/tests/fuzz/fuzz_$target" -set_cover_merge=1 "${quiet[@]}" -max_len=$longest "$chosen" "$found/$target" \
    "$found/seeds/$target" "$found/kept/$target" >"build/fuzz/chosen/$target.log" 2>&1 || {
    tail -n 20 "build/fuzz/chosen/$target.log" >&2
    exit 1
  }
  tar -C "$chosen" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 -cf - . | gzip -9n >"$kept/$target.tar.gz"
  echo "$target: $(find "$chosen" -type f | wc -l) inputs, $(stat -c %s "$kept/$target.tar.gz") bytes"
done
