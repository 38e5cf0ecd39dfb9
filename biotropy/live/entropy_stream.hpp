// SPDX-License-Identifier: Apache-2.0
//
// A measure of live samples in a window that slides: of each channel, or of each pair of channels. Each value is that
// of the measure on the samples of the window, bit for bit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/entropy/sliding_entropy.hpp"
#include "biotropy/live/stream_clock.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::live {

struct EntropyStreamSettings : ClockSettings {
  entropy::Measure measure = entropy::Measure::sampen;
  entropy::Parameters parameters;
  std::size_t window = 0;  ///< samples of it
  std::size_t step = 1;    ///< samples from one window to the next
};

/// The values of one window.
struct EntropyWindow {
  double onset = 0.0;                    ///< time of its first sample
  std::vector<entropy::Entropy> values;  ///< one for each channel, or for each of EntropyStream::pairs()
};

/// Labels of the channels of samples: "Fz,Cz", or a number of channels, which are called 1, 2, ...; empty: one channel.
/// @throws Error invalid_argument.
std::vector<std::string> channel_labels(const std::string& channels);

class EntropyStream {
 public:
  /// @throws Error invalid_argument for no channels, or one where pairs are measured, a window or step that is too
  /// short, and as StreamClock and SlidingEntropy.
  EntropyStream(std::size_t channels, const EntropyStreamSettings& settings);
  EntropyStream(const EntropyStream&) = delete;
  EntropyStream& operator=(const EntropyStream&) = delete;

  std::size_t channels() const { return channels_; }
  /// Ordered pairs (templates from, matched in) of a cross measure; for a symmetric one each pair once. Else (i, i).
  const std::vector<match::Pair>& pairs() const { return pairs_; }

  /// The next samples, [sample * channels + channel]; NaN marks a missing one. Windows that end with one of them are
  /// appended. @param times of the samples in seconds: none, or one for each, NaN where samples are equally spaced.
  /// Stamps that are further apart than the gap, or run backwards, are a gap.
  /// @throws Error as StreamClock::require_samples().
  void push(std::span<const double> samples, std::span<const double> times, std::vector<EntropyWindow>& windows);

  /// Samples are missing before the next one: no window reaches across. @param lost how many of them count in the times
  /// of samples without stamps.
  void mark_gap(std::uint64_t lost = 0) { clock_.mark_gap(lost); }

  /// Those of the samples, for notices.
  void set_units(std::vector<std::string> units) { units_ = std::move(units); }

  /// The next notice, until there is none; each comes once: stamps that do not fit the sampling rate, and that of
  /// entropy::tolerance_notice().
  std::optional<Notice> take_notice();

  /// The number of the next sample, those that were lost included.
  std::uint64_t position() const { return clock_.position(); }

 private:
  void push_one(std::span<const double> sample, StreamClock::Tick tick, std::vector<EntropyWindow>& windows);
  void restart();
  void look_at_tolerance();

  std::size_t channels_, window_, step_;
  entropy::Parameters parameters_;
  std::vector<std::string> units_;
  bool looked_at_tolerance_ = false;
  std::optional<Notice> of_tolerance_;  // until it is taken
  std::vector<match::Pair> pairs_;
  std::vector<entropy::SlidingEntropy> sliding_;  // one for each pair
  std::vector<double> times_;                     // of the samples of the window; a ring
  StreamClock clock_;
  std::uint64_t since_gap_ = 0;  // samples
};

}  // namespace biotropy::live
