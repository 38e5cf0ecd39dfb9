// SPDX-License-Identifier: Apache-2.0
//
// Storage aligned to cache lines, so that vector loads never straddle two.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace biotropy {

constexpr std::size_t kCacheLine = 64;

template <typename T>
struct CacheLineAllocator {
  using value_type = T;

  CacheLineAllocator() = default;
  template <typename Other>
  CacheLineAllocator(const CacheLineAllocator<Other>&) {}

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{kCacheLine})); }
  void deallocate(T* pointer, std::size_t) { ::operator delete (pointer, std::align_val_t{kCacheLine}); }

  bool operator==(const CacheLineAllocator&) const = default;
};

template <typename T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

/// New elements have no value, for large tables that are filled at once.
template <typename T>
struct UnfilledAllocator : CacheLineAllocator<T> {
  UnfilledAllocator() = default;
  template <typename Other>
  UnfilledAllocator(const UnfilledAllocator<Other>&) {}

  template <typename Element>
  void construct(Element* place) {
    ::new (static_cast<void*>(place)) Element;
  }
};

template <typename T>
using UnfilledVector = std::vector<T, UnfilledAllocator<T>>;

}  // namespace biotropy
