// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/replacement.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

#include "biotropy/error.hpp"

namespace biotropy::files {

namespace {

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
  if (std::filesystem::is_directory(target_, unresolved)) {
    throw Error(ErrorCode::io, fmt::format("{}: a folder, not a file", target_.string()));
  }
  // A device or a pipe would be gone for everybody.
  if (std::filesystem::exists(target_, unresolved) && !std::filesystem::is_regular_file(target_, unresolved)) {
    throw Error(ErrorCode::io, fmt::format("{}: a device or a pipe, which a file must not replace", target_.string()));
  }
  // Two processes, or two threads, may write to the same place.
  static std::atomic<unsigned> serial{0};
  const std::filesystem::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
  std::error_code failure;
  if (!std::filesystem::is_directory(folder, failure)) {
    throw Error(ErrorCode::io, fmt::format("{}: the folder {} does not exist", target_.string(), folder.string()));
  }
  temporary_ = folder / fmt::format(".{}.{}-{}.part", target_.filename().string(), ::getpid(), serial++);
}

Replacement::~Replacement() {
  if (committed_) return;
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
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

}  // namespace biotropy::files
