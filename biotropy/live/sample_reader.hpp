// SPDX-License-Identifier: Apache-2.0
//
// Samples from a source through a queue to what uses them, on one thread: it takes what the source has, hands over a
// sample whenever its result can be written at once, and otherwise waits for either.
#pragma once

#include <exception>
#include <memory>
#include <span>

#include "biotropy/live/sample_source.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::live {

/// What becomes of the samples of a SampleReader.
class SampleUser {
 public:
  virtual ~SampleUser() = default;

  /// Whether the result of another sample can be written at once.
  virtual bool can_be_written() = 0;
  /// Where it is written, to be waited for where it cannot.
  virtual int descriptor() const = 0;
  virtual void use(const SampleQueue::Sample& sample, std::span<const double> values) = 0;
  /// There is no sample yet. @returns whether to look again instead of waiting for one.
  virtual bool wait_actively() { return false; }
};

class SampleReader {
 public:
  /// @throws Error as SampleQueue.
  SampleReader(std::size_t capacity, std::size_t channels, WhenFull policy) : queue_(capacity, channels, policy) {}

  /// Where samples come from; before run().
  void read_from(std::unique_ptr<SampleSource> source) { source_ = std::move(source); }
  SampleSource& source() { return *source_; }
  const SampleQueue& queue() const { return queue_; }

  /// Until the source has ended, or failed, or `cancel` is set. Then samples that were received are used as long as
  /// their results can be written. @throws Error as the user does.
  void run(SampleUser& user, const CancelFlag& cancel);

  /// Why the source failed; null if it did not. The samples before were used.
  const std::exception_ptr& fault() const { return fault_; }

 private:
  bool go_on(SampleUser& user);
  void take();
  void use_one(SampleUser& user);

  SampleQueue queue_;
  std::unique_ptr<SampleSource> source_;
  std::exception_ptr fault_;
};

}  // namespace biotropy::live
