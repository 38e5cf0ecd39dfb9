#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a machine with a GPU is asked: which devices there are, whether every test of devices passes on all of them, and
# how fast they are against the processor and against the published kernels.
#
# Usage: gpu.sh BUILD_FOLDER
set -euo pipefail

build=$1
BIOTROPY_CACHE=$(mktemp -d)
export BIOTROPY_CACHE
trap 'rm -rf "$BIOTROPY_CACHE"' EXIT

"$build/cli/biotropy" devices
"$build/tests/device/test_device" --gtest_brief=1
"$build/tests/match/test_match" --gtest_brief=1 --gtest_filter='DeviceCounters.*:CudaKernels.*:*_opencl*:*_cuda*'
"$build/bench/bench_device"
