// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/sliding/window_samples.hpp"

#include <algorithm>

namespace biotropy::match {

WindowSamples::WindowSamples(std::size_t window) : samples_(2 * ((window + kMove - 1) / kMove * kMove) + kMove) {}

std::size_t WindowSamples::push(double sample) {
  std::size_t moved = 0;
  if (end_ == samples_.size()) {
    moved = begin_ / kMove * kMove;
    std::copy(samples_.begin() + static_cast<std::ptrdiff_t>(moved), samples_.end(), samples_.begin());
    begin_ -= moved;
    end_ -= moved;
  }
  samples_[end_++] = sample;
  return moved;
}

}  // namespace biotropy::match
