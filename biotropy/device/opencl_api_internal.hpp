// SPDX-License-Identifier: Apache-2.0
//
// Part of the OpenCL 1.2 API used here, after the specification of the Khronos group: functions, constants, status
// codes. Handles are opaque pointers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace biotropy::device {

struct OpenClApi {
  using Int = std::int32_t;
  using Uint = std::uint32_t;
  using Ulong = std::uint64_t;
  using Handle = void*;
  using Notify = void (*)(Handle, void*);
  using ContextNotify = void (*)(const char*, const void*, std::size_t, void*);

  Int (*clGetPlatformIDs)(Uint, Handle*, Uint*);
  Int (*clGetDeviceIDs)(Handle platform, Ulong type, Uint, Handle*, Uint*);
  Int (*clGetDeviceInfo)(Handle device, Uint name, std::size_t, void*, std::size_t*);
  Int (*clGetPlatformInfo)(Handle platform, Uint name, std::size_t, void*, std::size_t*);
  Handle (*clCreateContext)(const std::intptr_t*, Uint, const Handle*, ContextNotify, void*, Int*);
  Handle (*clCreateCommandQueue)(Handle context, Handle device, Ulong properties, Int*);
  Int (*clReleaseContext)(Handle);
  Int (*clReleaseCommandQueue)(Handle queue);
  Handle (*clCreateBuffer)(Handle context, Ulong flags, std::size_t, void*, Int*);
  Int (*clReleaseMemObject)(Handle);
  Int (*clEnqueueWriteBuffer)(Handle queue, Handle, Uint blocking, std::size_t offset, std::size_t, const void*, Uint,
                              const Handle*, Handle*);
  Int (*clEnqueueReadBuffer)(Handle queue, Handle, Uint blocking, std::size_t offset, std::size_t, void*, Uint,
                             const Handle*, Handle*);
  Handle (*clCreateProgramWithSource)(Handle context, Uint, const char**, const std::size_t*, Int*);
  Handle (*clCreateProgramWithBinary)(Handle context, Uint, const Handle*, const std::size_t*, const unsigned char**,
                                      Int*, Int*);
  Int (*clBuildProgram)(Handle, Uint, const Handle*, const char* options, Notify, void*);
  Int (*clGetProgramInfo)(Handle, Uint name, std::size_t, void*, std::size_t*);
  Int (*clGetProgramBuildInfo)(Handle, Handle device, Uint name, std::size_t, void*, std::size_t*);
  Int (*clReleaseProgram)(Handle);
  Handle (*clCreateKernel)(Handle program, const char*, Int*);
  Int (*clGetKernelInfo)(Handle, Uint name, std::size_t, void*, std::size_t*);
  Int (*clGetKernelWorkGroupInfo)(Handle, Handle device, Uint name, std::size_t, void*, std::size_t*);
  Int (*clSetKernelArg)(Handle, Uint, std::size_t, const void*);
  Int (*clReleaseKernel)(Handle);
  Int (*clEnqueueNDRangeKernel)(Handle queue, Handle, Uint, const std::size_t*, const std::size_t*, const std::size_t*,
                                Uint, const Handle*, Handle*);
  Int (*clEnqueueMarkerWithWaitList)(Handle queue, Uint, const Handle*, Handle*);
  Int (*clGetEventProfilingInfo)(Handle, Uint name, std::size_t, void*, std::size_t*);
  Int (*clWaitForEvents)(Uint, const Handle*);
  Int (*clReleaseEvent)(Handle);
  Int (*clFlush)(Handle queue);
  Int (*clFinish)(Handle queue);
};

namespace cl {

constexpr OpenClApi::Int kSuccess = 0;
constexpr OpenClApi::Ulong kDeviceTypeAll = 0xFFFFFFFF, kDeviceTypeGpu = 1U << 2;
constexpr OpenClApi::Ulong kQueueProfiling = 1U << 1, kMemReadWrite = 1U << 0;
constexpr OpenClApi::Uint kPlatformVersion = 0x0901, kPlatformName = 0x0902;
constexpr OpenClApi::Uint kDeviceType = 0x1000, kDeviceMaxComputeUnits = 0x1002, kDeviceMaxWorkGroupSize = 0x1004,
                          kDeviceMaxClockFrequency = 0x100C, kDeviceMaxMemAllocSize = 0x1010,
                          kDeviceGlobalMemSize = 0x101F, kDeviceLocalMemSize = 0x1023, kDeviceEndianLittle = 0x1026,
                          kDeviceAvailable = 0x1027, kDeviceCompilerAvailable = 0x1028, kDeviceName = 0x102B,
                          kDriverVersion = 0x102D, kDeviceVersion = 0x102F, kDeviceOpenClCVersion = 0x103D,
                          kDeviceDoubleFpConfig = 0x1032;
constexpr OpenClApi::Uint kProgramBinarySizes = 0x1165, kProgramBinaries = 0x1166, kProgramBuildLog = 0x1183;
constexpr OpenClApi::Uint kKernelNumArgs = 0x1191, kKernelWorkGroupSize = 0x11B0;
constexpr OpenClApi::Uint kProfilingCommandEnd = 0x1283;
constexpr OpenClApi::Int kDeviceNotFound = -1, kPlatformNotFound = -1001;

/// "CL_OUT_OF_RESOURCES (-5)".
std::string status_name(OpenClApi::Int status);

/// True for a status that reports a shortage of memory.
bool is_memory_shortage(OpenClApi::Int status);

}  // namespace cl

/// Functions of the OpenCL library of this machine; null if there is none, with the reason in `remark`.
const OpenClApi* open_opencl(std::string& remark);

}  // namespace biotropy::device
