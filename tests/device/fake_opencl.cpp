// SPDX-License-Identifier: Apache-2.0
#include "fake_opencl.hpp"

#include <cstdint>
#include <cstring>

#include "biotropy/device/opencl_api_internal.hpp"

namespace {

using biotropy::device::OpenClApi;
using Handle = OpenClApi::Handle;
using Int = OpenClApi::Int;
using Uint = OpenClApi::Uint;
using Ulong = OpenClApi::Ulong;
namespace cl = biotropy::device::cl;

constexpr Int kInvalidObject = -30;
constexpr char kBinary[] = "binary";

int platform_object = 0, device_object = 0;
const char* failing = nullptr;
int calls_to_failure = 0, failing_status = 0;
Uint lacking = 0;
const char* awaited = nullptr;
void (*when_awaited)() = nullptr;

// Plain arrays, because the tests make operator new fail.
struct Object {
  const char* made_by;
  int references;
};
constexpr std::size_t kMost = 1000;
Object objects[kMost];
std::size_t n_objects = 0;

Int status_for(const char* function) {
  const bool fails = failing != nullptr && std::strcmp(failing, function) == 0 && --calls_to_failure == 0;
  return fails ? failing_status : cl::kSuccess;
}

Handle made(const char* function, Int* status) {
  const Int failure = n_objects == kMost ? biotropy::device::fake::kOutOfResources : status_for(function);
  if (status != nullptr) *status = failure;
  if (failure != cl::kSuccess) return nullptr;
  objects[n_objects] = {function, 1};
  if (when_awaited != nullptr && std::strcmp(awaited, function) == 0) when_awaited();
  return &objects[n_objects++];
}

Int released(Handle handle) {
  auto* object = static_cast<Object*>(handle);
  if (object->references != 1) return kInvalidObject;
  object->references = 0;
  return cl::kSuccess;
}

template <typename T>
Int answer(const T& value, std::size_t size, void* place, std::size_t* needed) {
  if (needed != nullptr) *needed = sizeof value;
  if (place != nullptr) std::memcpy(place, &value, size < sizeof value ? size : sizeof value);
  return cl::kSuccess;
}

}  // namespace

namespace biotropy::device::fake {

void fail(const char* function, int call, int status) {
  failing = function;
  calls_to_failure = call;
  failing_status = status;
}

void lack(unsigned name) {
  lacking = name;
}

void when_made(const char* function, void (*call)()) {
  awaited = function;
  when_awaited = call;
}

std::string alive() {
  std::string names;
  for (std::size_t i = 0; i < n_objects; ++i) {
    if (objects[i].references > 0) names += std::string(objects[i].made_by) + " ";
  }
  n_objects = 0;
  return names;
}

}  // namespace biotropy::device::fake

extern "C" {

Int clGetPlatformIDs(Uint, Handle* platforms, Uint* n) {
  if (const Int status = status_for("clGetPlatformIDs")) return status;
  if (platforms != nullptr) *platforms = &platform_object;
  return n == nullptr ? cl::kSuccess : answer(Uint{1}, sizeof *n, n, nullptr);
}
Int clGetDeviceIDs(Handle, Ulong, Uint, Handle* devices, Uint* n) {
  if (const Int status = status_for("clGetDeviceIDs")) return status;
  if (devices != nullptr) *devices = &device_object;
  return n == nullptr ? cl::kSuccess : answer(Uint{1}, sizeof *n, n, nullptr);
}
Int clGetDeviceInfo(Handle, Uint name, std::size_t size, void* place, std::size_t* needed) {
  const bool is_text = name == cl::kDeviceName || name == cl::kDriverVersion || name == cl::kDeviceOpenClCVersion;
  constexpr Ulong some = 1 << 20;
  const Ulong number = name == lacking ? 0 : some | 1;
  if (is_text) return answer("fake", size, place, needed);
  return size == sizeof(Uint) ? answer(static_cast<Uint>(number), size, place, needed)
                              : answer(number, size, place, needed);
}
Int clGetPlatformInfo(Handle, Uint, std::size_t size, void* place, std::size_t* needed) {
  return answer("fake", size, place, needed);
}
Handle clCreateContext(const std::intptr_t*, Uint, const Handle*, OpenClApi::ContextNotify, void*, Int* status) {
  return made("clCreateContext", status);
}
Handle clCreateCommandQueue(Handle, Handle, Ulong, Int* status) {
  return made("clCreateCommandQueue", status);
}
Handle clCreateBuffer(Handle, Ulong, std::size_t, void*, Int* status) {
  return made("clCreateBuffer", status);
}
Handle clCreateProgramWithSource(Handle, Uint, const char**, const std::size_t*, Int* status) {
  return made("clCreateProgramWithSource", status);
}
Handle clCreateProgramWithBinary(Handle, Uint, const Handle*, const std::size_t*, const unsigned char**, Int* taken,
                                 Int* status) {
  *taken = cl::kSuccess;
  return made("clCreateProgramWithBinary", status);
}
Handle clCreateKernel(Handle, const char*, Int* status) {
  return made("clCreateKernel", status);
}
Int clEnqueueMarkerWithWaitList(Handle, Uint, const Handle*, Handle* event) {
  Int status = cl::kSuccess;
  *event = made("clEnqueueMarkerWithWaitList", &status);
  return status;
}
Int clReleaseContext(Handle handle) {
  return released(handle);
}
Int clReleaseCommandQueue(Handle handle) {
  return released(handle);
}
Int clReleaseMemObject(Handle handle) {
  return released(handle);
}
Int clReleaseProgram(Handle handle) {
  return released(handle);
}
Int clReleaseKernel(Handle handle) {
  return released(handle);
}
Int clReleaseEvent(Handle handle) {
  return released(handle);
}
Int clBuildProgram(Handle, Uint, const Handle*, const char*, OpenClApi::Notify, void*) {
  return status_for("clBuildProgram");
}
Int clGetProgramInfo(Handle, Uint name, std::size_t size, void* place, std::size_t* needed) {
  if (const Int status = status_for("clGetProgramInfo")) return status;
  if (name == cl::kProgramBinarySizes) return answer(sizeof kBinary, size, place, needed);
  std::memcpy(*static_cast<void**>(place), kBinary, sizeof kBinary);
  return cl::kSuccess;
}
Int clGetProgramBuildInfo(Handle, Handle, Uint, std::size_t size, void* place, std::size_t* needed) {
  if (const Int status = status_for("clGetProgramBuildInfo")) return status;
  return answer("log", size, place, needed);
}
Int clGetKernelInfo(Handle, Uint, std::size_t size, void* place, std::size_t* needed) {
  if (const Int status = status_for("clGetKernelInfo")) return status;
  return answer(Uint{1}, size, place, needed);
}
Int clGetKernelWorkGroupInfo(Handle, Handle, Uint, std::size_t, void*, std::size_t*) {
  return cl::kSuccess;
}
Int clSetKernelArg(Handle, Uint, std::size_t, const void*) {
  return status_for("clSetKernelArg");
}
Int clEnqueueWriteBuffer(Handle, Handle, Uint, std::size_t, std::size_t, const void*, Uint, const Handle*, Handle*) {
  return cl::kSuccess;
}
Int clEnqueueReadBuffer(Handle, Handle, Uint, std::size_t, std::size_t, void*, Uint, const Handle*, Handle*) {
  return cl::kSuccess;
}
Int clEnqueueNDRangeKernel(Handle, Handle, Uint, const std::size_t*, const std::size_t*, const std::size_t*, Uint,
                           const Handle*, Handle*) {
  return cl::kSuccess;
}
Int clGetEventProfilingInfo(Handle, Uint, std::size_t size, void* place, std::size_t* needed) {
  return answer(Ulong{1}, size, place, needed);
}
Int clWaitForEvents(Uint, const Handle*) {
  return cl::kSuccess;
}
Int clFlush(Handle) {
  return cl::kSuccess;
}
Int clFinish(Handle) {
  return cl::kSuccess;
}

}  // extern "C"
