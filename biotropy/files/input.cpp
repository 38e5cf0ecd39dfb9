// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "biotropy/system/memory.hpp"
#include "biotropy/system/open_file.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kMostOfPointer = 512;

// True for the text that git-annex and Git LFS leave where the content of a file was not fetched, and for a link of
// git-annex written as a text, as on systems without links.
bool is_pointer(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return text.starts_with("/annex/objects/") || text.starts_with("version https://git-lfs.github.com/spec/") ||
         (text.starts_with('.') && line.find(".git/annex/objects/") != line.npos);
}

std::string system_message(int number) {
  return std::generic_category().message(number);
}

std::vector<std::byte> all_of_standard_input() {
  std::vector<std::byte> content;
  std::size_t length = 0;
  while (true) {
    if (content.size() - length < Input::kWindow) content.resize(std::max(2 * content.size(), 2 * Input::kWindow));
    const auto count = system::read_some(system::kStandardInput, content.data() + length, content.size() - length);
    if (count < 0) throw InputError(ErrorCode::io, fmt::format("{}: {}", Input::kStandardInput, system_message(errno)));
    if (count == 0) break;
    length += static_cast<std::size_t>(count);
  }
  content.resize(length);
  return content;
}

}  // namespace

Input::Input(const std::filesystem::path& path) : name_(path.generic_string()) {
  const bool is_standard_input = path == kStandardInput;
  descriptor_ = is_standard_input ? system::duplicate(system::kStandardInput) : system::open_to_read(path);
  if (descriptor_ < 0) {
    const int number = errno;
    if (number == ENOENT) fetched_status(path);
    const bool hidden = number == ENOENT || number == ENOTDIR || number == EACCES || number == EPERM;
    throw error(hidden ? ErrorCode::file_not_found : ErrorCode::io, system_message(number));
  }
  const auto status = system::status_of(descriptor_);
  if (status && status->kind == system::FileKind::ordinary) {
    size_ = status->size;
    refuse_pointer();
    return;
  }
  const int number = errno;
  system::close(std::exchange(descriptor_, -1));
  if (!status) throw error(ErrorCode::io, system_message(number));
  if (status->kind == system::FileKind::folder) throw bad_file("a folder, not a file");
  if (!is_standard_input) {
    throw error(ErrorCode::unsupported, "a pipe or a device: only ordinary files and standard input can be read");
  }
  // Cached, because a stream can be read only once and several readers open the file.
  static const std::vector<std::byte> content = all_of_standard_input();
  bytes_ = content;
  size_ = content.size();
  refuse_pointer();
}

Input::Input(std::string name, std::span<const std::byte> bytes)
    : name_(std::move(name)), size_(bytes.size()), bytes_(bytes) {}

Input::~Input() {
  if (is_mapped_) system::unmap_file(bytes_.data(), bytes_.size());
  if (descriptor_ >= 0) system::close(descriptor_);
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
  const void* bytes = system::map_file(descriptor_, static_cast<std::size_t>(size_));
  if (bytes == nullptr) {
    throw error(errno == ENOMEM ? ErrorCode::out_of_memory : ErrorCode::io, system_message(errno));
  }
  is_mapped_ = true;
  bytes_ = {static_cast<const std::byte*>(bytes), static_cast<std::size_t>(size_)};
  return bytes_;
}

std::string_view Input::text(std::uint64_t offset, std::size_t length) {
  const auto bytes = view(offset, length);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

InputError Input::error(ErrorCode code, std::string_view fault) const {
  return InputError(code, fmt::format("{}: {}", name_, fault));
}

// Beside the window, which begins where a reader begins.
void Input::refuse_pointer() const {
  std::array<char, kMostOfPointer> first;
  std::string_view text(reinterpret_cast<const char*>(bytes_.data()), std::min(bytes_.size(), kMostOfPointer));
  if (descriptor_ >= 0) {
    const auto count = system::read_at(descriptor_, first.data(), first.size(), 0);
    if (count < 0) throw error(ErrorCode::io, system_message(errno));
    text = {first.data(), static_cast<std::size_t>(count)};
  }
  if (!is_pointer(text)) return;
  throw error(ErrorCode::file_not_found,
              "a pointer of git-annex or Git LFS in place of the content, which was not fetched: datalad get or git "
              "lfs pull fetches it");
}

void Input::fill(std::uint64_t offset, std::size_t length) {
  const bool goes_on = window_length_ > 0 && offset >= window_begin_ && offset <= window_begin_ + window_length_;
  ahead_ = goes_on ? std::min(2 * ahead_, kWindow) : kPage;
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(std::max(ahead_, length), size_ - offset));
  if (window_.size() < wanted) window_.resize(wanted);
  window_begin_ = offset;
  window_length_ = 0;
  while (window_length_ < wanted) {
    const auto count =
        system::read_at(descriptor_, window_.data() + window_length_, wanted - window_length_, offset + window_length_);
    if (count < 0) throw error(ErrorCode::io, system_message(errno));
    if (count == 0) break;
    window_length_ += static_cast<std::size_t>(count);
  }
  if (window_length_ < length) throw error(ErrorCode::io, "the file became shorter while it was read");
}

std::filesystem::file_status known_status(const std::filesystem::path& path) {
  std::error_code failure;
  const std::filesystem::file_status status = std::filesystem::status(path, failure);
  if (status.type() == std::filesystem::file_type::not_found) return status;
  // No file has a name that is too long.
  if (failure == std::errc::filename_too_long)
    return std::filesystem::file_status(std::filesystem::file_type::not_found);
  if (failure) {
    throw InputError(ErrorCode::io,
                     fmt::format("{}: {}", path.generic_string(), failure.default_error_condition().message()));
  }
  return status;
}

std::filesystem::file_status fetched_status(const std::filesystem::path& path) {
  const std::filesystem::file_status status = known_status(path);
  std::error_code failure;
  if (status.type() == std::filesystem::file_type::not_found && std::filesystem::is_symlink(path, failure)) {
    throw InputError(ErrorCode::file_not_found,
                     fmt::format("{}: a link to content that is not there: datalad get fetches that of git-annex",
                                 path.generic_string()));
  }
  return status;
}

}  // namespace biotropy::files
