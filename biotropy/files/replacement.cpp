// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/replacement.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "biotropy/error.hpp"

namespace biotropy::files {

namespace {

/// Names of files that are being written. Whoever takes a name out of its place owns it, so that a signal handler can
/// come at any time: it needs no lock, and no memory is freed under its hands. Files that find no place are removed by
/// everything but that handler.
constexpr std::size_t kPlaces = 1024;
std::array<std::atomic<char*>, kPlaces> unfinished_files{};
static_assert(std::atomic<char*>::is_always_lock_free, "read in a signal handler");

/// Of the target's name, in the name of the temporary file.
constexpr std::size_t kMostNameBytes = 200;

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

// On the disk, not only in the memory of the system: a renamed file that loses its content in a power cut is no result.
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

Replacement::Replacement(std::filesystem::path target) : target_(std::move(target)) {
  std::error_code unresolved;
  // A link stays a link: what it points to is replaced.
  if (std::filesystem::is_symlink(target_, unresolved)) {
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(target_, unresolved);
    if (!unresolved) target_ = resolved;
  }
  const std::filesystem::file_status status = std::filesystem::status(target_, unresolved);
  if (std::filesystem::is_directory(status)) {
    throw Error(ErrorCode::io, fmt::format("{}: a folder, not a file", target_.string()));
  }
  // A new file must not take the place of /dev/null.
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw Error(ErrorCode::io,
                fmt::format("{}: a pipe or a device, where an ordinary file is needed", target_.string()));
  }
  // Two processes, or two threads, may write to the same place.
  static std::atomic<unsigned> serial{0};
  const std::filesystem::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
  std::error_code failure;
  if (!std::filesystem::is_directory(folder, failure)) {
    throw Error(ErrorCode::io, fmt::format("{}: the folder {} does not exist", target_.string(), folder.string()));
  }
  // Beside a name as long as they may be there is still room for that of its temporary file.
  const std::string name = target_.filename().string().substr(0, kMostNameBytes);
  temporary_ = folder / fmt::format(".{}.{}-{}.part", name, ::getpid(), serial++);
  place_ = note_unfinished(temporary_);
}

Replacement::~Replacement() {
  std::error_code ignored;
  if (!committed_) std::filesystem::remove(temporary_, ignored);
  forget_unfinished(place_);
}

void Replacement::commit() {
  std::error_code failure;
  if (!synchronise(temporary_, O_RDONLY)) failure.assign(errno, std::generic_category());
  if (!failure) std::filesystem::rename(temporary_, target_, failure);
  if (failure) throw Error(ErrorCode::io, fmt::format("{}: {}", target_.string(), failure.message()));
  committed_ = true;
  // Some file systems cannot do this for a folder; the file itself is safe.
  synchronise(target_.has_parent_path() ? target_.parent_path() : ".", O_RDONLY | O_DIRECTORY);
}

void remove_unfinished() noexcept {
  for (std::atomic<char*>& name : unfinished_files) {
    const char* path = name.exchange(nullptr);
    if (path != nullptr) ::unlink(path);
  }
}

}  // namespace biotropy::files
