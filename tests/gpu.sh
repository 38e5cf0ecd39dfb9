#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures and tests a machine with a GPU: lists its devices, compares their speed with the processor and the published
# kernels, times every kernel, runs every test of devices on all of them, repeats the papers' experiments, and looks for
# races and wrong addresses. Each line is printed when it is known; the full outputs are kept beside it. A bundle
# (gpu_bundle.sh) uses only the driver of the machine, its C library and bash.
#
# Usage: run.sh [RESULTS_FOLDER]   exit code 0: all passed; 1: something failed or was not finished; 3: there is no device;
#                                  4: all results are right, and something is slower than wanted (MISSED)
# GPU_CHECK_SECONDS is the most that the whole run may take (570, for machines that are lent for ten minutes at a time). Each
# benchmark has a share of what is left, so that the tests after it are run too; what does not fit is cut off and said so.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
results=${1:-$here/results}
deadline=$((SECONDS + ${GPU_CHECK_SECONDS:-570}))
mkdir -p "$results"
BIOTROPY_CACHE=$(mktemp -d)
trap 'rm -rf "$BIOTROPY_CACHE"' EXIT
export BIOTROPY_CACHE

# Bundled libraries are used by bundled programs only. The C++ library is the machine's, which its OpenCL drivers may
# need; the bundled one is used if there is none, or an older one.
libraries=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
glibc=$here/glibc.txt
linked=$(LD_LIBRARY_PATH=$libraries ldd "$here"/bin/* 2>&1)
if [[ -d $here/lib-base ]] && grep 'not found' <<<"$linked" | grep -qv GLIBC_; then
  libraries=$here/lib-base:$libraries
  glibc=$here/glibc-with-base.txt
fi
# A program for a newer glibc would say so in many lines.
needed=$(cat "$glibc")
present=$(ldd --version 2>/dev/null | sed -n '1s/.* //p')
present=${present:-0}
if [[ $(printf '%s\n' "$needed" "$present" | sort -V | tail -n 1) != "$present" ]]; then
  echo "gpu-check: this pack needs glibc $needed or later, and this machine has ${present/#0/none}; pack on an older system" >&2
  exit 1
fi
ours=(env "LD_LIBRARY_PATH=$libraries")

failed=0
missed=0
row() { printf '%-34s %-8s %s\n' "$1" "$2" "$3"; }

# Percentage, command: runs it in that part of the time that is left; 124 if it was cut off, or nothing was left.
within_time() {
  local seconds=$(((deadline - SECONDS) * $1 / 100))
  [[ $seconds -gt 0 ]] || return 124
  timeout "$seconds" "${@:2}"
}

# Name, exit code, what failed, log.
not_passed() {
  failed=1
  if [[ $2 -eq 124 ]]; then
    row "$1" "CUT OFF" "no time was left: GPU_CHECK_SECONDS allows more; $4"
  else
    row "$1" FAILED "$3, exit code $2: $4"
  fi
}

# The machine's own CUDA compiler fits its driver; the bundled one is used if there is none.
find_devices() { "${ours[@]}" "$here/bin/biotropy" devices >"$results/devices.txt" 2>"$results/devices.log"; }
find_devices
code=$?
carried=$(ls "$here"/lib/libnvrtc.so.* 2>/dev/null | head -n 1)
if ! grep -q '^cuda:' "$results/devices.txt" && [[ -n $carried ]]; then
  export BIOTROPY_NVRTC=$carried
  find_devices
  code=$?
fi
cat "$results/devices.txt" "$results/devices.log"
if ! grep -qE '^(cuda|opencl):' "$results/devices.txt"; then
  if [[ $code -gt 1 ]]; then
    echo "gpu-check: the program does not run here (exit code $code)"
    exit 1
  fi
  echo "gpu-check: no device was found; the libraries that were searched are listed above"
  exit 3
fi
echo
printf '%-34s %-8s %s\n' check outcome detail
while read -r device model; do
  row "$device" "$([[ $code -eq 0 ]] && echo passed || echo FAILED)" "${model%%  *}"
done <<<"$(grep -E '^(cuda|opencl):' "$results/devices.txt")"
[[ $code -eq 0 ]] || failed=1

# Clock, power and temperature during the benchmarks, where the driver can say them.
if command -v nvidia-smi >/dev/null; then
  nvidia-smi --query-gpu=timestamp,name,driver_version,clocks.sm,clocks.mem,power.draw,temperature.gpu --format=csv -l 1 \
    >"$results/clocks.csv" 2>&1 &
  watching=$!
fi
# Percentage of the time that is left, program, its options.
benchmark() {
  local log=$results/$2.log code
  within_time "$1" "${ours[@]}" "$here/bin/$2" "${@:3}" 2>"$results/$2.err" | tee "$log"
  code=${PIPESTATUS[0]}
  if [[ $code -eq 0 ]]; then
    row "$2" passed "every result checked before it was timed"
  elif [[ $code -eq 4 ]]; then
    missed=1
    row "$2" MISSED "results are right; $(grep -c MISSED "$log") lines are slower than wanted: $log"
  else
    not_passed "$2" "$code" "a case failed" "$log"
  fi
}
# Cases one after the other, not by turns: a benchmark that is cut off has then measured the first ones.
benchmark 45 bench_device --benchmark_repetitions=3 --benchmark_enable_random_interleaving=false
benchmark 40 bench_kernels
benchmark 40 bench_papers
[[ -z ${watching:-} ]] || kill "$watching"

# Name, program, filter. Tests with a faulty fake driver are not part of a bundle.
tests() {
  local log=$results/$1.log
  within_time 100 "${ours[@]}" "$here/bin/$1" --gtest_filter="$2" >"$log" 2>&1
  local code=$? passed skipped bad
  passed=$(grep -c '^\[       OK \]' "$log")
  skipped=$(grep -c '^\[  SKIPPED \] .*ms)$' "$log")
  bad=$(grep -c '^\[  FAILED  \] .*ms)$' "$log")
  if [[ $code -eq 0 && $passed -gt 0 ]]; then
    row "$1" passed "$passed passed, $skipped skipped"
  else
    not_passed "$1" "$code" "$passed passed, $bad failed" "$log"
  fi
}
tests test_device '*-CudaDevices.*'
tests test_match 'DeviceEngines.*:SharedQueries.*:SharedSums.*:DeviceFuzzyTest.*:CudaKernels.*:*_opencl*:*_cuda*'
tests test_sicamm 'DeviceDensitiesTest.*:CudaKernelsOfDensities.*'

# Reads and writes out of bounds, and races, in every kernel. A run in which no test passed is no evidence.
sanitize() {
  local log=$results/$1-$2.log code
  within_time 100 "$sanitizer" --tool "$1" --error-exitcode 9 --target-processes all \
    "${ours[@]}" "$here/bin/$2" --gtest_filter="$3" >"$log" 2>&1
  code=$?
  if [[ $code -eq 0 ]] && grep -q '^\[       OK \]' "$log"; then
    row "$1 $2" passed ""
  else
    not_passed "$1 $2" "$code" "no test passed, or findings" "$log"
  fi
}
sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda*/bin/compute-sanitizer 2>/dev/null | head -n 1)
if [[ -n $sanitizer ]] && grep -q '^cuda:' "$results/devices.txt"; then
  for tool in memcheck racecheck; do
    sanitize $tool test_match \
      'DeviceEngines.EveryDevicePassesItsSelfTest:DeviceFuzzyTest.OnEveryDeviceInBothPrecisions'
    sanitize $tool test_sicamm DeviceDensitiesTest.OnEveryDeviceInBothPrecisions
  done
fi

[[ $failed -eq 0 ]] || exit 1
[[ $missed -eq 0 ]] || exit 4
