#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tests a machine with a GPU: lists its devices, runs every test of devices on all of them, and compares their speed with
# the processor and the published kernels. One table summarises it; the full outputs are kept beside it. A bundle
# (gpu_bundle.sh) uses only the driver of the machine, its C library and bash.
#
# Usage: run.sh [RESULTS_FOLDER]   exit code 0: all passed; 1: something failed; 3: there is no device
# GPU_CHECK_SECONDS is the most that each program may take (240).
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
results=${1:-$here/results}
limit=${GPU_CHECK_SECONDS:-240}
mkdir -p "$results"
BIOTROPY_CACHE=$(mktemp -d)
trap 'rm -rf "$BIOTROPY_CACHE"' EXIT
export BIOTROPY_CACHE

# Bundled libraries are used by bundled programs only. The C++ library is the machine's, which its OpenCL drivers may
# need; the bundled one is used if there is none, or an older one.
libraries=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
linked=$(LD_LIBRARY_PATH=$libraries ldd "$here"/bin/* 2>&1)
if [[ -d $here/lib-base && $linked == *'not found'* ]]; then
  libraries=$here/lib-base:$libraries
fi
ours=(env "LD_LIBRARY_PATH=$libraries")

failed=0
table=""
row() { table+=$(printf '%-34s %-8s %s' "$1" "$2" "$3")$'\n'; }

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
while read -r device model; do
  row "$device" "$([[ $code -eq 0 ]] && echo passed || echo FAILED)" "${model%%  *}"
done <<<"$(grep -E '^(cuda|opencl):' "$results/devices.txt")"
[[ $code -eq 0 ]] || failed=1

# Name, program, filter. Tests with a faulty fake driver are not part of a bundle.
tests() {
  local log=$results/$1.log
  timeout "$limit" "${ours[@]}" "$here/bin/$1" --gtest_filter="$2" >"$log" 2>&1
  local code=$? passed skipped bad
  passed=$(grep -c '^\[       OK \]' "$log")
  skipped=$(grep -c '^\[  SKIPPED \] .*ms)$' "$log")
  bad=$(grep -c '^\[  FAILED  \] .*ms)$' "$log")
  if [[ $code -eq 0 && $passed -gt 0 ]]; then
    row "$1" passed "$passed passed, $skipped skipped"
  else
    failed=1
    row "$1" FAILED "$passed passed, $bad failed, exit code $code: $log"
  fi
}
tests test_device '*-CudaDevices.*'
tests test_match 'DeviceEngines.*:DeviceFuzzyTest.*:CudaKernels.*:*_opencl*:*_cuda*'
tests test_sicamm 'DeviceDensitiesTest.*:CudaKernelsOfDensities.*'

# Reads and writes out of bounds, and races, in every kernel. A run in which no test passed is no evidence.
sanitize() {
  local log=$results/$1-$2.log code
  timeout "$limit" "$sanitizer" --tool "$1" --error-exitcode 9 --target-processes all \
    "${ours[@]}" "$here/bin/$2" --gtest_filter="$3" >"$log" 2>&1
  code=$?
  if [[ $code -eq 0 ]] && grep -q '^\[       OK \]' "$log"; then
    row "$1 $2" passed ""
  else
    row "$1 $2" FAILED "exit code $code: $log"
    failed=1
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

if timeout "$limit" "${ours[@]}" "$here/bin/bench_device" --benchmark_repetitions=3 \
  >"$results/bench.log" 2>"$results/bench.err"; then
  row bench_device passed "every result checked before it was timed"
else
  row bench_device FAILED "exit code $?: $results/bench.log"
  failed=1
fi

echo
printf '%-34s %-8s %s\n' check outcome detail
printf '%s' "$table"
echo
cat "$results/bench.log"
exit $failed
