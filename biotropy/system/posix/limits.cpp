// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/posix/own_process_internal.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <initializer_list>

#ifdef __linux__
#include <sys/syscall.h>
#endif

namespace biotropy::system {

namespace {

#ifdef __GLIBC__
using Resource = __rlimit_resource_t;
#else
using Resource = int;
#endif

// Sets the hard limit too, so that the child cannot raise it again.
void limit(int resource, std::uint64_t value) {
  rlimit bounds = {};
  if (::getrlimit(static_cast<Resource>(resource), &bounds) != 0) return;
  if (value < bounds.rlim_cur) bounds.rlim_cur = value;
  bounds.rlim_max = bounds.rlim_cur;
  ::setrlimit(static_cast<Resource>(resource), &bounds);
}

void close_range_of(int first, int last) {
  if (first > last) return;
#ifdef __NR_close_range
  // The name that the C library gives it is newer than that of the kernel.
  if (::syscall(__NR_close_range, static_cast<unsigned>(first), static_cast<unsigned>(last), 0) == 0) return;
#endif
  rlimit bounds = {};
  const int most = ::getrlimit(RLIMIT_NOFILE, &bounds) == 0 ? static_cast<int>(bounds.rlim_cur) : 65'536;
  for (int descriptor = first; descriptor <= last && descriptor < most; ++descriptor) ::close(descriptor);
}

void detach_streams() {
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (nowhere >= 0)
      ::dup2(nowhere, stream);
    else
      ::close(stream);
  }
}

}  // namespace

void set_limits(int descriptor, std::uint64_t address_space) {
  constexpr int last = 0x7fffffff;
  detach_streams();
  close_range_of(STDERR_FILENO + 1, descriptor - 1);
  close_range_of(descriptor + 1, last);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, 0);
  if (address_space > 0) limit(RLIMIT_AS, address_space);
}

}  // namespace biotropy::system
