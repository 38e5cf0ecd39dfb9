// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "biotropy/device/device.hpp"
#include "biotropy/error.hpp"

namespace biotropy::device {

namespace {

// Sizes are rounded up to one of eight for each power of two, so that batches of nearly the same size share buffers.
std::size_t rounded_up(std::size_t bytes) {
  constexpr std::size_t smallest = 256, sizes_per_octave = 8;
  const std::size_t step = std::max(smallest, std::bit_floor(bytes) / sizes_per_octave);
  return (bytes + step - 1) / step * step;
}

}  // namespace

void Pool::Return::operator()(Buffer* buffer) const noexcept {
  std::unique_ptr<Buffer> owned(buffer);
  if (pool == nullptr) return;
  try {
    pool->unused_.emplace(bytes, std::move(owned));
  } catch (const std::bad_alloc&) {
    // The host has no memory for the list: the buffer is freed.
  }
}

Pool::Lease Pool::allocate(std::size_t bytes) {
  const std::size_t size =
      std::max(bytes, std::min<std::size_t>(rounded_up(bytes), device_.description().largest_buffer));
  if (const auto found = unused_.find(size); found != unused_.end()) {
    Lease lease(found->second.release(), {this, size});
    unused_.erase(found);
    return lease;
  }
  try {
    return {device_.allocate(size).release(), {this, size}};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory || unused_.empty()) throw;
  }
  device_.finish();
  unused_.clear();
  return {device_.allocate(size).release(), {this, size}};
}

}  // namespace biotropy::device
