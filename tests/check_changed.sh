#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: tests/check_changed.sh [JOBS]
# Builds and runs the tests of the rooms with files that differ from the last commit, and the rules of the house.
# Nothing is installed, and the preset dev compiles each file separately, so an edit of one source takes seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-$(nproc)}

rooms=()
while read -r room; do
  [[ -f tests/$room/CMakeLists.txt && $room != house && $room != install && $room != r ]] && rooms+=("$room")
done < <({ git diff --name-only HEAD; git ls-files --others --exclude-standard; } |
  sed -nE 's#^(biotropy|tests)/([a-z]+)/.*#\2#p; s#^(c|cli|bench)/.*#\1#p; s#^biotropy/[a-z_]+\.[a-z]+$#ground#p' | sort -u)

python3 -B tests/house/floors.py .
python3 -B tests/house/shape.py .
if ((${#rooms[@]} == 0)); then
  echo "No room has changed since the last commit."
  exit 0
fi
echo "Changed: ${rooms[*]}"
[[ -f build/dev/build.ninja ]] || cmake --preset dev >/dev/null
cmake --build build/dev -j "$jobs" --target "${rooms[@]/#/test_}"
ctest --test-dir build/dev -j "$jobs" --output-on-failure --no-tests=error -R "^($(IFS='|'; echo "${rooms[*]}"))\."
