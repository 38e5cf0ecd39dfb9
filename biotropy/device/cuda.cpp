// SPDX-License-Identifier: Apache-2.0
//
// Devices of the CUDA driver, each with its primary context and one stream. Programs are compiled by NVRTC. Other
// libraries of the process, such as PyTorch, find their own context current after every call.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

#include "biotropy/device/cuda_api_internal.hpp"
#include "biotropy/device/devices_internal.hpp"
#include "biotropy/device/nvrtc.hpp"
#include "biotropy/device/program_cache_internal.hpp"
#include "biotropy/error.hpp"
#include "biotropy/version.hpp"

namespace biotropy::device {

namespace {

using Handle = CudaApi::Handle;

std::string status_name(const CudaApi& api, int status) {
  const char *name = nullptr, *text = nullptr;
  api.cuGetErrorName(status, &name);
  api.cuGetErrorString(status, &text);
  return fmt::format("{} ({}){}{}", name == nullptr ? "unknown status" : name, status, text == nullptr ? "" : ": ",
                     text == nullptr ? "" : text);
}

// Calls of one device, and errors of those that fail. Its context is made by the first call that needs one: a process
// that only lists devices must not take memory on all of them.
class Calls {
 public:
  Calls(const CudaApi& api, int device, Description about)
      : description(std::move(about)), api_(api), device_(device) {}
  ~Calls() {
    if (context_ == nullptr) return;
    if (api_.cuCtxPushCurrent_v2(context_) == cu::kSuccess) {
      for (const Handle stream : {stream_, copies_}) {
        if (stream != nullptr) api_.cuStreamDestroy_v2(stream);
      }
      Handle popped = nullptr;
      api_.cuCtxPopCurrent_v2(&popped);
    }
    api_.cuDevicePrimaryCtxRelease_v2(device_);
  }
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;

  void check(int status, const std::string& call) const {
    if (status == cu::kSuccess) return;
    const ErrorCode code = status == cu::kOutOfMemory ? ErrorCode::out_of_memory : ErrorCode::device;
    throw Error(code, fmt::format("CUDA, {} ({}): {} failed: {}", description.name, description.model, call,
                                  status_name(api_, status)));
  }

  // The context is current on this thread as long as the object lives; afterwards that of the caller is again, which
  // may be another library's.
  class Entered {
   public:
    explicit Entered(const Calls& calls) : calls_(calls) {
      calls.check(calls.api_.cuCtxPushCurrent_v2(calls.context()), "cuCtxPushCurrent");
    }
    ~Entered() {
      Handle popped = nullptr;
      calls_.api_.cuCtxPopCurrent_v2(&popped);
    }
    Entered(const Entered&) = delete;
    Entered& operator=(const Entered&) = delete;

    const CudaApi* operator->() const { return &calls_.api_; }

   private:
    const Calls& calls_;
  };

  // Use as calls.enter()->cuFunction(...).
  Entered enter() const { return Entered(*this); }

  /// A call that releases something, whose failure nobody can use.
  template <typename Call>
  void release(const Call& call) const {
    if (api_.cuCtxPushCurrent_v2(context_) != cu::kSuccess) return;
    call(api_);
    Handle popped = nullptr;
    api_.cuCtxPopCurrent_v2(&popped);
  }

  Handle stream() const {
    if (stream_ == nullptr) context();
    return stream_;
  }

  /// A stream for copies beside the kernels, made with the other.
  Handle copies() const { return copies_; }

  Description description;

 private:
  Handle context() const {
    const std::lock_guard lock(starting_);
    if (context_ == nullptr) {
      Handle made = nullptr;
      check(api_.cuDevicePrimaryCtxRetain(&made, device_), "cuDevicePrimaryCtxRetain");
      context_ = made;
    }
    if (stream_ == nullptr) {
      if (copies_ == nullptr) copies_ = new_stream();
      stream_ = new_stream();
    }
    return context_;
  }

  Handle new_stream() const {
    check(api_.cuCtxPushCurrent_v2(context_), "cuCtxPushCurrent");
    Handle made = nullptr, popped = nullptr;
    const int status = api_.cuStreamCreate(&made, cu::kStreamNonBlocking);
    api_.cuCtxPopCurrent_v2(&popped);
    check(status, "cuStreamCreate");
    return made;
  }

  const CudaApi& api_;
  int device_;
  mutable std::mutex starting_;
  mutable Handle context_ = nullptr, stream_ = nullptr, copies_ = nullptr;
};

struct CudaBuffer final : Buffer {
  CudaBuffer(const Calls& calls_of_device, CudaApi::DevicePointer memory) : calls(calls_of_device), pointer(memory) {}
  ~CudaBuffer() override {
    calls.release([this](const CudaApi& api) { api.cuMemFree_v2(pointer); });
  }
  CudaBuffer(const CudaBuffer&) = delete;
  CudaBuffer& operator=(const CudaBuffer&) = delete;

  const Calls& calls;
  CudaApi::DevicePointer pointer;
};

// Page-locked memory, in blocks whose sizes are powers of two.
class PageLocked {
 public:
  explicit PageLocked(const Calls& calls) : calls_(calls) {}
  ~PageLocked() { free_unused(); }
  PageLocked(const PageLocked&) = delete;
  PageLocked& operator=(const PageLocked&) = delete;

  void* take(std::size_t bytes) {
    const std::lock_guard lock(taking_);
    auto& blocks = unused_[block_size(bytes)];
    if (!blocks.empty()) {
      void* const block = blocks.back();
      blocks.pop_back();
      return block;
    }
    void* block = nullptr;
    int status = locked(&block, bytes);
    if (status == cu::kOutOfMemory) {
      free_unused();
      status = locked(&block, bytes);
    }
    calls_.check(status, fmt::format("cuMemHostAlloc of {} bytes", block_size(bytes)));
    return block;
  }

  void give_back(void* block, std::size_t bytes) noexcept {
    const std::lock_guard lock(taking_);
    try {
      unused_[block_size(bytes)].push_back(block);
    } catch (const std::bad_alloc&) {
      free(block);
    }
  }

 private:
  static std::size_t block_size(std::size_t bytes) {
    constexpr std::size_t page = 4096;
    return std::bit_ceil(std::max(bytes, page));
  }

  int locked(void** block, std::size_t bytes) {
    return calls_.enter()->cuMemHostAlloc(block, block_size(bytes), cu::kHostPortable);
  }

  void free(void* block) noexcept {
    calls_.release([block](const CudaApi& api) { api.cuMemFreeHost(block); });
  }

  void free_unused() noexcept {
    for (auto& [size, blocks] : unused_) {
      for (void* const block : blocks) free(block);
      blocks.clear();
    }
  }

  const Calls& calls_;
  std::mutex taking_;
  std::map<std::size_t, std::vector<void*>> unused_;  // by size
};

struct CudaStamp final : Stamp {
  CudaStamp(const Calls& calls_of_device, Handle handle) : calls(calls_of_device), event(handle) {}
  ~CudaStamp() override {
    calls.release([this](const CudaApi& api) { api.cuEventDestroy_v2(event); });
  }
  CudaStamp(const CudaStamp&) = delete;
  CudaStamp& operator=(const CudaStamp&) = delete;

  const Calls& calls;
  Handle event;
};

struct CudaKernel final : Kernel {
  CudaKernel(Handle handle, std::size_t number) : function(handle), n_arguments(number) {}
  Handle function;
  std::size_t n_arguments;
  std::size_t local_bytes = cu::kLocalBytesWithoutRequest;  // that it may be launched with
};

class CudaModule final : public Program {
 public:
  CudaModule(const Calls& calls, const std::string& name, const std::vector<std::byte>& binary) : calls_(calls) {
    calls.check(calls.enter()->cuModuleLoadData(&module_, binary.data()), "cuModuleLoadData of " + name);
  }
  ~CudaModule() override {
    calls_.release([this](const CudaApi& api) { api.cuModuleUnload(module_); });
  }
  CudaModule(const CudaModule&) = delete;
  CudaModule& operator=(const CudaModule&) = delete;

  std::unique_ptr<Kernel> kernel(const std::string& name, std::size_t n_arguments) const override {
    Handle function = nullptr;
    calls_.check(calls_.enter()->cuModuleGetFunction(&function, module_, name.c_str()),
                 "cuModuleGetFunction of " + name);
    return std::make_unique<CudaKernel>(function, n_arguments);
  }

 private:
  const Calls& calls_;
  Handle module_ = nullptr;
};

class CudaDevice final : public Device {
 public:
  CudaDevice(const CudaApi& api, int device, Description about, std::span<const Nvrtc* const> compilers,
             int architecture)
      : calls_(api, device, std::move(about)),
        compilers_(compilers.begin(), compilers.end()),
        architecture_(architecture) {}

  const Description& description() const override { return calls_.description; }

  std::uint64_t free_memory() override {
    std::size_t free = 0, total = 0;
    calls_.check(calls_.enter()->cuMemGetInfo_v2(&free, &total), "cuMemGetInfo");
    return free;
  }

  std::unique_ptr<Buffer> allocate(std::size_t bytes) override {
    CudaApi::DevicePointer pointer = 0;
    calls_.check(calls_.enter()->cuMemAlloc_v2(&pointer, bytes), fmt::format("cuMemAlloc of {} bytes", bytes));
    return std::make_unique<CudaBuffer>(calls_, pointer);
  }

  void* take_host(std::size_t bytes) override { return page_locked_.take(bytes); }
  void give_host_back(void* place, std::size_t bytes) noexcept override { page_locked_.give_back(place, bytes); }

  void write(Buffer& buffer, std::size_t offset, std::span<const std::byte> bytes) override {
    const CudaApi::DevicePointer to = pointer(buffer) + offset;
    calls_.check(calls_.enter()->cuMemcpyHtoDAsync_v2(to, bytes.data(), bytes.size(), calls_.stream()),
                 "cuMemcpyHtoDAsync");
  }

  void read(const Buffer& buffer, std::size_t offset, std::span<std::byte> bytes) override {
    read_in(calls_.stream(), buffer, offset, bytes);
  }

  void read_after(const Stamp& stamp, const Buffer& buffer, std::size_t offset, std::span<std::byte> bytes) override {
    calls_.check(calls_.enter()->cuEventSynchronize(static_cast<const CudaStamp&>(stamp).event), "cuEventSynchronize");
    read_in(calls_.copies(), buffer, offset, bytes);
  }

  std::shared_ptr<const Program> program(const Source& source) override {
    const std::string text = complete_text(Api::cuda, source);
    const std::lock_guard lock(compiling_);
    auto& program = programs_[text];
    if (!program) program = compiled(source, text);
    return program;
  }

  void launch(Kernel& kernel, Grid grid, std::span<const Argument> arguments) override {
    if (grid.groups == 0) return;
    if (grid.groups > std::numeric_limits<std::int32_t>::max()) {
      throw Error(ErrorCode::internal, fmt::format("a launch of {} groups: CUDA takes 2^31 - 1", grid.groups));
    }
    auto& entry = static_cast<CudaKernel&>(kernel);
    if (arguments.size() != entry.n_arguments) {
      throw Error(ErrorCode::internal,
                  fmt::format("{} arguments for a kernel that takes {}", arguments.size(), entry.n_arguments));
    }
    if (grid.local_bytes > entry.local_bytes) {
      calls_.check(calls_.enter()->cuFuncSetAttribute(entry.function, cu::kMaxDynamicSharedBytes,
                                                      static_cast<int>(grid.local_bytes)),
                   fmt::format("cuFuncSetAttribute of {} bytes of shared memory", grid.local_bytes));
      entry.local_bytes = grid.local_bytes;
    }
    std::vector<CudaApi::DevicePointer> pointers(arguments.size());
    std::vector<void*> places(arguments.size());
    for (std::size_t position = 0; position < arguments.size(); ++position) {
      const Argument& argument = arguments[position];
      if (argument.buffer != nullptr) pointers[position] = pointer(*argument.buffer);
      places[position] = argument.buffer != nullptr ? &pointers[position] : const_cast<void*>(argument.value);
    }
    calls_.check(calls_.enter()->cuLaunchKernel(
                     entry.function, static_cast<unsigned>(grid.groups), 1, 1, static_cast<unsigned>(grid.group_size),
                     1, 1, static_cast<unsigned>(grid.local_bytes), calls_.stream(), places.data(), nullptr),
                 "cuLaunchKernel");
  }

  std::unique_ptr<Stamp> stamp() override {
    constexpr unsigned with_time = 0;
    Handle event = nullptr;
    calls_.check(calls_.enter()->cuEventCreate(&event, with_time), "cuEventCreate");
    auto made = std::make_unique<CudaStamp>(calls_, event);
    calls_.check(calls_.enter()->cuEventRecord(event, calls_.stream()), "cuEventRecord");
    return made;
  }

  double seconds(const Stamp& from, const Stamp& to) override {
    constexpr double seconds_per_millisecond = 1e-3;
    const Handle first = static_cast<const CudaStamp&>(from).event, last = static_cast<const CudaStamp&>(to).event;
    calls_.check(calls_.enter()->cuEventSynchronize(first), "cuEventSynchronize");
    calls_.check(calls_.enter()->cuEventSynchronize(last), "cuEventSynchronize");
    float milliseconds = 0.0F;
    calls_.check(calls_.enter()->cuEventElapsedTime(&milliseconds, first, last), "cuEventElapsedTime");
    return static_cast<double>(milliseconds) * seconds_per_millisecond;
  }

  void finish() override { wait_for(calls_.stream()); }

 private:
  void wait_for(Handle stream) { calls_.check(calls_.enter()->cuStreamSynchronize(stream), "cuStreamSynchronize"); }

  void read_in(Handle stream, const Buffer& buffer, std::size_t offset, std::span<std::byte> bytes) {
    const CudaApi::DevicePointer from = pointer(buffer) + offset;
    calls_.check(calls_.enter()->cuMemcpyDtoHAsync_v2(bytes.data(), from, bytes.size(), stream), "cuMemcpyDtoHAsync");
    wait_for(stream);
  }

  static CudaApi::DevicePointer pointer(const Buffer& buffer) { return static_cast<const CudaBuffer&>(buffer).pointer; }

  // Loads the program from the cache on disk, or compiles its text. The first compiler suits the driver best; where the
  // driver refuses what it makes, the others are tried.
  std::shared_ptr<const CudaModule> compiled(const Source& source, const std::string& text) {
    for (std::size_t position = 0;; ++position) {
      try {
        return compiled_by(*compilers_[position], source, text);
      } catch (const Error& error) {
        if (error.code() != ErrorCode::device || position + 1 == compilers_.size()) throw;
      }
    }
  }

  std::shared_ptr<const CudaModule> compiled_by(const Nvrtc& compiler, const Source& source, const std::string& text) {
    const std::string key =
        fmt::format("Biotropy {}\nCUDA\n{}\n{}\n{}\n{}\n{}\n", version(), description().model, description().driver,
                    compiler.version(), fmt::join(compiler.options(architecture_), " "), text);
    if (const auto binary = cache_.find(key)) {
      try {
        return std::make_shared<CudaModule>(calls_, source.name, *binary);
      } catch (const Error& error) {
        // Compiles again if the driver no longer accepts the binary.
        if (error.code() != ErrorCode::device) throw;
      }
    }
    const CudaProgram made = compiler.compile(source, architecture_);
    auto program = std::make_shared<CudaModule>(calls_, source.name, made.binary);
    cache_.store(key, made.binary);
    return program;
  }

  Calls calls_;
  PageLocked page_locked_{calls_};
  std::vector<const Nvrtc*> compilers_;  // at least one
  int architecture_;
  ProgramCache cache_;
  std::mutex compiling_;
  std::map<std::string, std::shared_ptr<const CudaModule>> programs_;
};

int attribute(const CudaApi& api, int name, int device) {
  int value = 0;
  api.cuDeviceGetAttribute(&value, name, device);
  return value;
}

Description describe(const CudaApi& api, int ordinal, int device, int driver, const std::string& compiler) {
  constexpr double kilohertz_per_megahertz = 1000.0;
  std::array<char, 256> model{};
  api.cuDeviceGetName(model.data(), static_cast<int>(model.size()) - 1, device);
  std::size_t memory = 0;
  api.cuDeviceTotalMem_v2(&memory, device);
  Description description;
  description.api = Api::cuda;
  description.name = fmt::format("cuda:{}", ordinal);
  description.model = model.data();
  description.driver = fmt::format("{}.{}", driver / 1000, driver % 1000 / 10);
  description.compiler = compiler;
  description.is_gpu = true;
  description.has_doubles = true;
  description.memory = memory;
  description.largest_buffer = memory;
  description.local_memory = static_cast<std::uint64_t>(attribute(api, cu::kMaxSharedMemoryPerBlock, device));
  description.large_local_memory = std::max(
      description.local_memory, static_cast<std::uint64_t>(attribute(api, cu::kMaxSharedMemoryPerBlockOptin, device)));
  description.units = static_cast<std::uint32_t>(attribute(api, cu::kMultiprocessorCount, device));
  description.largest_group = static_cast<std::uint32_t>(attribute(api, cu::kMaxThreadsPerBlock, device));
  description.megahertz = attribute(api, cu::kClockRate, device) / kilohertz_per_megahertz;
  return description;
}

}  // namespace

std::vector<std::unique_ptr<Device>> cuda_devices(std::vector<std::string>& remarks) {
  std::vector<std::unique_ptr<Device>> devices;
  std::string remark;
  const CudaApi* api = open_cuda(remark);
  int driver = 0;
  std::vector<const Nvrtc*> compilers;
  if (api != nullptr) {
    api->cuDriverGetVersion(&driver);
    compilers = Nvrtc::suiting(driver, remark);
  }
  if (api == nullptr || compilers.empty()) {
    remarks.push_back(remark);
    return devices;
  }
  int n_devices = 0;
  int status = api->cuInit(0);
  if (status == cu::kSuccess) status = api->cuDeviceGetCount(&n_devices);
  if (status != cu::kSuccess || n_devices == 0) {
    remarks.push_back(status == cu::kSuccess ? "CUDA: the driver is there, and no device"
                                             : fmt::format("CUDA: cuInit failed: {}", status_name(*api, status)));
    return devices;
  }
  for (int ordinal = 0; ordinal < n_devices; ++ordinal) {
    int device = 0;
    status = api->cuDeviceGet(&device, ordinal);
    if (status != cu::kSuccess) {
      remarks.push_back(fmt::format("CUDA: there is no device {}: {}", ordinal, status_name(*api, status)));
      continue;
    }
    const int architecture = 10 * attribute(*api, cu::kComputeCapabilityMajor, device) +
                             attribute(*api, cu::kComputeCapabilityMinor, device);
    devices.push_back(std::make_unique<CudaDevice>(
        *api, device, describe(*api, ordinal, device, driver, compilers.front()->version()), compilers, architecture));
  }
  return devices;
}

}  // namespace biotropy::device
