// SPDX-License-Identifier: Apache-2.0
#include "tests/sicamm/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>
#ifdef _WIN32
#include <malloc.h>
#endif

namespace {

std::atomic<std::size_t> count{0};

#ifdef _WIN32
void* aligned(std::size_t size, std::size_t unit) {
  return ::_aligned_malloc(size, unit);
}
void free_aligned(void* memory) noexcept {
  ::_aligned_free(memory);
}
#else
void* aligned(std::size_t size, std::size_t unit) {
  return std::aligned_alloc(unit, (size / unit + 1) * unit);
}
void free_aligned(void* memory) noexcept {
  std::free(memory);
}
#endif

}  // namespace

void* operator new(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}

// Stable sorts allocate in this way.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++count;
  return std::malloc(size > 0 ? size : 1);
}

void* operator new(std::size_t size, std::align_val_t alignment) {
  ++count;
  if (void* memory = aligned(size, static_cast<std::size_t>(alignment))) return memory;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  free_aligned(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  free_aligned(memory);
}

namespace biotropy::sicamm {

std::size_t allocations() {
  return count;
}

}  // namespace biotropy::sicamm
