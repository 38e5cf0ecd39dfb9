// SPDX-License-Identifier: Apache-2.0
//
// The times of live samples: their stamps, or how many samples came since the last stamp, or the first sample. Stamps
// tell where samples are missing, and a notice says where they do not come at the sampling rate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/live/stamps.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::live {

struct ClockSettings {
  std::optional<double> sampling_rate;  ///< Hz; unset: the time of a sample without a stamp is its number
  std::optional<double> gap;     ///< seconds between time stamps above which samples are missing; unset: 1.5 samples
  bool uneven_stamps = false;    ///< without a gap: stamps may come late and catch up, as UnevenStamps has it
  std::string gap_name = "gap";  ///< how a notice calls the setting `gap`
};

class StreamClock {
 public:
  struct Tick {
    double time = 0.0;         ///< seconds
    bool follows_gap = false;  ///< samples are missing before this one, or the stamps run backwards
  };

  /// @throws Error invalid_argument for a rate or a gap that is not a positive number.
  StreamClock(const ClockSettings& settings, const StampWords& words);

  /// How many samples so many numbers are. @param times of the samples: none, or one for each; NaN: it has no stamp.
  /// @throws Error invalid_data unless the samples are whole and each has a time, none of them infinite;
  /// invalid_argument for stamps without a rate or a gap, with which they tell what is missing, and without a rate for
  /// samples of which some have a stamp and some have none.
  std::size_t require_samples(std::size_t numbers, std::size_t channels, std::span<const double> times) const;

  /// The next sample. @param stamp its time; NaN: it has none.
  Tick next(double stamp);

  /// The next sample follows a gap. @param lost how many samples count in the times of samples without stamps.
  void mark_gap(std::uint64_t lost);

  /// Once, after stamps that do not fit the sampling rate: a notice of it.
  std::optional<Notice> take_notice();

  std::optional<double> sampling_rate() const { return settings_.sampling_rate; }

  /// The number of the next sample, those that were lost included.
  std::uint64_t position() const { return position_; }

  /// Begins anew: as if there had been no sample.
  void reset();

  /// Numbers from which restore() goes on, always as many. restore() throws Error invalid_data for numbers of no state.
  std::vector<double> state() const;
  void restore(std::span<const double> state);

 private:
  double time_of(std::uint64_t position) const;
  double last_time() const;
  bool is_gap(double stamp);
  void check_stamps(double spacing, bool gap);

  ClockSettings settings_;
  StampWords words_;
  std::optional<double> gap_;  // the preset, too
  std::optional<UnevenStamps> uneven_;
  std::optional<StampRate> stamps_;  // where there is a rate
  std::optional<Notice> notice_;
  double stamp_ = 0.0;         // the last one
  std::uint64_t stamped_ = 0;  // its sample
  std::uint64_t position_ = 0;
  bool any_stamp_ = false, any_without_ = false, after_mark_ = false, noticed_ = false;
};

}  // namespace biotropy::live
