// SPDX-License-Identifier: Apache-2.0
//
// Compares the declarations of OpenCL with the original header. Built if that header is found.
#include <gtest/gtest.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "biotropy/device/opencl_api_internal.hpp"
#include "signature.hpp"

namespace biotropy::device {
namespace {

#define BIOTROPY_SAME(name) \
  static_assert(SameSignature<decltype(OpenClApi::name), decltype(&::name)>::value, #name " is declared otherwise")

BIOTROPY_SAME(clGetPlatformIDs);
BIOTROPY_SAME(clGetDeviceIDs);
BIOTROPY_SAME(clGetDeviceInfo);
BIOTROPY_SAME(clGetPlatformInfo);
BIOTROPY_SAME(clCreateContext);
BIOTROPY_SAME(clCreateCommandQueue);
BIOTROPY_SAME(clReleaseContext);
BIOTROPY_SAME(clReleaseCommandQueue);
BIOTROPY_SAME(clCreateBuffer);
BIOTROPY_SAME(clReleaseMemObject);
BIOTROPY_SAME(clEnqueueWriteBuffer);
BIOTROPY_SAME(clEnqueueReadBuffer);
BIOTROPY_SAME(clCreateProgramWithSource);
BIOTROPY_SAME(clCreateProgramWithBinary);
BIOTROPY_SAME(clBuildProgram);
BIOTROPY_SAME(clGetProgramInfo);
BIOTROPY_SAME(clGetProgramBuildInfo);
BIOTROPY_SAME(clReleaseProgram);
BIOTROPY_SAME(clCreateKernel);
BIOTROPY_SAME(clGetKernelInfo);
BIOTROPY_SAME(clGetKernelWorkGroupInfo);
BIOTROPY_SAME(clSetKernelArg);
BIOTROPY_SAME(clReleaseKernel);
BIOTROPY_SAME(clEnqueueNDRangeKernel);
BIOTROPY_SAME(clEnqueueMarkerWithWaitList);
BIOTROPY_SAME(clGetEventProfilingInfo);
BIOTROPY_SAME(clWaitForEvents);
BIOTROPY_SAME(clReleaseEvent);
BIOTROPY_SAME(clFlush);
BIOTROPY_SAME(clFinish);

#undef BIOTROPY_SAME

static_assert(cl::kSuccess == CL_SUCCESS && cl::kDeviceNotFound == CL_DEVICE_NOT_FOUND);
static_assert(cl::kDeviceTypeAll == CL_DEVICE_TYPE_ALL && cl::kDeviceTypeGpu == CL_DEVICE_TYPE_GPU);
static_assert(cl::kQueueProfiling == CL_QUEUE_PROFILING_ENABLE && cl::kMemReadWrite == CL_MEM_READ_WRITE);
static_assert(cl::kPlatformVersion == CL_PLATFORM_VERSION && cl::kPlatformName == CL_PLATFORM_NAME);
static_assert(cl::kDeviceType == CL_DEVICE_TYPE && cl::kDeviceMaxComputeUnits == CL_DEVICE_MAX_COMPUTE_UNITS);
static_assert(cl::kDeviceMaxWorkGroupSize == CL_DEVICE_MAX_WORK_GROUP_SIZE);
static_assert(cl::kDeviceMaxClockFrequency == CL_DEVICE_MAX_CLOCK_FREQUENCY);
static_assert(cl::kDeviceMaxMemAllocSize == CL_DEVICE_MAX_MEM_ALLOC_SIZE);
static_assert(cl::kDeviceGlobalMemSize == CL_DEVICE_GLOBAL_MEM_SIZE);
static_assert(cl::kDeviceLocalMemSize == CL_DEVICE_LOCAL_MEM_SIZE);
static_assert(cl::kDeviceEndianLittle == CL_DEVICE_ENDIAN_LITTLE && cl::kDeviceAvailable == CL_DEVICE_AVAILABLE);
static_assert(cl::kDeviceCompilerAvailable == CL_DEVICE_COMPILER_AVAILABLE && cl::kDeviceName == CL_DEVICE_NAME);
static_assert(cl::kDriverVersion == CL_DRIVER_VERSION && cl::kDeviceVersion == CL_DEVICE_VERSION);
static_assert(cl::kDeviceOpenClCVersion == CL_DEVICE_OPENCL_C_VERSION);
static_assert(cl::kDeviceDoubleFpConfig == CL_DEVICE_DOUBLE_FP_CONFIG);
static_assert(cl::kProgramBinarySizes == CL_PROGRAM_BINARY_SIZES && cl::kProgramBinaries == CL_PROGRAM_BINARIES);
static_assert(cl::kProgramBuildLog == CL_PROGRAM_BUILD_LOG && cl::kKernelNumArgs == CL_KERNEL_NUM_ARGS);
static_assert(cl::kKernelWorkGroupSize == CL_KERNEL_WORK_GROUP_SIZE);
static_assert(cl::kProfilingCommandEnd == CL_PROFILING_COMMAND_END);

TEST(Declarations, OfOpenClAreThoseOfTheHeader) {
  SUCCEED() << "the compiler has compared them";
}

}  // namespace
}  // namespace biotropy::device
