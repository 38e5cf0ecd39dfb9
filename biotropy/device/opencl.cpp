// SPDX-License-Identifier: Apache-2.0
//
// Devices of OpenCL 1.2 and later, each with one context, one in-order queue, and another for copies beside it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "biotropy/device/devices_internal.hpp"
#include "biotropy/device/opencl_api_internal.hpp"
#include "biotropy/device/program_cache_internal.hpp"
#include "biotropy/error.hpp"
#include "biotropy/version.hpp"

namespace biotropy::device {

namespace {

using Handle = OpenClApi::Handle;
using Int = OpenClApi::Int;
using Uint = OpenClApi::Uint;
using Ulong = OpenClApi::Ulong;

constexpr const char* kOptions = "-cl-std=CL1.2";

// A handle that is released with the object. Every handle is put into one before anything else can throw.
class Owned {
 public:
  Owned(Handle handle, Int (*give_back)(Handle)) : handle_(handle), give_back_(give_back) {}
  Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)), give_back_(other.give_back_) {}
  ~Owned() {
    if (handle_ != nullptr) give_back_(handle_);
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;

  Handle get() const { return handle_; }

 private:
  Handle handle_;
  Int (*give_back_)(Handle);
};

struct OpenClBuffer final : Buffer {
  explicit OpenClBuffer(Owned handle) : memory(std::move(handle)) {}
  Owned memory;
};

struct OpenClKernel final : Kernel {
  explicit OpenClKernel(Owned handle) : kernel(std::move(handle)) {}
  Owned kernel;
};

struct OpenClStamp final : Stamp {
  explicit OpenClStamp(Owned handle) : event(std::move(handle)) {}
  Owned event;
};

// Text returned by a clGet...Info function.
template <typename Get>
std::string info_text(const Get& get) {
  std::size_t size = 0;
  if (get(0, nullptr, &size) != cl::kSuccess || size == 0) return {};
  std::string text(size, '\0');
  if (get(size, text.data(), nullptr) != cl::kSuccess) return {};
  text.resize(text.find_last_not_of(std::string("\0 \n", 3)) + 1);
  return text;
}

template <typename T>
T device_number(const OpenClApi& api, Handle device, Uint name) {
  T value{};
  api.clGetDeviceInfo(device, name, sizeof(T), &value, nullptr);
  return value;
}

std::string device_text(const OpenClApi& api, Handle device, Uint name) {
  return info_text([&](std::size_t size, void* value, std::size_t* needed) {
    return api.clGetDeviceInfo(device, name, size, value, needed);
  });
}

std::string platform_text(const OpenClApi& api, Handle platform, Uint name) {
  return info_text([&](std::size_t size, void* value, std::size_t* needed) {
    return api.clGetPlatformInfo(platform, name, size, value, needed);
  });
}

// Calls of one device, and errors of those that fail.
struct Calls {
  const OpenClApi* api;
  Handle device;
  Owned context, queue, copies;  // the queues are released before their context
  Description description;

  [[noreturn]] void fail(const std::string& call, Int status, const std::string& log = {}) const {
    const ErrorCode code = cl::is_memory_shortage(status) ? ErrorCode::out_of_memory : ErrorCode::device;
    throw Error(code, fmt::format("OpenCL, {} ({}): {} failed: {}{}{}", description.name, description.model, call,
                                  cl::status_name(status), log.empty() ? "" : "\n", log));
  }

  void check(Int status, const char* call) const {
    if (status != cl::kSuccess) fail(call, status);
  }
};

class OpenClProgram final : public Program {
 public:
  OpenClProgram(const Calls& calls, Owned program) : calls_(calls), program_(std::move(program)) {}

  std::unique_ptr<Kernel> kernel(const std::string& name, std::size_t n_arguments) const override {
    Int status = cl::kSuccess;
    Owned kernel(calls_.api->clCreateKernel(program_.get(), name.c_str(), &status), calls_.api->clReleaseKernel);
    if (status != cl::kSuccess) calls_.fail(fmt::format("clCreateKernel of {}", name), status);
    Uint declared = 0;
    calls_.check(calls_.api->clGetKernelInfo(kernel.get(), cl::kKernelNumArgs, sizeof declared, &declared, nullptr),
                 "clGetKernelInfo");
    if (declared != n_arguments) {
      throw Error(ErrorCode::internal,
                  fmt::format("the kernel {} takes {} arguments, not {}", name, declared, n_arguments));
    }
    return std::make_unique<OpenClKernel>(std::move(kernel));
  }

 private:
  const Calls& calls_;
  Owned program_;
};

class OpenClDevice final : public Device {
 public:
  OpenClDevice(Calls calls, std::string platform) : calls_(std::move(calls)), platform_(std::move(platform)) {}

  void set_name(std::string name) { calls_.description.name = std::move(name); }
  const Description& description() const override { return calls_.description; }

  std::uint64_t free_memory() override { return description().memory; }

  std::unique_ptr<Buffer> allocate(std::size_t bytes) override {
    if (bytes > calls_.description.largest_buffer) {
      throw Error(ErrorCode::out_of_memory,
                  fmt::format("OpenCL, {} ({}): a buffer of {} bytes was requested; {} are the maximum",
                              description().name, description().model, bytes, description().largest_buffer));
    }
    Int status = cl::kSuccess;
    Owned memory(api().clCreateBuffer(calls_.context.get(), cl::kMemReadWrite, bytes, nullptr, &status),
                 api().clReleaseMemObject);
    if (status != cl::kSuccess) calls_.fail(fmt::format("clCreateBuffer of {} bytes", bytes), status);
    return std::make_unique<OpenClBuffer>(std::move(memory));
  }

  void write(Buffer& buffer, std::size_t offset, std::span<const std::byte> bytes) override {
    constexpr Uint blocking = 0;
    calls_.check(api().clEnqueueWriteBuffer(calls_.queue.get(), memory(buffer), blocking, offset, bytes.size(),
                                            bytes.data(), 0, nullptr, nullptr),
                 "clEnqueueWriteBuffer");
  }

  void read(const Buffer& buffer, std::size_t offset, std::span<std::byte> bytes) override {
    read_in(calls_.queue.get(), buffer, offset, bytes);
  }

  void read_after(const Stamp& stamp, const Buffer& buffer, std::size_t offset, std::span<std::byte> bytes) override {
    calls_.check(api().clFlush(calls_.queue.get()), "clFlush");
    wait_for(stamp);
    read_in(calls_.copies.get(), buffer, offset, bytes);
  }

  std::shared_ptr<const Program> program(const Source& source) override {
    const std::string text = complete_text(Api::opencl, source);
    const std::lock_guard lock(compiling_);
    auto& program = programs_[text];
    if (!program) program = std::make_shared<OpenClProgram>(calls_, compiled(source.name, text));
    return program;
  }

  void launch(Kernel& kernel, Grid grid, std::span<const Argument> arguments) override {
    if (grid.groups == 0) return;
    const Handle handle = static_cast<OpenClKernel&>(kernel).kernel.get();
    for (Uint position = 0; position < arguments.size(); ++position) {
      const Argument& argument = arguments[position];
      const Handle buffer = argument.buffer == nullptr ? nullptr : memory(*argument.buffer);
      const Int status = argument.buffer == nullptr
                             ? api().clSetKernelArg(handle, position, argument.size, argument.value)
                             : api().clSetKernelArg(handle, position, sizeof buffer, &buffer);
      if (status != cl::kSuccess) calls_.fail(fmt::format("clSetKernelArg {}", position), status);
    }
    const std::size_t items = grid.groups * grid.group_size;
    calls_.check(api().clEnqueueNDRangeKernel(calls_.queue.get(), handle, 1, nullptr, &items, &grid.group_size, 0,
                                              nullptr, nullptr),
                 "clEnqueueNDRangeKernel");
    calls_.check(api().clFlush(calls_.queue.get()), "clFlush");
  }

  std::unique_ptr<Stamp> stamp() override {
    Handle event = nullptr;
    calls_.check(api().clEnqueueMarkerWithWaitList(calls_.queue.get(), 0, nullptr, &event),
                 "clEnqueueMarkerWithWaitList");
    return std::make_unique<OpenClStamp>(Owned(event, api().clReleaseEvent));
  }

  double seconds(const Stamp& from, const Stamp& to) override {
    constexpr double seconds_per_tick = 1e-9;
    return static_cast<double>(ticks(to) - ticks(from)) * seconds_per_tick;
  }

  void finish() override { calls_.check(api().clFinish(calls_.queue.get()), "clFinish"); }

 private:
  const OpenClApi& api() const { return *calls_.api; }
  static Handle memory(const Buffer& buffer) { return static_cast<const OpenClBuffer&>(buffer).memory.get(); }

  void read_in(Handle queue, const Buffer& buffer, std::size_t offset, std::span<std::byte> bytes) {
    constexpr Uint blocking = 1;
    calls_.check(api().clEnqueueReadBuffer(queue, memory(buffer), blocking, offset, bytes.size(), bytes.data(), 0,
                                           nullptr, nullptr),
                 "clEnqueueReadBuffer");
  }

  Handle wait_for(const Stamp& stamp) const {
    const Handle event = static_cast<const OpenClStamp&>(stamp).event.get();
    calls_.check(api().clWaitForEvents(1, &event), "clWaitForEvents");
    return event;
  }

  std::int64_t ticks(const Stamp& stamp) const {
    const Handle event = wait_for(stamp);
    std::uint64_t nanoseconds = 0;
    calls_.check(
        api().clGetEventProfilingInfo(event, cl::kProfilingCommandEnd, sizeof nanoseconds, &nanoseconds, nullptr),
        "clGetEventProfilingInfo");
    return static_cast<std::int64_t>(nanoseconds);
  }

  // Builds the program from the cache on disk, or from its text.
  Owned compiled(const std::string& name, const std::string& text) {
    const std::string key =
        fmt::format("Biotropy {}\nOpenCL\n{}\n{}\n{}\n{}\n{}\n{}\n", version(), platform_, description().model,
                    description().driver, description().compiler, kOptions, text);
    if (const auto binary = cache_.find(key)) {
      if (Owned program = from_binary(*binary); program.get() != nullptr) return program;
    }
    const char* texts[] = {text.c_str()};
    Int status = cl::kSuccess;
    Owned program(api().clCreateProgramWithSource(calls_.context.get(), 1, texts, nullptr, &status),
                  api().clReleaseProgram);
    calls_.check(status, "clCreateProgramWithSource");
    status = api().clBuildProgram(program.get(), 1, &calls_.device, kOptions, nullptr, nullptr);
    if (status != cl::kSuccess) calls_.fail(fmt::format("clBuildProgram of {}", name), status, log(program.get()));
    if (const auto binary = binary_of(program.get()); !binary.empty()) cache_.store(key, binary);
    return program;
  }

  // Null if the driver no longer accepts the binary.
  Owned from_binary(const std::vector<std::byte>& binary) const {
    const std::size_t size = binary.size();
    const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
    Int taken = cl::kSuccess, status = cl::kSuccess;
    Owned program(
        api().clCreateProgramWithBinary(calls_.context.get(), 1, &calls_.device, &size, &bytes, &taken, &status),
        api().clReleaseProgram);
    if (status == cl::kSuccess) status = taken;
    if (status == cl::kSuccess) {
      status = api().clBuildProgram(program.get(), 1, &calls_.device, kOptions, nullptr, nullptr);
    }
    return status == cl::kSuccess ? std::move(program) : Owned(nullptr, api().clReleaseProgram);
  }

  // Empty if the driver does not give it.
  std::vector<std::byte> binary_of(Handle program) const {
    std::size_t size = 0;
    if (api().clGetProgramInfo(program, cl::kProgramBinarySizes, sizeof size, &size, nullptr) != cl::kSuccess)
      return {};
    std::vector<std::byte> binary(size);
    auto* bytes = reinterpret_cast<unsigned char*>(binary.data());
    if (api().clGetProgramInfo(program, cl::kProgramBinaries, sizeof bytes, &bytes, nullptr) != cl::kSuccess) return {};
    return binary;
  }

  std::string log(Handle program) const {
    return info_text([&](std::size_t size, void* value, std::size_t* needed) {
      return api().clGetProgramBuildInfo(program, calls_.device, cl::kProgramBuildLog, size, value, needed);
    });
  }

  Calls calls_;
  std::string platform_;
  ProgramCache cache_;
  std::mutex compiling_;
  std::map<std::string, std::shared_ptr<const OpenClProgram>> programs_;
};

Description describe(const OpenClApi& api, Handle device) {
  Description description;
  description.api = Api::opencl;
  description.model = device_text(api, device, cl::kDeviceName);
  description.driver = device_text(api, device, cl::kDriverVersion);
  description.compiler = device_text(api, device, cl::kDeviceOpenClCVersion);
  description.has_doubles = device_number<std::uint64_t>(api, device, cl::kDeviceDoubleFpConfig) != 0;
  description.is_gpu = (device_number<std::uint64_t>(api, device, cl::kDeviceType) & cl::kDeviceTypeGpu) != 0;
  description.memory = device_number<std::uint64_t>(api, device, cl::kDeviceGlobalMemSize);
  description.largest_buffer = device_number<std::uint64_t>(api, device, cl::kDeviceMaxMemAllocSize);
  description.local_memory = device_number<std::uint64_t>(api, device, cl::kDeviceLocalMemSize);
  description.large_local_memory = description.local_memory;
  description.units = device_number<Uint>(api, device, cl::kDeviceMaxComputeUnits);
  description.largest_group =
      static_cast<std::uint32_t>(device_number<std::size_t>(api, device, cl::kDeviceMaxWorkGroupSize));
  description.megahertz = device_number<Uint>(api, device, cl::kDeviceMaxClockFrequency);
  return description;
}

bool is_usable(const OpenClApi& api, Handle device, const std::string& model, std::vector<std::string>& remarks) {
  for (const auto& [name, what] :
       {std::pair{cl::kDeviceAvailable, "is not available"}, std::pair{cl::kDeviceCompilerAvailable, "has no compiler"},
        std::pair{cl::kDeviceEndianLittle, "is not little-endian"}}) {
    if (device_number<Uint>(api, device, name) != 0) continue;
    remarks.push_back(fmt::format("OpenCL: {} {}", model, what));
    return false;
  }
  return true;
}

// Adds the devices of one platform, without names yet.
void add_platform(const OpenClApi& api, Handle platform, std::vector<std::unique_ptr<OpenClDevice>>& found,
                  std::vector<std::string>& remarks) {
  Uint n_devices = 0;
  if (api.clGetDeviceIDs(platform, cl::kDeviceTypeAll, 0, nullptr, &n_devices) != cl::kSuccess) return;
  std::vector<Handle> handles(n_devices);
  if (api.clGetDeviceIDs(platform, cl::kDeviceTypeAll, n_devices, handles.data(), nullptr) != cl::kSuccess) return;
  for (const Handle device : handles) {
    Description description = describe(api, device);
    if (!is_usable(api, device, description.model, remarks)) continue;
    Int status = cl::kSuccess;
    Owned context(api.clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status), api.clReleaseContext);
    const auto queue = [&](Ulong properties) {
      const bool can = status == cl::kSuccess;
      return Owned(can ? api.clCreateCommandQueue(context.get(), device, properties, &status) : nullptr,
                   api.clReleaseCommandQueue);
    };
    Owned commands = queue(cl::kQueueProfiling), copies = queue(0);
    if (status != cl::kSuccess) {
      remarks.push_back(
          fmt::format("OpenCL: {} gives no context or queue: {}", description.model, cl::status_name(status)));
      continue;
    }
    Calls calls{&api, device, std::move(context), std::move(commands), std::move(copies), std::move(description)};
    found.push_back(
        std::make_unique<OpenClDevice>(std::move(calls), platform_text(api, platform, cl::kPlatformVersion)));
  }
}

}  // namespace

std::vector<std::unique_ptr<Device>> opencl_devices(std::vector<std::string>& remarks) {
  std::string remark;
  const OpenClApi* api = open_opencl(remark);
  if (api == nullptr) {
    remarks.push_back(remark);
    return {};
  }
  Uint n_platforms = 0;
  std::vector<Handle> platforms;
  if (api->clGetPlatformIDs(0, nullptr, &n_platforms) == cl::kSuccess) {
    platforms.resize(n_platforms);
    api->clGetPlatformIDs(n_platforms, platforms.data(), nullptr);
  }
  std::vector<std::unique_ptr<OpenClDevice>> found;
  for (const Handle platform : platforms) add_platform(*api, platform, found, remarks);
  if (found.empty()) remarks.push_back("OpenCL: the library is there, and no driver for a device");
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a->description().is_gpu && !b->description().is_gpu; });
  std::vector<std::unique_ptr<Device>> devices;
  for (std::size_t position = 0; position < found.size(); ++position) {
    found[position]->set_name(fmt::format("opencl:{}", position));
    devices.push_back(std::move(found[position]));
  }
  return devices;
}

}  // namespace biotropy::device
