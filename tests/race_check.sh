#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs every kernel on small cases in Oclgrind, a simulated OpenCL device that finds races between work items, barriers
# that not all of them reach, and accesses outside of a buffer.
#
# Usage: race_check.sh BUILD_FOLDER
set -uo pipefail

build=$1
log=$(mktemp)
cache=$(mktemp -d)
trap 'rm -rf "$log" "$cache"' EXIT
export BIOTROPY_CACHE=$cache BIOTROPY_CUDA=/nowhere/libcuda.so
BIOTROPY_OPENCL=$(dpkg -L oclgrind | grep '/liboclgrind-rt\.so$')
export BIOTROPY_OPENCL
failed=0

# Program, test. Optimised programs have functions that the simulator does not know.
check() {
  oclgrind --data-races --build-options -cl-opt-disable --local-mem-size 262144 \
    "$build/tests/$1" --gtest_filter="$2" >"$log" 2>&1
  local code=$?
  if [[ $code -eq 0 ]] && grep -q '^\[       OK \]' "$log" && ! grep -qE '^(Invalid|Read-write|Write-write|Work-group|OCLGRIND)' "$log"; then
    echo "race-check: $2 passed"
  else
    cat "$log"
    echo "race-check: $2 FAILED (exit code $code)"
    failed=1
  fi
}
check match/test_match DeviceEngines.EveryDevicePassesItsSelfTest
check match/test_match DeviceFuzzyTest.OnEveryDeviceInBothPrecisions
check sicamm/test_sicamm DeviceDensitiesTest.OnEveryDeviceInBothPrecisions
exit $failed
