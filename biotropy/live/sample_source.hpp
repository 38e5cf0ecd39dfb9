// SPDX-License-Identifier: Apache-2.0
//
// Where live samples come from: lines of text, frames of a socket, a file that is replayed, a stream of the Lab
// Streaming Layer. take() does not wait, so one thread serves the source, the classifier and the output, and an
// interruption ends the stream at once.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "biotropy/live/sample_queue.hpp"

namespace biotropy::live {

class SampleSource {
 public:
  virtual ~SampleSource() = default;

  /// Puts what is there into the queue, as far as it takes samples. Does not wait.
  /// @throws Error bad_file for anything but a sample; samples before it are in the queue by then.
  virtual void take(SampleQueue& queue) = 0;

  /// Whether nothing more will come.
  virtual bool ended() const = 0;

  /// Waits until there may be something, or until `output` (-1: none) can be written, or a signal comes, or for a fifth
  /// of a second. `full`: only the output is waited for.
  virtual void wait(int output, bool full) = 0;

  /// Units of the channels, "" for one that is not known; none where the source knows no units.
  virtual std::vector<std::string> units() const { return {}; }

  /// Seconds to add to a time stamp for the clock of this machine. Gaps are found without it: it changes as it is
  /// measured again.
  virtual double clock_offset() { return 0.0; }
};

/// How long one wait lasts at most.
constexpr std::chrono::milliseconds kOneWait{200};

}  // namespace biotropy::live
