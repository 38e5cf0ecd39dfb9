// SPDX-License-Identifier: Apache-2.0
#include "biotropy/threads.hpp"

#include <algorithm>
#include <string>

#include "biotropy/error.hpp"

namespace biotropy {

void CancelFlag::check() const {
  if (cancelled()) throw Error(ErrorCode::cancelled, "stopped on request");
}

void validate(const Execution& execution) {
  if (execution.threads < 0) {
    throw Error::argument("threads", std::to_string(execution.threads), "0 (every core) or a positive count");
  }
}

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
