// SPDX-License-Identifier: Apache-2.0
//
// Samples from a stream of the Lab Streaming Layer.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/live/lsl_inlet.hpp"
#include "biotropy/live/sample_source.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::live {

/// How long a stream is waited for, in seconds.
struct LslPatience {
  double first = 10.0;      ///< at the start, until it is found and open
  double reconnect = 10.0;  ///< where it went; 0: the end of the stream is the end of the samples
  double silence = 60.0;    ///< for a sample, until the stream counts as gone; 0: any time
};

/// A stream that is found by its name, of which there must be one (two seconds are waited for another). Where its
/// outlet goes and comes back, under the same source id if it has one, samples go on after a gap.
class LslSource final : public SampleSource {
 public:
  /// @param notify receives a notice when the stream goes, and when it is back.
  /// @throws Error invalid_argument where there is no library, or for a name with both ' and ", which it cannot ask
  /// for; invalid_data where there is not one stream of that name within the time; as LslInlet does; cancelled.
  LslSource(LslSelection selection, std::optional<double> rate, LslPatience patience, Notify notify,
            const CancelFlag* cancel = nullptr);
  ~LslSource() override;
  LslSource(const LslSource&) = delete;
  LslSource& operator=(const LslSource&) = delete;

  /// Time stamps are in the clock of the sender. @throws Error as LslInlet does for a stream that is back.
  void take(SampleQueue& queue) override;
  bool ended() const override { return ended_ && !waiting_; }
  void wait(int output, bool full) override;
  std::vector<std::string> units() const override { return units_; }
  double clock_offset() override { return inlet_ ? inlet_->clock_offset() : offset_; }

 private:
  using Clock = SampleQueue::Clock;

  bool open(void* info);
  void open_first(void* info, const CancelFlag* cancel);
  void pull(double seconds);
  void lose();
  void look_for_it();

  const LslLibrary& library_;
  LslSelection selection_;
  std::string predicate_;  // of the streams of its name
  std::optional<double> rate_;
  LslPatience patience_;
  Notify notify_;
  std::unique_ptr<LslInlet> inlet_;  // none while the stream is away
  void* resolver_ = nullptr;         // while it is away
  std::string source_id_;
  std::vector<std::string> units_;
  double offset_ = 0.0;
  Clock::time_point away_until_{}, silent_after_{};
  bool waiting_ = false;     // a sample was pulled, and there was no room for it in the queue
  bool after_gap_ = false;   // the next sample is the first one of a stream that was away
  bool was_full_ = false;    // samples waited in the library when the queue took no more
  bool was_silent_ = false;  // it sent no sample since the notice
  bool ended_ = false;
};

}  // namespace biotropy::live
