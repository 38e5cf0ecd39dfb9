// SPDX-License-Identifier: Apache-2.0
//
// A program in a browser has a memory of its own, which grows up to a size that is set when it is linked.
#include "biotropy/system/memory.hpp"

#include <emscripten/heap.h>
#include <unistd.h>

#include <cstdlib>

#include "biotropy/system/open_file.hpp"

namespace biotropy::system {

std::uint64_t physical_memory() {
  return emscripten_get_heap_max();
}

std::optional<std::uint64_t> address_space_limit() {
  return std::nullopt;
}

std::uint64_t most_memory() {
  return physical_memory();
}

bool would_grant(std::size_t bytes) {
  const auto used = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  return bytes <= physical_memory() - used;
}

// A copy.
const void* map_file(int descriptor, std::size_t length) {
  void* const bytes = std::malloc(length);
  if (bytes != nullptr && read_at(descriptor, bytes, length, 0) == static_cast<std::int64_t>(length)) return bytes;
  std::free(bytes);
  return nullptr;
}

void unmap_file(const void* bytes, std::size_t) {
  std::free(const_cast<void*>(bytes));
}

}  // namespace biotropy::system
