// SPDX-License-Identifier: Apache-2.0
//
// The samples of a recording, as fast as they can be taken, or each when it is due: at its time since the first one.
#pragma once

#include "biotropy/live/sample_source.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::live {

/// A recording to replay.
struct Replay {
  std::vector<double> samples;        ///< [sample * channels + channel]
  std::vector<series::Piece> pieces;  ///< at least one; gaps lie between them
  std::optional<double> rate;         ///< Hz; unset: the time of a sample is its number
  std::string path{};                 ///< for messages
};

class ReplaySource final : public SampleSource {
 public:
  /// @param begin the sample to begin with. @param in_time whether samples wait until they are due; gaps are not waited
  /// for. @throws Error invalid_argument where a recording without a rate is to be replayed in time; invalid_data for a
  /// `begin` behind its end.
  ReplaySource(Replay recording, std::size_t begin, bool in_time);

  void take(SampleQueue& queue) override;
  bool ended() const override { return next_ >= size(); }
  void wait(int output, bool full) override;

 private:
  std::size_t size() const { return recording_.pieces.back().end; }
  SampleQueue::Clock::time_point due() const;

  Replay recording_;
  std::size_t begin_, next_, piece_ = 0;
  bool in_time_;
  SampleQueue::Clock::time_point start_ = SampleQueue::Clock::now();
};

}  // namespace biotropy::live
