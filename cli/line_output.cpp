// SPDX-License-Identifier: Apache-2.0
#include "cli/line_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <system_error>

#include "biotropy/error.hpp"
#include "biotropy/live/sample_source.hpp"
#include "biotropy/system/open_file.hpp"
#include "biotropy/system/socket.hpp"
#include "cli/interruption.hpp"

namespace biotropy::cli {

namespace {

[[noreturn]] void refuse(const std::string& name, int number) {
  throw Error(ErrorCode::io, fmt::format("{}: {}", name, std::generic_category().message(number)));
}

// The bytes of an ordinary file; none of anything else.
std::optional<std::uint64_t> size_of(int descriptor, const std::string& name) {
  const auto found = system::status_of(descriptor);
  // A file whose size is unknown must not be taken for an empty one, which would be written over.
  if (!found) refuse(name, errno);
  return found->kind == system::FileKind::ordinary ? std::optional(found->size) : std::nullopt;
}

// The number of bytes up to the end of the last whole line, within the first `size` bytes.
std::uint64_t end_of_lines(int descriptor, std::uint64_t size, const std::string& name) {
  std::array<char, 4096> bytes{};
  while (size > 0) {
    const std::uint64_t begin = size - std::min<std::uint64_t>(size, bytes.size());
    const auto count = system::read_at(descriptor, bytes.data(), static_cast<std::size_t>(size - begin), begin);
    // What follows the last line is cut off, so a line that cannot be read must not count as none.
    if (count <= 0) refuse(name, count < 0 ? errno : EIO);
    const std::size_t found = std::string_view(bytes.data(), static_cast<std::size_t>(count)).rfind('\n');
    if (found != std::string_view::npos) return begin + found + 1;
    size = begin;
  }
  return 0;
}

// The number of lines that end from the byte `begin` on, before `end`.
std::uint64_t count_lines(int descriptor, std::uint64_t begin, std::uint64_t end, const std::string& name) {
  std::array<char, 4096> bytes{};
  std::uint64_t lines = 0;
  while (begin < end) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(end - begin, bytes.size()));
    const auto count = system::read_at(descriptor, bytes.data(), wanted, begin);
    if (count <= 0) refuse(name, count < 0 ? errno : EIO);
    lines += static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.begin() + count, '\n'));
    begin += static_cast<std::uint64_t>(count);
  }
  return lines;
}

struct OpenFile {
  explicit OpenFile(int opened) : descriptor(opened) {}
  OpenFile(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor >= 0) system::close(descriptor);
  }

  int descriptor;
};

// Standard output may be open for writing only.
bool ends_within_a_line(std::uint64_t size, const std::string& name) {
  const OpenFile file(system::open_again_to_read(system::kStandardOutput));
  return file.descriptor >= 0 && end_of_lines(file.descriptor, size, name) != size;
}

}  // namespace

LineOutput::LineOutput(const std::string& path)
    : name_(path == "-" ? "standard output" : path), descriptor_(system::kStandardOutput), is_file_(path != "-") {
  if (!is_file_) return;
  descriptor_ = system::open_or_create(path, system::Links::followed);
  if (descriptor_ < 0) refuse(name_, errno);
  const bool ordinary = size_of(descriptor_, name_).has_value();
  if (ordinary && system::lock(descriptor_, system::Lock::exclusive)) return;
  const int number = errno;
  system::close(descriptor_);
  if (!ordinary)
    throw Error(ErrorCode::io, fmt::format("{} is a pipe or a device; it must be an ordinary file", name_));
  if (number == EWOULDBLOCK) throw Error(ErrorCode::busy, fmt::format("{}: another process is writing it", name_));
  refuse(fmt::format("{}: its file system cannot lock it for this process alone", name_), number);
}

LineOutput::~LineOutput() {
  if (is_file_) system::close(descriptor_);
}

void LineOutput::cut(std::uint64_t length) {
  if (!system::cut(descriptor_, length)) refuse(name_, errno);
  written_ = length;
}

void LineOutput::begin(const std::string& header) {
  if (is_file_) cut(0);
  write(header);
}

bool LineOutput::begins_anew(std::uint64_t written, bool repeats) const {
  return is_file_ && (size_of(descriptor_, name_).value_or(0) == 0 || (repeats && written == 0));
}

bool LineOutput::begins_with(const std::string& text) const {
  if (!is_file_) return true;
  std::string found(text.size(), '\0');
  const auto count = system::read_at(descriptor_, found.data(), found.size(), 0);
  if (count < 0) refuse(name_, errno);
  return found == text;
}

std::uint64_t LineOutput::go_on(std::uint64_t written, bool repeats) {
  written_ = written;
  const std::uint64_t size = size_of(descriptor_, name_).value_or(0);
  const auto refuse_file = [&](const std::string& fault) {
    throw Error(ErrorCode::invalid_data, fmt::format("{}: {}", name_, fault));
  };
  if (!is_file_) {
    if (size > 0 && ends_within_a_line(size, name_)) {
      refuse_file("its file ends within a line, cut off by a kill; '--output' goes on after the last whole line");
    }
    return 0;
  }
  if (size < written) refuse_file(fmt::format("{} bytes, and its state was saved after {}", size, written));
  if (end_of_lines(descriptor_, written, name_) != written) {
    refuse_file(fmt::format("no line ends after {} bytes, where its state was saved", written));
  }
  cut(repeats ? written : end_of_lines(descriptor_, size, name_));
  return count_lines(descriptor_, written, written_, name_);
}

bool LineOutput::can_be_written() const {
  return system::can_be_written(descriptor_);
}

void LineOutput::write(const std::string& text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto count = system::write_some(descriptor_, rest.data(), rest.size());
    if (count < 0 && errno == EAGAIN) system::wait_for(-1, descriptor_, live::kOneWait);
    if (count < 0 && errno != EINTR && errno != EAGAIN) refuse(name_, errno);
    if (count < 0) interruption().check();
    rest.remove_prefix(static_cast<std::size_t>(std::max<std::int64_t>(0, count)));
  }
  written_ += text.size();
}

}  // namespace biotropy::cli
