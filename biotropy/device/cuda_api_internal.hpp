// SPDX-License-Identifier: Apache-2.0
//
// Part of the CUDA driver API used here: functions by the names of their current versions, attributes, status codes.
// Handles are opaque pointers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace biotropy::device {

struct CudaApi {
  using Handle = void*;
  using DevicePointer = std::uint64_t;

  int (*cuInit)(unsigned);
  int (*cuDriverGetVersion)(int*);
  int (*cuGetErrorName)(int, const char**);
  int (*cuGetErrorString)(int, const char**);
  int (*cuDeviceGetCount)(int*);
  int (*cuDeviceGet)(int* device, int ordinal);
  int (*cuDeviceGetName)(char*, int size, int device);
  int (*cuDeviceGetAttribute)(int*, int attribute, int device);
  int (*cuDeviceTotalMem_v2)(std::size_t*, int device);
  int (*cuDevicePrimaryCtxRetain)(Handle*, int device);
  int (*cuDevicePrimaryCtxRelease_v2)(int device);
  int (*cuCtxPushCurrent_v2)(Handle);
  int (*cuCtxPopCurrent_v2)(Handle*);
  int (*cuStreamCreate)(Handle*, unsigned flags);
  int (*cuStreamDestroy_v2)(Handle);
  int (*cuStreamSynchronize)(Handle);
  int (*cuMemGetInfo_v2)(std::size_t* free, std::size_t* total);
  int (*cuMemAlloc_v2)(DevicePointer*, std::size_t);
  int (*cuMemFree_v2)(DevicePointer);
  int (*cuMemHostAlloc)(void**, std::size_t, unsigned flags);
  int (*cuMemFreeHost)(void*);
  int (*cuMemcpyHtoDAsync_v2)(DevicePointer, const void*, std::size_t, Handle stream);
  int (*cuMemcpyDtoHAsync_v2)(void*, DevicePointer, std::size_t, Handle stream);
  int (*cuModuleLoadData)(Handle*, const void*);
  int (*cuModuleUnload)(Handle);
  int (*cuModuleGetFunction)(Handle*, Handle module, const char*);
  int (*cuFuncSetAttribute)(Handle function, int attribute, int value);
  int (*cuLaunchKernel)(Handle function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared_bytes, Handle stream, void** parameters,
                        void** extra);
  int (*cuEventCreate)(Handle*, unsigned flags);
  int (*cuEventRecord)(Handle, Handle stream);
  int (*cuEventSynchronize)(Handle);
  int (*cuEventElapsedTime)(float* milliseconds, Handle from, Handle to);
  int (*cuEventDestroy_v2)(Handle);
};

namespace cu {

constexpr int kSuccess = 0, kOutOfMemory = 2;
constexpr int kMaxThreadsPerBlock = 1, kMaxSharedMemoryPerBlock = 8, kClockRate = 13, kMultiprocessorCount = 16,
              kComputeCapabilityMajor = 75, kComputeCapabilityMinor = 76, kMaxSharedMemoryPerBlockOptin = 97;
constexpr unsigned kStreamNonBlocking = 1, kHostPortable = 1;
constexpr int kMaxDynamicSharedBytes = 8;  // attribute of a function
/// A launch with more bytes of shared memory needs that attribute.
constexpr std::size_t kLocalBytesWithoutRequest = 49152;

}  // namespace cu

/// Functions of the CUDA driver of this machine, or of the file named by BIOTROPY_CUDA; null if there is none, with the
/// reason in `remark`.
const CudaApi* open_cuda(std::string& remark);

// Part of the NVRTC API (11.2 and later) used here.

struct NvrtcApi {
  using Program = void*;

  const char* (*nvrtcGetErrorString)(int status);
  int (*nvrtcVersion)(int* major, int* minor);
  int (*nvrtcGetNumSupportedArchs)(int*);
  int (*nvrtcGetSupportedArchs)(int*);
  int (*nvrtcCreateProgram)(Program*, const char* text, const char* name, int n_headers, const char* const* headers,
                            const char* const* header_names);
  int (*nvrtcDestroyProgram)(Program*);
  int (*nvrtcCompileProgram)(Program, int n_options, const char* const* options);
  int (*nvrtcGetPTXSize)(Program, std::size_t*);
  int (*nvrtcGetPTX)(Program, char*);
  int (*nvrtcGetCUBINSize)(Program, std::size_t*);
  int (*nvrtcGetCUBIN)(Program, char*);
  int (*nvrtcGetProgramLogSize)(Program, std::size_t*);
  int (*nvrtcGetProgramLog)(Program, char*);
};

}  // namespace biotropy::device
