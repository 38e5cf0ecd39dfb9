#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the C++ tests with clang's coverage, runs them, and writes which lines and branches they ran into a page.
# Usage: tests/coverage/run.sh JOBS PAGE [ROOM...]   (all rooms, the C interface and the program; or only the tests of some)
# Tests that fail are printed, and what they ran counts all the same. A room whose programs are those that were measured before
# is not measured again, so that all can be done in pieces.
set -euo pipefail

jobs=$1 page=$2
shift 2
cd "$(dirname "$0")/../.."
build=build/coverage
rooms=("$@")
((${#rooms[@]})) || rooms=(ground system device series match prepare files groups surrogates entropy heartbeats sicamm simulate study live c cli)
commit=$(git rev-parse --short HEAD)
measured=$(pwd)/$build/measured
mkdir -p "$measured"
cmake --preset coverage >/dev/null

# Builds what the tests of a room start.
build() {
  local room=$1 targets=(--target "test_$1")
  case $room in
    cli) targets+=(--target biotropy_program) ;;
    match) targets+=(--target random_queries) ;;
    study) targets+=(--target test_study_faults) ;;
  esac
  cmake --build "$build" -j "$jobs" "${targets[@]}"
}

# A name for what was measured: the room, and its programs and the files of its tests.
name_of() {
  local room=$1 files
  mapfile -t files < <(find "tests/$room" -type f && find "$build/tests/$room" -maxdepth 1 -type f -executable)
  case $room in
    c) files+=("$build/libbiotropy_c.so") ;;
    cli | study) files+=("$build/cli/biotropy") ;;
  esac
  echo "$room.$(sha256sum "${files[@]}" | sort | sha256sum | head -c 12)"
}

# Programs that the tests start write profiles of their own; those of one file are merged as they come. The counters lie in
# the files themselves (%c), so that those of a child process without rights, and of one that is killed, are not lost.
measure() {
  local room=$1 result=$2 profiles=$measured/$1.profiles
  rm -rf "$profiles"
  mkdir "$profiles"
  LLVM_PROFILE_FILE="$profiles/%c%4m.profraw" ctest --test-dir "$build" -R "^$room[.]" -j "$jobs" --output-on-failure || true
  llvm-profdata merge -sparse "$profiles"/*.profraw -o "$result"
  rm -rf "$profiles"
}
profiles=()
for room in "${rooms[@]}"; do
  build "$room"
  profile=$measured/$(name_of "$room").profdata
  [ -e "$profile" ] || measure "$room" "$profile"
  profiles+=("$profile")
done
llvm-profdata merge -sparse "${profiles[@]}" -o "$build/coverage.profdata"

# What is not linked to a test counts as not run: all of a room's archive is made into an object that llvm-cov can read.
objects=()
for room in "${rooms[@]}"; do
  case $room in
    c) object=$build/libbiotropy_c.so ;;
    cli) object=$build/cli/biotropy ;;
    *)
      archive=$build/biotropy/$room/libbiotropy_$room.a
      [[ $room != ground ]] || archive=$build/biotropy/libbiotropy_ground.a
      object=$build/$room.whole.so
      clang++ -shared -fprofile-instr-generate -o "$object" -Wl,--whole-archive "$archive" -Wl,--no-whole-archive
      ;;
  esac
  objects+=(-object "$object")
done
llvm-cov export -summary-only -instr-profile "$build/coverage.profdata" "${objects[@]:1}" >"$build/coverage.json"
system=$(. /etc/os-release && echo "$PRETTY_NAME")
python3 -B tests/coverage/table.py "$build/coverage.json" "$page" \
  "Measured on $(date +%F), commit $commit, $system, $(nproc) processors: the tests of ${rooms[*]}."
