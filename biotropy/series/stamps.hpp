// SPDX-License-Identifier: Apache-2.0
//
// The one rule for time stamps of samples, wherever they come from. A gap is a step of more than one and a half that
// later stamps do not make up for, a step back, or a stamp that stands twice. Stamps are even if between gaps each lies
// within half a step of a straight line; they may be rounded, also to more than a step, or come in packets. Stamps that
// are not even tell nothing of gaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace biotropy::series {

/// Steps from one sample to the next above which time is missing, and by how many steps a sample may lie off its time.
inline constexpr double kLongStep = 1.5;
inline constexpr double kMostOffLine = kLongStep - 1.0;

/// By how much of a sample an onset that is written with few digits may lie off its sample.
inline constexpr double kFewDigits = 1e-3;

/// Fewer stamps lie on a line by chance.
inline constexpr std::size_t kLeastStamps = 10;

enum class StampKind : std::uint8_t {
  few,      ///< fewer than kLeastStamps
  even,     ///< on a line between gaps
  packets,  ///< even from packet to packet: samples of one packet have one stamp, or nearly one
  uneven
};

struct Stamps {
  StampKind kind = StampKind::few;
  double step = 0.0;              ///< mean distance of two samples, without the gaps; 0 unless even or packets
  std::vector<std::size_t> gaps;  ///< positions p such that time is missing, or goes back, between p - 1 and p
  std::vector<double> missing;    ///< samples in each gap; negative where time goes back or stands still
};

/// @param stamps of the samples in their order; NaN: the sample has none. @param step of samples, where it is known, so
/// that a few stamps suffice.
Stamps read_stamps(std::span<const double> stamps, std::optional<double> step = {});

/// The roundest rate that the stamps cannot tell from theirs, with nine digits at most, as stamps have few digits.
/// @param rate of the step that was found in them.
double rounded_rate(double rate, const Stamps& found, std::span<const double> stamps);

/// Where rows are missing between those with these numbers: by the rule for stamps, or where numbers are uneven, as
/// when rows were removed at random, at each step above 1.
std::vector<std::size_t> row_gaps(std::span<const double> numbers);

/// Stamps are times of heartbeats if three steps in four are the intervals, in any unit, that end or begin there, and
/// steps are nearer to these than to the usual step, that of a clock; in whole seconds, if they follow the sum of the
/// intervals within a second and a half. Time is missing where a step is longer than one
/// and a half of its interval.
/// @return positions behind missing time; nothing for other stamps.
std::optional<std::vector<std::size_t>> pauses_of_beats(std::span<const double> stamps,
                                                        std::span<const double> intervals);

/// Where beats are missing between intervals, by times in their unit, or one that is 1,000 times larger or smaller, at
/// which half of the intervals end or begin within a tenth.
/// @return gaps; missing: how much longer than its interval a step is, in the unit of the times.
Stamps missing_beats(std::span<const double> times, std::span<const double> intervals);

/// Relative difference of two rates that rounded stamps may make.
inline constexpr double kOtherRate = 0.01;

/// The same for stamps in seconds of samples whose rate is known.
/// @throws Error invalid_argument ("rate") unless it is a finite number above 0; invalid_data for stamps of another
/// rate.
Stamps read_stamps_at(std::span<const double> seconds, double rate);

/// Stamps of samples that come in pieces. They may begin anew in each, so those that lie before the last ones follow
/// nothing.
class StampFollower {
 public:
  /// What comes next follows nothing.
  void forget();

  /// @param stamps of the next samples; with one that is not finite they follow nothing. @param missing whether each
  /// sample is missing itself. @param name, remedy for the message.
  /// @throws Error missing_values where time is missing within a piece or, once kLevel stamps are known, between two.
  void follow(std::span<const double> stamps, std::span<const bool> missing, const std::string& name,
              const std::string& remedy);

 private:
  std::vector<double> stamps_;  // the last ones
  std::vector<std::uint8_t> missing_;
};

}  // namespace biotropy::series
