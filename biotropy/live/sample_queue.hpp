// SPDX-License-Identifier: Apache-2.0
//
// Samples between a source and the classifier: a ring of fixed size. What happens when it is full is the back-pressure
// policy: the source is not read until there is room, or the oldest sample goes and is counted. It goes only while the
// output is not taken: a burst that came in one piece waits in the source until the classifier has been through it.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/words.hpp"

namespace biotropy::live {

enum class WhenFull { block, drop_oldest };

class SampleQueue {
 public:
  using Clock = std::chrono::steady_clock;

  struct Sample {
    std::uint64_t number = 0;  ///< of those received, from 0: samples that were dropped have one, too
    double time = 0.0;         ///< the source's time stamp in seconds; NaN: it has none
    bool after_gap = false;    ///< samples are missing before it
    Clock::time_point arrived;
  };

  /// @throws Error invalid_argument for a capacity of 0.
  SampleQueue(std::size_t capacity, std::size_t channels, WhenFull policy);

  std::size_t channels() const { return channels_; }
  bool empty() const { return held_ == 0; }

  /// Whether the output waits for its reader. Only then the oldest sample may make room.
  void stall(bool stalled) { stalled_ = stalled; }

  /// Whether a source should go on.
  bool takes() const { return held_ < samples_.size() || (stalled_ && policy_ == WhenFull::drop_oldest); }

  /// Where the numbers of the next sample go. Only while takes().
  std::span<double> push(double time, bool after_gap);

  const Sample& front() const { return samples_[first_]; }
  std::span<const double> front_values() const { return std::span(values_).subspan(first_ * channels_, channels_); }
  void pop();

  std::uint64_t received() const { return received_; }
  std::uint64_t dropped() const { return dropped_; }
  std::size_t longest() const { return longest_; }

 private:
  std::size_t channels_;
  WhenFull policy_;
  bool stalled_ = false;
  std::vector<Sample> samples_;
  std::vector<double> values_;
  std::size_t first_ = 0, held_ = 0, longest_ = 0;
  std::uint64_t received_ = 0, dropped_ = 0;
};

}  // namespace biotropy::live

namespace biotropy {

template <>
inline constexpr std::array kWords<live::WhenFull>{
    Word{"block", live::WhenFull::block},
    Word{"drop-oldest", live::WhenFull::drop_oldest},
};

}  // namespace biotropy
