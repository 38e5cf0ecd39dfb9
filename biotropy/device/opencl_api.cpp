// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "biotropy/device/library_internal.hpp"
#include "biotropy/device/opencl_api_internal.hpp"

namespace biotropy::device {

namespace cl {

std::string status_name(OpenClApi::Int status) {
  static const std::map<OpenClApi::Int, const char*> names{{-1, "CL_DEVICE_NOT_FOUND"},
                                                           {-2, "CL_DEVICE_NOT_AVAILABLE"},
                                                           {-3, "CL_COMPILER_NOT_AVAILABLE"},
                                                           {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
                                                           {-5, "CL_OUT_OF_RESOURCES"},
                                                           {-6, "CL_OUT_OF_HOST_MEMORY"},
                                                           {-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
                                                           {-11, "CL_BUILD_PROGRAM_FAILURE"},
                                                           {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
                                                           {-30, "CL_INVALID_VALUE"},
                                                           {-33, "CL_INVALID_DEVICE"},
                                                           {-34, "CL_INVALID_CONTEXT"},
                                                           {-36, "CL_INVALID_COMMAND_QUEUE"},
                                                           {-38, "CL_INVALID_MEM_OBJECT"},
                                                           {-42, "CL_INVALID_BINARY"},
                                                           {-43, "CL_INVALID_BUILD_OPTIONS"},
                                                           {-44, "CL_INVALID_PROGRAM"},
                                                           {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
                                                           {-46, "CL_INVALID_KERNEL_NAME"},
                                                           {-48, "CL_INVALID_KERNEL"},
                                                           {-49, "CL_INVALID_ARG_INDEX"},
                                                           {-50, "CL_INVALID_ARG_VALUE"},
                                                           {-51, "CL_INVALID_ARG_SIZE"},
                                                           {-52, "CL_INVALID_KERNEL_ARGS"},
                                                           {-54, "CL_INVALID_WORK_GROUP_SIZE"},
                                                           {-55, "CL_INVALID_WORK_ITEM_SIZE"},
                                                           {-58, "CL_INVALID_EVENT"},
                                                           {-59, "CL_INVALID_OPERATION"},
                                                           {-61, "CL_INVALID_BUFFER_SIZE"},
                                                           {-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
                                                           {-1001, "CL_PLATFORM_NOT_FOUND_KHR"}};
  const auto found = names.find(status);
  return fmt::format("{} ({})", found == names.end() ? "unknown status" : found->second, status);
}

bool is_memory_shortage(OpenClApi::Int status) {
  constexpr OpenClApi::Int allocation_failure = -4, invalid_buffer_size = -61;
  return status == allocation_failure || status == invalid_buffer_size;
}

}  // namespace cl

namespace {

bool load(SharedLibrary& library, OpenClApi& api) {
#define BIOTROPY_LOAD(name) library.load(api.name, #name)
  return BIOTROPY_LOAD(clGetPlatformIDs) && BIOTROPY_LOAD(clGetDeviceIDs) && BIOTROPY_LOAD(clGetDeviceInfo) &&
         BIOTROPY_LOAD(clGetPlatformInfo) && BIOTROPY_LOAD(clCreateContext) && BIOTROPY_LOAD(clCreateCommandQueue) &&
         BIOTROPY_LOAD(clReleaseContext) && BIOTROPY_LOAD(clReleaseCommandQueue) && BIOTROPY_LOAD(clCreateBuffer) &&
         BIOTROPY_LOAD(clReleaseMemObject) && BIOTROPY_LOAD(clEnqueueWriteBuffer) &&
         BIOTROPY_LOAD(clEnqueueReadBuffer) && BIOTROPY_LOAD(clCreateProgramWithSource) &&
         BIOTROPY_LOAD(clCreateProgramWithBinary) && BIOTROPY_LOAD(clBuildProgram) && BIOTROPY_LOAD(clGetProgramInfo) &&
         BIOTROPY_LOAD(clGetProgramBuildInfo) && BIOTROPY_LOAD(clReleaseProgram) && BIOTROPY_LOAD(clCreateKernel) &&
         BIOTROPY_LOAD(clGetKernelInfo) && BIOTROPY_LOAD(clGetKernelWorkGroupInfo) && BIOTROPY_LOAD(clSetKernelArg) &&
         BIOTROPY_LOAD(clReleaseKernel) && BIOTROPY_LOAD(clEnqueueNDRangeKernel) &&
         BIOTROPY_LOAD(clEnqueueMarkerWithWaitList) && BIOTROPY_LOAD(clGetEventProfilingInfo) &&
         BIOTROPY_LOAD(clWaitForEvents) && BIOTROPY_LOAD(clReleaseEvent) && BIOTROPY_LOAD(clFlush) &&
         BIOTROPY_LOAD(clFinish);
#undef BIOTROPY_LOAD
}

}  // namespace

const OpenClApi* open_opencl(std::string& remark) {
  static SharedLibrary library(library_candidates({"libOpenCL.so.1", "libOpenCL.so", "/System/Library/Frameworks/OpenCL.framework/OpenCL"}, "BIOTROPY_OPENCL"));
  static OpenClApi api{};
  static const bool is_complete = library.is_open() && load(library, api);
  if (is_complete) return &api;
  remark = library.is_open() ? fmt::format("OpenCL: {} has no function {}", library.path(), library.missing())
                             : "OpenCL: there is no library libOpenCL.so.1; BIOTROPY_OPENCL may name one";
  return nullptr;
}

}  // namespace biotropy::device
