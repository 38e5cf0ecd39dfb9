// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/sample_queue.hpp"

#include <algorithm>
#include <string>

#include "biotropy/error.hpp"

namespace biotropy::live {

namespace {

constexpr std::size_t kMostNumbers = std::size_t{1} << 27;  // a gigabyte

}  // namespace

SampleQueue::SampleQueue(std::size_t capacity, std::size_t channels, WhenFull policy)
    : channels_(channels), policy_(policy) {
  if (capacity == 0 || capacity > kMostNumbers / channels) {
    throw Error::argument("queue", std::to_string(capacity),
                          "an integer from 1 to " + std::to_string(kMostNumbers / channels));
  }
  samples_.resize(capacity);
  values_.resize(capacity * channels);
}

std::span<double> SampleQueue::push(double time, bool after_gap) {
  if (held_ == samples_.size()) {
    ++dropped_;
    pop();
    if (held_ > 0)
      samples_[first_].after_gap = true;
    else
      after_gap = true;
  }
  const std::size_t index = (first_ + held_) % samples_.size();
  samples_[index] = {received_, time, after_gap, Clock::now()};
  ++held_;
  ++received_;
  longest_ = std::max(longest_, held_);
  return std::span(values_).subspan(index * channels_, channels_);
}

void SampleQueue::pop() {
  first_ = (first_ + 1) % samples_.size();
  --held_;
}

}  // namespace biotropy::live
