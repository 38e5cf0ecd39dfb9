// SPDX-License-Identifier: Apache-2.0
#include "fake_cuda_driver.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int kInvalidValue = 1, kInvalidContext = 201, kInvalidImage = 200, kNotFound = 500, kUnknown = 999;
constexpr std::size_t kMemory = std::size_t{1} << 30;

std::mutex lock;
std::set<void*> alive;
std::string failing;
int failing_status = 0;
std::size_t modules = 0, contexts = 0, last_shared = 0;
int context_object = 0, most_shared = 49152;
std::array<int, 2> streams{};  // for kernels and for copies
thread_local std::vector<void*> stack;

int status_of(const char* function) {
  const std::lock_guard guard(lock);
  if (failing != function) return 0;
  failing.clear();
  return failing_status;
}

// Start of every call that needs a context.
int begin(const char* function) {
  if (stack.empty() || stack.back() != &context_object) return kInvalidContext;
  return status_of(function);
}

void* made(std::size_t bytes) {
  void* const place = std::malloc(bytes > 0 ? bytes : 1);
  const std::lock_guard guard(lock);
  alive.insert(place);
  return place;
}

int freed(void* place) {
  const std::lock_guard guard(lock);
  if (alive.erase(place) == 0) return kInvalidValue;
  std::free(place);
  return 0;
}

void* address(std::uint64_t pointer) {
  return reinterpret_cast<void*>(pointer);  // NOLINT(performance-no-int-to-ptr): addresses of CUDA are numbers
}

template <typename T>
T argument(void** parameters, std::size_t position) {
  T value;
  std::memcpy(&value, parameters[position], sizeof value);
  return value;
}

bool is_stream(const void* stream) {
  return std::ranges::any_of(streams, [stream](const int& one) { return &one == stream; });
}

}  // namespace

namespace biotropy::device::fake {

void fail_next(const char* function, int status) {
  const std::lock_guard guard(lock);
  failing = function;
  failing_status = status;
}

std::size_t n_alive() {
  const std::lock_guard guard(lock);
  return alive.size();
}

std::size_t n_modules() {
  return modules;
}

std::size_t n_contexts() {
  return contexts;
}

void set_current(void* context) {
  stack = {context};
}

void* current_context() {
  return stack.empty() ? nullptr : stack.back();
}

std::size_t shared_bytes() {
  return last_shared;
}

}  // namespace biotropy::device::fake

extern "C" {

int cuInit(unsigned flags) {
  return flags == 0 ? status_of("cuInit") : kInvalidValue;
}
int cuDriverGetVersion(int* version) {
  *version = 13010;
  return 0;
}
int cuGetErrorName(int status, const char** name) {
  *name = status == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : status == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_OTHER";
  return 0;
}
int cuGetErrorString(int, const char** text) {
  *text = "as the test wants it";
  return 0;
}
int cuDeviceGetCount(int* count) {
  *count = 1;
  return 0;
}
int cuDeviceGet(int* device, int ordinal) {
  *device = 40 + ordinal;
  return ordinal == 0 ? status_of("cuDeviceGet") : kInvalidValue;
}
int cuDeviceGetName(char* name, int size, int device) {
  std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size));
  return device == 40 ? 0 : kInvalidValue;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  constexpr std::pair<int, int> numbers[] = {{1, 1024}, {8, 49152}, {13, 1980000}, {16, 132},
                                             {75, 9},   {76, 0},    {97, 232448}};
  for (const auto& [name, number] : numbers) {
    if (name != attribute) continue;
    *value = number;
    return 0;
  }
  return kInvalidValue;
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  *bytes = kMemory;
  return 0;
}
int cuDevicePrimaryCtxRetain(void** context, int) {
  if (const int status = status_of("cuDevicePrimaryCtxRetain")) return status;
  ++contexts;
  *context = &context_object;
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int) {
  --contexts;
  return 0;
}
int cuCtxPushCurrent_v2(void* context) {
  stack.push_back(context);
  return 0;
}
int cuCtxPopCurrent_v2(void** context) {
  if (stack.empty()) return kInvalidContext;
  *context = stack.back();
  stack.pop_back();
  return 0;
}
int cuStreamCreate(void** stream, unsigned) {
  static std::size_t n_made = 0;
  *stream = &streams[n_made++ % streams.size()];
  return begin("cuStreamCreate");
}
int cuStreamDestroy_v2(void* stream) {
  return is_stream(stream) ? begin("cuStreamDestroy") : kInvalidValue;
}
int cuStreamSynchronize(void* stream) {
  return is_stream(stream) ? begin("cuStreamSynchronize") : kInvalidValue;
}
int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  *free = kMemory / 4;
  *total = kMemory;
  return begin("cuMemGetInfo");
}
int cuMemAlloc_v2(std::uint64_t* pointer, std::size_t bytes) {
  if (const int status = begin("cuMemAlloc")) return status;
  if (bytes == 0) return kInvalidValue;
  if (bytes > kMemory) return 2;
  *pointer = reinterpret_cast<std::uint64_t>(made(bytes));
  return 0;
}
int cuMemFree_v2(std::uint64_t pointer) {
  const int status = begin("cuMemFree");
  return status != 0 ? status : freed(address(pointer));
}
int cuMemHostAlloc(void** place, std::size_t bytes, unsigned flags) {
  if (const int status = begin("cuMemHostAlloc")) return status;
  if (bytes == 0 || flags != 1) return kInvalidValue;
  if (bytes > kMemory) return 2;
  *place = made(bytes);
  return 0;
}
int cuMemFreeHost(void* place) {
  const int status = begin("cuMemFreeHost");
  return status != 0 ? status : freed(place);
}
int cuMemcpyHtoDAsync_v2(std::uint64_t to, const void* from, std::size_t bytes, void* stream) {
  if (const int status = begin("cuMemcpyHtoDAsync")) return status;
  std::memcpy(address(to), from, bytes);
  return is_stream(stream) ? 0 : kInvalidValue;
}
int cuMemcpyDtoHAsync_v2(void* to, std::uint64_t from, std::size_t bytes, void* stream) {
  if (const int status = begin("cuMemcpyDtoHAsync")) return status;
  std::memcpy(to, address(from), bytes);
  return is_stream(stream) ? 0 : kInvalidValue;
}
int cuModuleLoadData(void** module, const void* image) {
  if (const int status = begin("cuModuleLoadData")) return status;
  const bool is_machine_code = std::memcmp(image, "\177ELF", 4) == 0;
  if (!is_machine_code && std::strstr(static_cast<const char*>(image), ".version") == nullptr) return kInvalidImage;
  *module = made(1);
  ++modules;
  return 0;
}
int cuModuleUnload(void* module) {
  return freed(module);
}
int cuModuleGetFunction(void** function, void*, const char* name) {
  static int scale = 0;
  *function = &scale;
  const int status = begin("cuModuleGetFunction");
  return status != 0 ? status : std::strcmp(name, "scale") == 0 ? 0 : kNotFound;
}
int cuFuncSetAttribute(void*, int attribute, int value) {
  if (attribute != 8 || value > 232448) return kInvalidValue;
  most_shared = value;
  return begin("cuFuncSetAttribute");
}
// scale(input, n, factor, output): output[i] = input[i] * factor + group, for i < n.
int cuLaunchKernel(void*, unsigned groups, unsigned grid_y, unsigned grid_z, unsigned items, unsigned block_y,
                   unsigned block_z, unsigned shared, void* stream, void** parameters, void** extra) {
  if (const int status = begin("cuLaunchKernel")) return status;
  const bool is_plain = grid_y == 1 && grid_z == 1 && block_y == 1 && block_z == 1 && extra == nullptr;
  if (shared > static_cast<unsigned>(most_shared)) return kInvalidValue;
  last_shared = shared;
  if (!is_plain || !is_stream(stream)) return kInvalidValue;
  const auto* input = static_cast<const std::uint32_t*>(address(argument<std::uint64_t>(parameters, 0)));
  const auto n = argument<std::uint32_t>(parameters, 1);
  const auto factor = argument<std::uint64_t>(parameters, 2);
  auto* output = static_cast<std::uint64_t*>(address(argument<std::uint64_t>(parameters, 3)));
  for (unsigned i = 0; i < groups * items && i < n; ++i) output[i] = input[i] * factor + i / items;
  return 0;
}
int cuEventCreate(void** event, unsigned) {
  if (const int status = begin("cuEventCreate")) return status;
  *event = made(1);
  return 0;
}
int cuEventRecord(void*, void* stream) {
  return is_stream(stream) ? begin("cuEventRecord") : kInvalidValue;
}
int cuEventSynchronize(void*) {
  return begin("cuEventSynchronize");
}
int cuEventElapsedTime(float* milliseconds, void* from, void* to) {
  *milliseconds = biotropy::device::fake::kMilliseconds;
  return from != to ? begin("cuEventElapsedTime") : kUnknown;
}
int cuEventDestroy_v2(void* event) {
  return freed(event);
}

}  // extern "C"
