// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace biotropy::files {

namespace {

constexpr std::size_t kPage = 4096;

std::string system_message(int number) {
  return std::generic_category().message(number);
}

std::vector<std::byte> all_of_standard_input() {
  std::vector<std::byte> content;
  std::size_t length = 0;
  while (true) {
    if (content.size() - length < Input::kWindow) content.resize(std::max(2 * content.size(), 2 * Input::kWindow));
    const ssize_t count = ::read(STDIN_FILENO, content.data() + length, content.size() - length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw Error(ErrorCode::io, fmt::format("{}: {}", Input::kStandardInput, system_message(errno)));
    if (count == 0) break;
    length += static_cast<std::size_t>(count);
  }
  content.resize(length);
  return content;
}

}  // namespace

Input::Input(const std::filesystem::path& path) : name_(path.string()) {
  const bool is_standard_input = path == kStandardInput;
  // O_NONBLOCK: otherwise opening a pipe would wait for its writer.
  descriptor_ = is_standard_input ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                  : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) {
    const int number = errno;
    const bool hidden = number == ENOENT || number == ENOTDIR || number == EACCES || number == EPERM;
    throw error(hidden ? ErrorCode::file_not_found : ErrorCode::io, system_message(number));
  }
  struct stat status = {};
  const bool known = ::fstat(descriptor_, &status) == 0;
  if (known && S_ISREG(status.st_mode)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
    return;
  }
  const int number = errno;
  ::close(std::exchange(descriptor_, -1));
  if (!known) throw error(ErrorCode::io, system_message(number));
  if (S_ISDIR(status.st_mode)) throw bad_file("a folder, not a file");
  if (!is_standard_input) {
    throw error(ErrorCode::unsupported, "a pipe or a device: only ordinary files and standard input can be read");
  }
  // Cached, because a stream can be read only once and several readers open the file.
  static const std::vector<std::byte> content = all_of_standard_input();
  bytes_ = content;
  size_ = content.size();
}

Input::Input(std::string name, std::span<const std::byte> bytes)
    : name_(std::move(name)), size_(bytes.size()), bytes_(bytes) {}

Input::~Input() {
  if (is_mapped_) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::span<const std::byte> Input::view(std::uint64_t offset, std::size_t length) {
  if (length > kWindow || offset > size_ || length > size_ - offset) {
    throw error(ErrorCode::internal,
                fmt::format("bytes {} to {} of {} were requested", offset, offset + length, size_));
  }
  if (descriptor_ < 0) return bytes_.subspan(offset, length);
  const bool inside = offset >= window_begin_ && offset + length <= window_begin_ + window_length_;
  if (!inside) fill(offset, length);
  return std::span<const std::byte>(window_).subspan(offset - window_begin_, length);
}

std::span<const std::byte> Input::mapped() {
  if (descriptor_ < 0 || is_mapped_ || size_ == 0) return bytes_;
  void* bytes = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor_, 0);
  if (bytes == MAP_FAILED) {
    throw error(errno == ENOMEM ? ErrorCode::out_of_memory : ErrorCode::io, system_message(errno));
  }
  is_mapped_ = true;
  bytes_ = {static_cast<const std::byte*>(bytes), size_};
  return bytes_;
}

std::string_view Input::text(std::uint64_t offset, std::size_t length) {
  const auto bytes = view(offset, length);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Error Input::error(ErrorCode code, std::string_view fault) const {
  return Error(code, fmt::format("{}: {}", name_, fault));
}

void Input::fill(std::uint64_t offset, std::size_t length) {
  const bool goes_on = window_length_ > 0 && offset >= window_begin_ && offset <= window_begin_ + window_length_;
  ahead_ = goes_on ? std::min(2 * ahead_, kWindow) : kPage;
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(std::max(ahead_, length), size_ - offset));
  if (window_.size() < wanted) window_.resize(wanted);
  window_begin_ = offset;
  window_length_ = 0;
  while (window_length_ < wanted) {
    const ssize_t count = ::pread(descriptor_, window_.data() + window_length_, wanted - window_length_,
                                  static_cast<off_t>(offset + window_length_));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw error(ErrorCode::io, system_message(errno));
    if (count == 0) break;
    window_length_ += static_cast<std::size_t>(count);
  }
  if (window_length_ < length) throw error(ErrorCode::io, "the file became shorter while it was read");
}

}  // namespace biotropy::files
