#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets and runs them, two at a time; fails on any finding but those within HDF5.
# Usage: tests/fuzz/run.sh [--fast] SECONDSs|INPUTS [READER...]   (those below, or all)
# For so many seconds (60s) the inputs are new ones every time. A number of inputs (100000) are always the same ones, so that
# the tests of one commit pass or fail alike everywhere.
# By default the readers that are the library's own, and take less than a millisecond for an input. mat73 and arrays go through
# HDF5, whose faults would be found as well: the program confines it to a child process. Targets that read no recordings need
# most of the library, which clang compiles for minutes.
# --fast runs them without sanitizers, and none through HDF5: a fault within it would end the run. Both share one corpus, so that the
# sanitizers see every input that reached new code without them. Both begin with what keep.sh has kept of earlier runs, too.
set -euo pipefail

usage="usage: tests/fuzz/run.sh [--fast] SECONDSs|INPUTS [READER...]"
preset=fuzz
schedule=()
source "$(dirname "$0")/targets.sh"
if [ "${1-}" = --fast ]; then
  preset=fuzz-fast
  schedule=(-entropic=0)  # to weigh inputs by how rare their code is takes longer than to read them
  through_hdf5=()
  shift
fi
limit=${1:?$usage}
shift
if [[ $limit == *s ]]; then
  bound=(-max_total_time="${limit%s}")
else
  bound=(-runs="$limit" -seed=1)
fi
readers=("$@")
[ ${#readers[@]} -gt 0 ] || readers=("${own[@]}")
[ "${readers[0]}" != all ] || readers=("${through_hdf5[@]}" "${others[@]}" "${own[@]}")
mapfile -t seeds < <(seeds_of "${readers[@]}")

cd "$(dirname "$0")/../.."
build=build/$preset
cmake --preset "$preset" >"/dev/null"
cmake --build "$build" --target "${seeds[@]}" "${readers[@]/#/fuzz_}" -- -j2 >"$build/fuzz-build.log" 2>&1 || {
  tail -n 40 "$build/fuzz-build.log" >&2
  exit 1
}

corpus=build/fuzz/corpus
findings=$build/findings
rm -rf "$findings"
if [[ $limit != *s ]]; then  # what other runs have found would change the inputs
  corpus=build/fuzz/first-corpus
  rm -rf "$corpus"
fi
mkdir -p "$corpus" "$findings"
inputs=$build/inputs.txt  # a line for each reader: its name, inputs, and seconds
: >"$inputs"
for program in "${seeds[@]}"; do "$build/tests/fuzz/$program" "$corpus/seeds"; done
cp -r "$corpus/seeds/mat" "$corpus/seeds/mat73"
cp tests/fuzz/dictionaries/*.dict "$corpus/seeds"
cp tests/fuzz/dictionaries/mat.dict "$corpus/seeds/mat73.dict"
for reader in "${readers[@]}"; do unpack_kept "$reader" "$corpus/kept/$reader"; done
export LSAN_OPTIONS="suppressions=$PWD/tests/fuzz/hdf5_leaks.supp:print_suppressions=0"

run_one() {
  local reader=$1
  mkdir -p "$corpus/$reader"
  local words=() quiet=()
  [ ! -e "$corpus/seeds/$reader.dict" ] || words=(-dict="$corpus/seeds/$reader.dict")
  [ "$reader" != options ] || quiet=(-close_fd_mask=3)  # what the program says to a command line
  "$build/tests/fuzz/fuzz_$reader" "${bound[@]}" "${schedule[@]}" "${words[@]}" "${quiet[@]}" \
    -timeout=60 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 -artifact_prefix="$findings/$reader-" \
    "$corpus/$reader" "$corpus/seeds/$reader" "$corpus/kept/$reader" >"$findings/$reader.log" 2>&1
}

# HDF5 and NetCDF do not survive everything, which is why the program reads such files in a child process: what matters is
# whether the innermost frame that is neither the sanitizer's nor the C library's is theirs.
ends_in_library() {
  grep -m 1 -aE '^ *#[0-9]+ .*(libhdf5|libnetcdf|[.][ch]pp:[0-9])' "$1" | grep -qE 'libhdf5|libnetcdf'
}

failed=0
declare -A reader_of=() begun_at=()  # by process
wait_for_one() {
  local ended status=0 reader log
  wait -n -p ended || status=$?
  reader=${reader_of[$ended]}
  unset "reader_of[$ended]"
  log=$findings/$reader.log
  if ((status == 0)); then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    seconds=$(sed -n 's/^Done .* in \([0-9]*\) second.*/\1/p' "$log")
    echo "$reader $runs $seconds" >>"$inputs"
    echo "$reader: $runs inputs, nothing found"
  elif ends_in_library "$log"; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    echo "$reader $runs $((SECONDS - begun_at[$ended])) ended in HDF5" >>"$inputs"
    echo "$reader: ended in the HDF5 library after $runs inputs"
  else
    failed=1
    echo "$reader: a finding; see $log" >&2
    tail -n 30 "$log" >&2
  fi
}
for reader in "${readers[@]}"; do
  if ((${#reader_of[@]} == 2)); then wait_for_one; fi
  run_one "$reader" &
  reader_of[$!]=$reader
  begun_at[$!]=$SECONDS
done
while ((${#reader_of[@]} > 0)); do wait_for_one; done
exit "$failed"
