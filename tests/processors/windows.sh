#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: windows.sh SOURCES BUILD WINDOWS_BUILD
# Runs in Wine what WINDOWS_BUILD has: compares results of the program with those of BUILD, runs the test
# programs of the rooms, and gives the program to the tests of command lines of BUILD. Says how many tests passed and how
# long each part took; fails if one fails. What is left out is named in the lists below, with the reason.
set -euo pipefail

sources=$(cd "$1" && pwd) build=$(cd "$2" && pwd) windows=$(cd "$3" && pwd)
logs=$windows/in_wine
mkdir -p "$logs"
printf '#!/bin/sh\nexec wine "%s" "$@"\n' "$windows/cli/biotropy.exe" >"$logs/biotropy"
chmod +x "$logs/biotropy"
failed=0

# part NAME COMMAND...: what the command says goes to a file.
part() {
  local name=$1 begun=$SECONDS
  shift
  if "$@" >"$logs/$name.log" 2>&1; then
    echo "$name: $((SECONDS - begun)) s"
  else
    failed=1
    echo "$name: FAILED after $((SECONDS - begun)) s, see $logs/$name.log"
  fi
  grep -E '^\[  (PASSED|SKIPPED|FAILED) |of results|labels of' "$logs/$name.log" | sort -u || true
}

part results "$sources/tests/processors/same_results.sh" --last-digits "$sources" "$windows/results" "$build/cli/biotropy" "$logs/biotropy"
for program in "$windows"/tests/*/test_*.exe; do
  part "$(basename "$program" .exe)" wine "$program" --gtest_brief=1
done
exit $failed
