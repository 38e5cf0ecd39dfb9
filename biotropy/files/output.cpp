// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/system/open_file.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kWriteBytes = std::size_t{1} << 20;

[[noreturn]] void fail(const std::string& name) {
  throw Error(ErrorCode::io, fmt::format("{}: {}", name, std::generic_category().message(errno)));
}

bool is_device_or_pipe(const std::filesystem::path& path) {
  std::error_code failure;
  const std::filesystem::file_status status = std::filesystem::status(path, failure);
  return std::filesystem::is_character_file(status) || std::filesystem::is_fifo(status) ||
         std::filesystem::is_socket(status) || std::filesystem::is_block_file(status);
}

}  // namespace

void make_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (!failure && !std::filesystem::is_directory(folder, failure)) {
    failure.assign(ENOTDIR, std::generic_category());
  }
  if (!failure) return;
  throw Error(ErrorCode::io,
              fmt::format("{}: {}", folder.generic_string(), failure.default_error_condition().message()));
}

Output::Output(const std::filesystem::path& path) : name_(path.generic_string()), owned_(true) {
  if (const auto already_open = system::descriptor_at(path)) {
    // A duplicate shares the file position, so output of others before and after is kept.
    descriptor_ = system::duplicate(*already_open);
  } else if (is_device_or_pipe(path)) {
    descriptor_ = system::open_to_write(path);
  } else {
    place_.emplace(path);
    descriptor_ = place_->create();
  }
  if (descriptor_ < 0) fail(name_);
}

Output::Output(int descriptor, std::string name) : name_(std::move(name)), descriptor_(descriptor) {}

Output::~Output() {
  if (owned_ && descriptor_ >= 0) system::close(descriptor_);
}

void Output::write(std::string_view text) {
  pending_ += text;
  if (pending_.size() >= kWriteBytes) flush();
}

void Output::flush() {
  std::string_view rest = pending_;
  while (!rest.empty()) {
    const auto count = system::write_some(descriptor_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(name_);
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  pending_.clear();
}

void Output::finish() {
  flush();
  if (!owned_) return;
  if (!system::close(std::exchange(descriptor_, -1))) fail(name_);
  if (place_) place_->commit();
}

std::filesystem::path Output::temporary() const {
  return place_ ? place_->temporary() : std::filesystem::path();
}

}  // namespace biotropy::files
