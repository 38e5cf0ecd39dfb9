// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "biotropy/device/cuda_api_internal.hpp"
#include "biotropy/device/library_internal.hpp"

namespace biotropy::device {

namespace {

bool load(SharedLibrary& library, CudaApi& api) {
#define BIOTROPY_LOAD(name) library.load(api.name, #name)
  return BIOTROPY_LOAD(cuInit) && BIOTROPY_LOAD(cuDriverGetVersion) && BIOTROPY_LOAD(cuGetErrorName) &&
         BIOTROPY_LOAD(cuGetErrorString) && BIOTROPY_LOAD(cuDeviceGetCount) && BIOTROPY_LOAD(cuDeviceGet) &&
         BIOTROPY_LOAD(cuDeviceGetName) && BIOTROPY_LOAD(cuDeviceGetAttribute) && BIOTROPY_LOAD(cuDeviceTotalMem_v2) &&
         BIOTROPY_LOAD(cuDevicePrimaryCtxRetain) && BIOTROPY_LOAD(cuDevicePrimaryCtxRelease_v2) &&
         BIOTROPY_LOAD(cuCtxPushCurrent_v2) && BIOTROPY_LOAD(cuCtxPopCurrent_v2) && BIOTROPY_LOAD(cuStreamCreate) &&
         BIOTROPY_LOAD(cuStreamDestroy_v2) && BIOTROPY_LOAD(cuMemGetInfo_v2) && BIOTROPY_LOAD(cuFuncSetAttribute) &&
         BIOTROPY_LOAD(cuStreamSynchronize) && BIOTROPY_LOAD(cuMemAlloc_v2) && BIOTROPY_LOAD(cuMemFree_v2) &&
         BIOTROPY_LOAD(cuMemHostAlloc) && BIOTROPY_LOAD(cuMemFreeHost) && BIOTROPY_LOAD(cuMemcpyHtoDAsync_v2) &&
         BIOTROPY_LOAD(cuMemcpyDtoHAsync_v2) && BIOTROPY_LOAD(cuModuleLoadData) && BIOTROPY_LOAD(cuModuleUnload) &&
         BIOTROPY_LOAD(cuModuleGetFunction) && BIOTROPY_LOAD(cuLaunchKernel) && BIOTROPY_LOAD(cuEventCreate) &&
         BIOTROPY_LOAD(cuEventRecord) && BIOTROPY_LOAD(cuEventSynchronize) && BIOTROPY_LOAD(cuEventElapsedTime) &&
         BIOTROPY_LOAD(cuEventDestroy_v2);
#undef BIOTROPY_LOAD
}

}  // namespace

const CudaApi* open_cuda(std::string& remark) {
  static SharedLibrary library(library_candidates({"libcuda.so.1", "libcuda.so"}, "BIOTROPY_CUDA"));
  static CudaApi api{};
  static const bool is_complete = library.is_open() && load(library, api);
  if (is_complete) return &api;
  remark = library.is_open() ? fmt::format("CUDA: {} has no function {}", library.path(), library.missing())
                             : "CUDA: there is no driver libcuda.so.1; BIOTROPY_CUDA may name one";
  return nullptr;
}

}  // namespace biotropy::device
