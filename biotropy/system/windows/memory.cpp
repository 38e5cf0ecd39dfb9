// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/memory.hpp"

#include <io.h>
#include <windows.h>

#include <limits>

#include "biotropy/system/windows/error_number_internal.hpp"

namespace biotropy::system {

namespace {

MEMORYSTATUSEX status_of_memory() {
  MEMORYSTATUSEX status = {};
  status.dwLength = sizeof status;
  if (::GlobalMemoryStatusEx(&status) == 0) {
    status.ullTotalPhys = status.ullTotalPageFile = std::numeric_limits<std::uint64_t>::max();
  }
  return status;
}

}  // namespace

std::uint64_t physical_memory() {
  return status_of_memory().ullTotalPhys;
}

std::optional<std::uint64_t> address_space_limit() {
  return std::nullopt;
}

// Memory and the file for its pages; a job has limits on what its processes have committed of them.
std::uint64_t most_memory() {
  return status_of_memory().ullTotalPageFile;
}

bool would_grant(std::size_t bytes) {
  void* const room = ::VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  if (room == nullptr) return false;
  ::VirtualFree(room, 0, MEM_RELEASE);
  return true;
}

const void* map_file(int descriptor, std::size_t) {
  const auto handle = reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
  const HANDLE mapping = ::CreateFileMappingW(handle, nullptr, PAGE_READONLY, 0, 0, nullptr);
  if (mapping == nullptr) {
    set_error_number();
    return nullptr;
  }
  const void* bytes = ::MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
  if (bytes == nullptr) set_error_number();
  ::CloseHandle(mapping);  // the view keeps it
  return bytes;
}

void unmap_file(const void* bytes, std::size_t) {
  ::UnmapViewOfFile(bytes);
}

}  // namespace biotropy::system
