// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/temporary_file.hpp"

namespace biotropy::files {

namespace {

/// Names of unfinished files. A name belongs to the code that exchanges it out of its slot, so a signal handler can run
/// at any time without a lock, and no memory is freed while it reads. Files without a free slot are removed by
/// everything except that handler.
constexpr std::size_t kPlaces = 1024;
std::array<std::atomic<char*>, kPlaces> unfinished_files{};
static_assert(std::atomic<char*>::is_always_lock_free, "read in a signal handler");

std::size_t note_unfinished(const std::filesystem::path& path) {
  char* name = ::strdup(path.c_str());
  for (std::size_t place = 0; name != nullptr && place < kPlaces; ++place) {
    char* nobody = nullptr;
    if (unfinished_files[place].compare_exchange_strong(nobody, name)) return place;
  }
  std::free(name);
  return kPlaces;
}

void forget_unfinished(std::size_t place) {
  if (place < kPlaces) std::free(unfinished_files[place].exchange(nullptr));
}

// Flushes to disk: a renamed file that lost its content in a power failure would be useless.
bool synchronise(const std::filesystem::path& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool done = ::fsync(descriptor) == 0;
  const int number = errno;
  ::close(descriptor);
  errno = number;
  return done;
}

}  // namespace

std::optional<int> descriptor_at(std::filesystem::path path) {
  constexpr int most_links = 40;  // limit of Linux
  std::error_code failure;
  const std::filesystem::path descriptors = std::filesystem::canonical("/proc/self/fd", failure);
  for (int links = 0; !failure && links < most_links; ++links) {
    const auto folder = std::filesystem::canonical(path.has_parent_path() ? path.parent_path() : ".", failure);
    if (!failure && folder == descriptors) {
      const std::string name = path.filename().string();
      int descriptor = -1;
      const auto [stopped, fault] = std::from_chars(name.data(), name.data() + name.size(), descriptor);
      if (fault != std::errc() || stopped != name.data() + name.size()) return std::nullopt;
      return descriptor;
    }
    if (!failure) path = folder / std::filesystem::read_symlink(path, failure);
  }
  return std::nullopt;
}

AtomicFile::AtomicFile(std::filesystem::path target) : target_(std::move(target)) {
  std::error_code unresolved;
  const bool is_descriptor = descriptor_at(target_).has_value();
  // A link is kept: its target is replaced.
  if (std::filesystem::is_symlink(target_, unresolved)) {
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(target_, unresolved);
    if (!unresolved) target_ = resolved;
  }
  const std::filesystem::file_status status = std::filesystem::status(target_, unresolved);
  if (std::filesystem::is_directory(status)) {
    throw Error(ErrorCode::io, fmt::format("{}: a folder, not a file", target_.string()));
  }
  // A new file must not replace /dev/null, nor the file to which standard output was redirected.
  if (is_descriptor || (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))) {
    throw Error(ErrorCode::io,
                fmt::format("{}: a pipe or a device, where an ordinary file is needed", target_.string()));
  }
  const std::filesystem::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
  std::error_code failure;
  if (!std::filesystem::is_directory(folder, failure)) {
    throw Error(ErrorCode::io, fmt::format("{}: the folder {} does not exist", target_.string(), folder.string()));
  }
  temporary_ = temporary_name(target_);
  place_ = note_unfinished(temporary_);
}

AtomicFile::~AtomicFile() {
  std::error_code ignored;
  if (!committed_) std::filesystem::remove(temporary_, ignored);
  forget_unfinished(place_);
}

int AtomicFile::create() const {
  const int descriptor = create_new(temporary_);
  if (descriptor >= 0) return descriptor;
  throw Error(ErrorCode::io, fmt::format("{}: {}", target_.string(), std::generic_category().message(errno)));
}

void AtomicFile::commit() {
  std::error_code failure;
  if (!synchronise(temporary_, O_RDONLY | O_NOFOLLOW)) failure.assign(errno, std::generic_category());
  if (!failure) std::filesystem::rename(temporary_, target_, failure);
  if (failure) throw Error(ErrorCode::io, fmt::format("{}: {}", target_.string(), failure.message()));
  committed_ = true;
  // Some file systems cannot flush a folder; the file itself is safe.
  synchronise(target_.has_parent_path() ? target_.parent_path() : ".", O_RDONLY | O_DIRECTORY);
}

void remove_unfinished() noexcept {
  for (std::atomic<char*>& name : unfinished_files) {
    char* const path = name.exchange(nullptr);
    if (path == nullptr) continue;
    ::unlink(path);
    // A signal handler must not free memory: the name goes back to its owner.
    char* nobody = nullptr;
    name.compare_exchange_strong(nobody, path);
  }
}

}  // namespace biotropy::files
