// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/memory.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace biotropy::system {

std::uint64_t physical_memory() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::optional<std::uint64_t> address_space_limit() {
  rlimit bounds = {};
  const bool is_limited = ::getrlimit(RLIMIT_AS, &bounds) == 0 && bounds.rlim_cur != RLIM_INFINITY;
  return is_limited ? std::optional<std::uint64_t>(bounds.rlim_cur) : std::nullopt;
}

bool would_grant(std::size_t bytes) {
  void* const room = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return false;
  ::munmap(room, bytes);
  return true;
}

const void* map_file(int descriptor, std::size_t length) {
  const void* bytes = ::mmap(nullptr, length, PROT_READ, MAP_PRIVATE, descriptor, 0);
  return bytes == MAP_FAILED ? nullptr : bytes;
}

void unmap_file(const void* bytes, std::size_t length) {
  ::munmap(const_cast<void*>(bytes), length);
}

}  // namespace biotropy::system
