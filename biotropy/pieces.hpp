// SPDX-License-Identifier: Apache-2.0
//
// Division of a long job into as many pieces as threads, for jobs whose steps must use the same pieces: each piece
// first counts its output and then has its own places to write to, so that no result depends on the number of pieces.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

namespace biotropy {

/// Items 0 ... count - 1 in contiguous pieces of equal size: one for each of the enclosing threads, or fewer if a piece
/// would have less than `worth_a_thread` items. There is always one, which may be empty.
class Pieces {
 public:
  Pieces(std::size_t count, std::size_t worth_a_thread);

  std::size_t size() const { return size_; }
  /// First item of a piece; begin(size()) is the number of items.
  std::size_t begin(std::size_t piece) const { return count_ / size_ * piece + std::min(piece, count_ % size_); }

 private:
  std::size_t count_, size_;
};

/// Calls body(piece, begin, end) once for each piece, on the threads of the enclosing with_threads.
void for_each_piece(const Pieces& pieces,
                    const std::function<void(std::size_t piece, std::size_t begin, std::size_t end)>& body);

}  // namespace biotropy
