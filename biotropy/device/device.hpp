// SPDX-License-Identifier: Apache-2.0
//
// An accelerator behind OpenCL or CUDA: memory, programs from text, launches, time stamps. This layer handles bytes and
// kernels, not signals. Commands of one device run in order; launches and writes return at once, reads wait. A device
// may be used from several threads; each of its buffers and kernels from one at a time.
//
// Errors have the code `device`, with the name of the API, the device, the call and its status, and the log of the
// compiler if there is one; a shortage of device memory has the code `out_of_memory`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "biotropy/device/source.hpp"

namespace biotropy::device {

/// Memory of a device; freed with the object.
class Buffer {
 public:
  virtual ~Buffer() = default;
};

/// Entry point of a program, with its arguments.
class Kernel {
 public:
  virtual ~Kernel() = default;
};

class Program {
 public:
  virtual ~Program() = default;

  /// @param n_arguments number of arguments of a launch; checked if the API reports it.
  virtual std::unique_ptr<Kernel> kernel(const std::string& name, std::size_t n_arguments) const = 0;
};

/// A time stamp in the command queue of a device.
class Stamp {
 public:
  virtual ~Stamp() = default;
};

/// Groups of work items, in one dimension; groups share local memory and barriers.
struct Grid {
  std::size_t groups = 0;
  std::size_t group_size = 0;
  std::size_t local_bytes = 0;  ///< of the LARGE_LOCAL_ARRAY of a kernel; OpenCL has its size in the text
};

/// One argument of a launch: a buffer, or the bytes of a number.
struct Argument {
  const Buffer* buffer = nullptr;
  const void* value = nullptr;
  std::size_t size = 0;
};

class Device {
 public:
  virtual ~Device() = default;

  virtual const Description& description() const = 0;

  /// Bytes that nobody uses now; Description::memory where the API does not tell.
  virtual std::uint64_t free_memory() = 0;

  /// @throws Error out_of_memory, also for more than Description::largest_buffer.
  virtual std::unique_ptr<Buffer> allocate(std::size_t bytes) = 0;

  /// Host memory for what is copied again and again, page-locked where the API has that: the bus copies it while the
  /// processor goes on, and no driver copies it first. Locking takes longer than copying, so the device keeps what
  /// comes back, and gives it to the next. See HostVector.
  /// @throws std::bad_alloc, or Error out_of_memory for pages that cannot be locked.
  virtual void* take_host(std::size_t bytes) { return ::operator new(bytes); }
  /// @param bytes as it was taken with.
  virtual void give_host_back(void* place, [[maybe_unused]] std::size_t bytes) noexcept { ::operator delete(place); }

  /// The bytes must stay valid until the next read() or finish(), or a read_after() of a later stamp.
  virtual void write(Buffer& buffer, std::size_t offset, std::span<const std::byte> bytes) = 0;

  /// Waits for all previous commands.
  virtual void read(const Buffer& buffer, std::size_t offset, std::span<std::byte> bytes) = 0;

  /// The same, but waits only for the commands before the stamp, and copies beside those after it. A device that cannot
  /// waits for all.
  virtual void read_after(const Stamp&, const Buffer& buffer, std::size_t offset, std::span<std::byte> bytes) {
    read(buffer, offset, bytes);
  }

  /// Compiled once: later calls with the same text use the program in memory, later processes the cache on disk.
  virtual std::shared_ptr<const Program> program(const Source& source) = 0;

  /// A grid without groups launches nothing.
  virtual void launch(Kernel& kernel, Grid grid, std::span<const Argument> arguments) = 0;

  virtual std::unique_ptr<Stamp> stamp() = 0;

  /// Device time in seconds from one stamp to a later one; waits for both.
  virtual double seconds(const Stamp& from, const Stamp& to) = 0;

  /// Waits for all commands.
  virtual void finish() = 0;
};

/// Waits for the device in its destructor, even after an exception, because the device may still be reading host
/// memory.
class FinishAtEnd {
 public:
  explicit FinishAtEnd(Device& device) : device_(device) {}
  ~FinishAtEnd();
  FinishAtEnd(const FinishAtEnd&) = delete;
  FinishAtEnd& operator=(const FinishAtEnd&) = delete;

 private:
  Device& device_;
};

/// Memory of a device that is used again: allocating and freeing make a driver wait for its device, and batches need
/// the same sizes one after the other. As commands run in order, a buffer may come back before the last is done.
/// For one thread; all leases end before the pool.
class Pool {
 public:
  struct Return {
    Pool* pool = nullptr;  // null: the buffer is freed
    std::size_t bytes = 0;
    void operator()(Buffer* buffer) const noexcept;
  };
  using Lease = std::unique_ptr<Buffer, Return>;

  explicit Pool(Device& device) : device_(device) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  Device& device() { return device_; }

  /// A buffer of at least this many bytes, which comes back to the pool.
  /// @throws Error out_of_memory, after unused buffers have been freed.
  Lease allocate(std::size_t bytes);

 private:
  Device& device_;
  std::multimap<std::size_t, std::unique_ptr<Buffer>> unused_;  // by size
};

/// Elements of one type in the memory of a device.
template <typename T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Array(Device& device, std::size_t size)
      : device_(&device), buffer_(device.allocate(bytes_of(size)).release(), Pool::Return()), size_(size) {}
  /// Memory that goes back to the pool.
  Array(Pool& pool, std::size_t size) : device_(&pool.device()), buffer_(pool.allocate(bytes_of(size))), size_(size) {}

  /// Copies the elements asynchronously: they must stay valid until the next read() or finish().
  Array(Device& device, const std::vector<T>& values) : Array(device, values.size()) { write(values); }
  Array(Pool& pool, std::span<const T> values) : Array(pool, values.size()) { write(values); }

  std::vector<T> read() const {
    std::vector<T> values(size_);
    read_first(values);
    return values;
  }

  /// Reads as many elements as there is room for.
  void read_first(std::span<T> values) const {
    if (!values.empty()) device_->read(*buffer_, 0, std::as_writable_bytes(values));
  }

  /// The same beside the commands after the stamp.
  void read_after(const Stamp& stamp, std::span<T> values) const {
    if (!values.empty()) device_->read_after(stamp, *buffer_, 0, std::as_writable_bytes(values));
  }

  std::size_t size() const { return size_; }
  const Buffer& buffer() const { return *buffer_; }

 private:
  static std::size_t bytes_of(std::size_t size) { return (size > 0 ? size : 1) * sizeof(T); }
  void write(std::span<const T> values) {
    if (!values.empty()) device_->write(*buffer_, 0, std::as_bytes(values));
  }

  Device* device_;
  Pool::Lease buffer_;
  std::size_t size_;
};

/// A kernel with typed parameters: Array<T> for a pointer, a number for a number.
template <typename... Parameters>
class Entry {
 public:
  Entry(Device& device, const Program& program, const std::string& name)
      : device_(&device), kernel_(program.kernel(name, sizeof...(Parameters))) {}

  void operator()(Grid grid, const Parameters&... parameters) {
    const Argument arguments[] = {argument(parameters)...};
    device_->launch(*kernel_, grid, arguments);
  }

 private:
  template <typename T>
  static Argument argument(const Array<T>& array) {
    return {&array.buffer(), nullptr, 0};
  }
  template <typename T>
  static Argument argument(const T& number) {
    static_assert(std::is_arithmetic_v<T>);
    return {nullptr, &number, sizeof(T)};
  }

  Device* device_;
  std::unique_ptr<Kernel> kernel_;
};

}  // namespace biotropy::device
