// SPDX-License-Identifier: Apache-2.0
//
// Compares the declarations of the CUDA driver with the original header. Built if that header is found.
#include <gtest/gtest.h>

#include <cuda.h>

#include "biotropy/device/cuda_api_internal.hpp"
#include "signature.hpp"

namespace biotropy::device {
namespace {

#define BIOTROPY_SAME(name) \
  static_assert(SameSignature<decltype(CudaApi::name), decltype(&::name)>::value, #name " is declared otherwise")

BIOTROPY_SAME(cuInit);
BIOTROPY_SAME(cuDriverGetVersion);
BIOTROPY_SAME(cuGetErrorName);
BIOTROPY_SAME(cuGetErrorString);
BIOTROPY_SAME(cuDeviceGetCount);
BIOTROPY_SAME(cuDeviceGet);
BIOTROPY_SAME(cuDeviceGetName);
BIOTROPY_SAME(cuDeviceGetAttribute);
BIOTROPY_SAME(cuDeviceTotalMem_v2);
BIOTROPY_SAME(cuDevicePrimaryCtxRetain);
BIOTROPY_SAME(cuDevicePrimaryCtxRelease_v2);
BIOTROPY_SAME(cuCtxPushCurrent_v2);
BIOTROPY_SAME(cuCtxPopCurrent_v2);
BIOTROPY_SAME(cuStreamCreate);
BIOTROPY_SAME(cuStreamDestroy_v2);
BIOTROPY_SAME(cuMemGetInfo_v2);
BIOTROPY_SAME(cuFuncSetAttribute);
BIOTROPY_SAME(cuStreamSynchronize);
BIOTROPY_SAME(cuMemAlloc_v2);
BIOTROPY_SAME(cuMemFree_v2);
BIOTROPY_SAME(cuMemHostAlloc);
BIOTROPY_SAME(cuMemFreeHost);
BIOTROPY_SAME(cuMemcpyHtoDAsync_v2);
BIOTROPY_SAME(cuMemcpyDtoHAsync_v2);
BIOTROPY_SAME(cuModuleLoadData);
BIOTROPY_SAME(cuModuleUnload);
BIOTROPY_SAME(cuModuleGetFunction);
BIOTROPY_SAME(cuLaunchKernel);
BIOTROPY_SAME(cuEventCreate);
BIOTROPY_SAME(cuEventRecord);
BIOTROPY_SAME(cuEventSynchronize);
BIOTROPY_SAME(cuEventElapsedTime);
BIOTROPY_SAME(cuEventDestroy_v2);

#undef BIOTROPY_SAME

static_assert(cu::kSuccess == CUDA_SUCCESS && cu::kOutOfMemory == CUDA_ERROR_OUT_OF_MEMORY);
static_assert(cu::kMaxThreadsPerBlock == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
static_assert(cu::kMaxSharedMemoryPerBlock == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
static_assert(cu::kClockRate == CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
static_assert(cu::kMultiprocessorCount == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
static_assert(cu::kComputeCapabilityMajor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
static_assert(cu::kComputeCapabilityMinor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(cu::kMaxSharedMemoryPerBlockOptin == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
static_assert(cu::kMaxDynamicSharedBytes == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
static_assert(cu::kStreamNonBlocking == CU_STREAM_NON_BLOCKING);
static_assert(cu::kHostPortable == CU_MEMHOSTALLOC_PORTABLE);

TEST(Declarations, OfTheCudaDriverAreThoseOfTheHeader) {
  SUCCEED() << "the compiler has compared them";
}

}  // namespace
}  // namespace biotropy::device
