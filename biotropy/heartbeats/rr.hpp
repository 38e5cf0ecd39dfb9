// SPDX-License-Identifier: Apache-2.0
//
// Cleans a series of RR intervals: values that are no intervals between heartbeats are removed and leave a gap, so that
// no template joins beats that were not consecutive. Values keep the unit of the file unless another is requested:
// intervals are multiples of a recorder's sampling step, so matches exactly at the tolerance are frequent, and rounding
// by a conversion would separate them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/series/samples.hpp"
#include "biotropy/words.hpp"

namespace biotropy::heartbeats {

enum class RrUnit {
  automatic,  ///< input: milliseconds if the median is above 10, else seconds; output: as input
  seconds,
  milliseconds
};

/// Meaning of the values of a list.
enum class RrValues {
  detect,     ///< intervals; an error if they increase throughout, by steps within the limits, like times of beats
  intervals,  ///< always intervals
  times       ///< times of beats; those of up to nine decimals are subtracted as whole numbers, without rounding
};

/// Meaning of the first value of a file. Programs that write intervals from beat annotations begin with the time from
/// the start of the record to the first beat.
enum class FirstValue {
  detect,    ///< the time to the first beat if it is more than 3 times the median, else an interval
  interval,  ///< always an interval
  onset      ///< always the time to the first beat
};

/// Treatment of removed intervals.
enum class GapPolicy {
  gap,   ///< a gap, which no template spans
  close  ///< nothing: the intervals on both sides become neighbours (as in OpenCLSampEn)
};

/// Intervals that differ too much from their neighbours are ectopic, missed or false beats. Neighbours do not extend
/// across a gap or an interval outside the limits.
enum class EctopicRule {
  none,
  previous,  ///< from the previous interval (Malik et al. 1989 with 20 %); the one after an ectopic beat is removed too
  neighbours,  ///< from the mean of the intervals before and after (Karlsson et al. 2012)
  median       ///< from the median of the 11 intervals around and including it
};

struct RrCleaning {
  RrUnit unit = RrUnit::automatic;
  RrUnit output = RrUnit::automatic;
  RrValues values = RrValues::detect;
  FirstValue first = FirstValue::detect;  ///< for times always the time to the first beat
  double least = 0.3;                     ///< seconds; shorter intervals are removed
  double greatest = 1.5;                  ///< seconds; longer ones are removed; infinity keeps them
  EctopicRule ectopic = EctopicRule::none;
  double ectopic_change = 0.2;  ///< the relative difference above which an interval is ectopic
  GapPolicy policy = GapPolicy::gap;
};

enum class RrRemovalReason { onset, missing, too_short, too_long, ectopic };

struct RrRemoval {
  std::size_t position = 0;  ///< among the values read, from 0
  double value = 0.0;        ///< as read; for times the interval that ends there
  RrRemovalReason reason = RrRemovalReason::missing;
};

struct RrReport {
  std::size_t n_read = 0, n_kept = 0;
  double least = 0.0, greatest = 0.0;  ///< the limits, in seconds
  RrUnit unit = RrUnit::seconds;       ///< of the values read
  bool of_times = false;               ///< true if they are times of beats
  RrUnit output = RrUnit::seconds;     ///< of the cleaned series
  GapPolicy policy = GapPolicy::gap;
  std::size_t n_gaps = 0;             ///< positions between kept intervals where time is missing
  std::vector<RrRemoval> removals{};  ///< in time order

  std::size_t count(RrRemovalReason reason) const;
  /// What was kept and what removed, in a line.
  std::string sentence() const;
};

struct RrSeries {
  series::Channel channel;             ///< labelled "RR", without a rate; its gaps follow the policy
  std::vector<std::size_t> positions;  ///< of its samples among the values read, from 0
  RrReport report;
};

/// No interval is left: too_short, for which the limits may be wrong.
class NoIntervalLeft : public Error {
 public:
  explicit NoIntervalLeft(const std::string& message) : Error(ErrorCode::too_short, message) {}
};

/// Whether times of beats are in seconds, by their median distance.
bool are_in_seconds(series::Samples times);

/// `gap_starts` are positions where time is already missing (see beat_intervals).
/// @throws Error invalid_argument for limits that are not 0 <= least < greatest, a change that is not positive, or that
/// is set without a rule for it, for "values" if they may be times of beats and their meaning is not given, for
/// "input_unit" of times that may be milliseconds or numbers of samples, and for "first" of times; invalid_data
/// for times that decrease and for gaps out of order; NoIntervalLeft.
RrSeries clean_rr(series::Samples values, std::span<const std::size_t> gap_starts, const RrCleaning& cleaning = {});

/// clean_rr() for values with NaN at gaps; a NaN does not count as an interval that was read. Positions are those in
/// `values`. @param gap_starts increasing positions where time is missing without a NaN. @throws Error as clean_rr.
RrSeries clean_marked_rr(series::Samples values, const RrCleaning& cleaning = {},
                         std::span<const std::size_t> gap_starts = {});

// Cleaning of the intervals between beats that are marked in the rows of a table.

/// clean_rr() for times of beats in seconds, given as numbers of rows, `rate` of which are a second. Rows are
/// subtracted before the division, so that intervals are exact multiples of a row.
/// @throws Error as clean_rr.
RrSeries clean_beats_in_rows(series::Samples rows, double rate, std::span<const std::size_t> gap_starts,
                             const RrCleaning& cleaning);

// Detects lists that look like RR intervals after the time to the first beat; used for a notice only.

/// True if the first value is far above the others and at least half of all values lie within the usual limits of RR
/// intervals, in seconds or milliseconds.
bool begins_with_onset(series::Samples values);

}  // namespace biotropy::heartbeats

namespace biotropy {

template <>
inline constexpr std::array kWords<heartbeats::RrUnit>{
    Word{"auto", heartbeats::RrUnit::automatic},
    Word{"s", heartbeats::RrUnit::seconds},
    Word{"ms", heartbeats::RrUnit::milliseconds},
};

template <>
inline constexpr std::array kWords<heartbeats::RrValues>{
    Word{"detect", heartbeats::RrValues::detect},
    Word{"intervals", heartbeats::RrValues::intervals},
    Word{"times", heartbeats::RrValues::times},
};

template <>
inline constexpr std::array kWords<heartbeats::FirstValue>{
    Word{"detect", heartbeats::FirstValue::detect},
    Word{"interval", heartbeats::FirstValue::interval},
    Word{"onset", heartbeats::FirstValue::onset},
};

template <>
inline constexpr std::array kWords<heartbeats::EctopicRule>{
    Word{"none", heartbeats::EctopicRule::none},
    Word{"previous", heartbeats::EctopicRule::previous},
    Word{"neighbours", heartbeats::EctopicRule::neighbours},
    Word{"median", heartbeats::EctopicRule::median},
};

template <>
inline constexpr std::array kWords<heartbeats::GapPolicy>{
    Word{"gap", heartbeats::GapPolicy::gap},
    Word{"close", heartbeats::GapPolicy::close},
};

template <>
inline constexpr std::array kWords<heartbeats::RrRemovalReason>{
    Word{"onset", heartbeats::RrRemovalReason::onset},         Word{"missing", heartbeats::RrRemovalReason::missing},
    Word{"too_short", heartbeats::RrRemovalReason::too_short}, Word{"too_long", heartbeats::RrRemovalReason::too_long},
    Word{"ectopic", heartbeats::RrRemovalReason::ectopic},
};

}  // namespace biotropy
