// SPDX-License-Identifier: Apache-2.0
#include "biotropy/pieces.hpp"

#include "biotropy/threads.hpp"

namespace biotropy {

Pieces::Pieces(std::size_t count, std::size_t worth_a_thread)
    : count_(count),
      size_(std::clamp<std::size_t>(count / worth_a_thread, 1, static_cast<std::size_t>(surrounding_threads()))) {}

void for_each_piece(const Pieces& pieces,
                    const std::function<void(std::size_t piece, std::size_t begin, std::size_t end)>& body) {
  if (pieces.size() == 1) return body(0, 0, pieces.begin(1));
  parallel_for(pieces.size(), nullptr,
               [&](std::size_t piece) { body(piece, pieces.begin(piece), pieces.begin(piece + 1)); });
}

}  // namespace biotropy
