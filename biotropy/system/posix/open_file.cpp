// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/open_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string>
#include <system_error>

namespace biotropy::system {

namespace {

constexpr mode_t kUsualMode = 0666;  // before the umask

/// A process rarely has more, and new ones get the lowest free number.
constexpr long kMostDescriptors = 65536;

// The last call of a function, again after a signal.
template <typename Call>
std::int64_t repeated(const Call& call) {
  while (true) {
    const ssize_t count = call();
    if (count >= 0 || errno != EINTR) return count;
  }
}

int flag_of(Links links) {
  return links == Links::refused ? O_NOFOLLOW : 0;
}

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

int open_to_read(const std::filesystem::path& path, Links links) {
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | flag_of(links));
}

int open_to_write(const std::filesystem::path& path) {
  return ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
}

int open_or_create(const std::filesystem::path& path, Links links) {
  return ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | flag_of(links), kUsualMode);
}

int create_new(const std::filesystem::path& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kUsualMode);
}

int duplicate(int descriptor) {
  return ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

int open_again_to_read(int descriptor) {
  return ::open(fmt::format("/dev/fd/{}", descriptor).c_str(), O_RDONLY | O_CLOEXEC);
}

bool close(int descriptor) {
  return ::close(descriptor) == 0;
}

std::optional<int> descriptor_at(std::filesystem::path path) {
  constexpr int most_links = 40;  // limit of Linux
  std::error_code failure;
  const std::filesystem::path descriptors = std::filesystem::canonical("/dev/fd", failure);
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

std::optional<FileStatus> status_of(int descriptor) {
  struct stat found = {};
  if (::fstat(descriptor, &found) != 0) return std::nullopt;
  const FileKind kind = S_ISREG(found.st_mode)   ? FileKind::ordinary
                        : S_ISDIR(found.st_mode) ? FileKind::folder
                                                 : FileKind::other;
  return FileStatus{kind, static_cast<std::uint64_t>(found.st_size)};
}

bool is_from_this_user(int descriptor) {
  struct stat found = {};
  return ::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == ::geteuid() &&
         (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::int64_t read_some(int descriptor, void* data, std::size_t length) {
  return repeated([&] { return ::read(descriptor, data, length); });
}

std::int64_t read_at(int descriptor, void* data, std::size_t length, std::uint64_t position) {
  return repeated([&] { return ::pread(descriptor, data, length, static_cast<off_t>(position)); });
}

std::int64_t write_some(int descriptor, const void* data, std::size_t length) {
  return ::write(descriptor, data, length);
}

bool cut(int descriptor, std::uint64_t length) {
  const auto end = static_cast<off_t>(length);
  return ::ftruncate(descriptor, end) == 0 && ::lseek(descriptor, end, SEEK_SET) >= 0;
}

bool lock(int descriptor, Lock kind) {
  return ::flock(descriptor, (kind == Lock::shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0;
}

bool synchronise_content(int descriptor) {
#ifdef __APPLE__
  return ::fsync(descriptor) == 0;
#else
  return ::fdatasync(descriptor) == 0;
#endif
}

bool synchronise_file(const std::filesystem::path& path) {
  return synchronise(path, O_RDONLY | O_NOFOLLOW);
}

void synchronise_folder(const std::filesystem::path& path) {
  synchronise(path, O_RDONLY | O_DIRECTORY);
}

void replace(const std::filesystem::path& from, const std::filesystem::path& to, std::error_code& failure) {
  std::filesystem::rename(from, to, failure);
}

void make_private_folder(const std::filesystem::path& path) {
  ::mkdir(path.c_str(), S_IRWXU);
}

void remove_at_once(const std::filesystem::path::value_type* name) noexcept {
  ::unlink(name);
}

bool file_sizes_are_limited() {
  struct rlimit limit = {};
  return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

void abandon(const std::filesystem::path& path) {
  struct stat wanted = {}, found = {};
  if (::stat(path.c_str(), &wanted) != 0) return;
#ifdef __linux__
  // A limit on file sizes also applies to files in memory.
  const bool in_memory = !file_sizes_are_limited();
  const int elsewhere = in_memory ? ::memfd_create("abandoned", MFD_CLOEXEC) : ::open("/dev/null", O_RDWR | O_CLOEXEC);
#else
  const int elsewhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
#endif
  if (elsewhere < 0) return;
  // Listing the open ones would need memory, which may be what is lacking.
  const auto limit = static_cast<int>(std::min<long>(::sysconf(_SC_OPEN_MAX), kMostDescriptors));
  for (int descriptor = 0; descriptor < limit; ++descriptor) {
    const bool same = ::fstat(descriptor, &found) == 0 && wanted.st_dev == found.st_dev && wanted.st_ino == found.st_ino;
    if (same) ::dup2(elsewhere, descriptor);
  }
  ::close(elsewhere);
}

}  // namespace biotropy::system
