// SPDX-License-Identifier: Apache-2.0
//
// Cleaning a series of RR intervals: what is no interval between heartbeats is removed, and where something was removed
// a gap is marked, so that no template joins beats that did not follow each other. Values keep the unit of the file
// unless another is asked for: intervals of a recorder are multiples of its sampling step, matches on the tolerance are
// frequent, and a conversion would round them apart.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/series/recording.hpp"

namespace biotropy::heartbeats {

enum class RrUnit {
  automatic,  ///< on input: milliseconds where the median is above 10, else seconds; on output: as on input
  seconds,
  milliseconds
};

/// What the values of a list are.
enum class RrValues {
  detect,     ///< intervals; an error where they rise throughout, as the times of beats do
  intervals,  ///< always intervals
  times       ///< times of beats, the first of which begins the first interval
};

/// What the first value of a file is. Programs that write intervals from beat annotations begin with the time from the
/// start of the record to the first beat.
enum class FirstValue {
  detect,    ///< the time to the first beat where it is more than 3 times the median, else an interval
  interval,  ///< always an interval
  onset      ///< always the time to the first beat
};

/// What stays where intervals were removed.
enum class GapPolicy {
  gap,   ///< a gap, which no template straddles
  close  ///< nothing: the intervals on both sides become neighbours (as OpenCLSampEn did)
};

/// Intervals that differ too much from their surroundings are ectopic beats, missed beats or false ones. Surroundings
/// do not reach across a gap or an interval outside the limits.
enum class EctopicRule {
  none,
  previous,    ///< from the interval before (Malik et al. 1989 with 20 %); the one after an ectopic beat goes as well
  neighbours,  ///< from the mean of the intervals before and after (Karlsson et al. 2012)
  median       ///< from the median of the 11 intervals around and including it
};

struct RrCleaning {
  RrUnit unit = RrUnit::automatic;
  RrUnit output = RrUnit::automatic;
  RrValues values = RrValues::detect;
  FirstValue first = FirstValue::detect;  ///< of times always the time to the first beat
  double least = 0.3;                     ///< seconds; shorter intervals are removed
  double greatest = 1.5;                  ///< seconds; longer ones are removed; infinity keeps them
  EctopicRule ectopic = EctopicRule::none;
  double ectopic_change = 0.2;  ///< the relative difference above which an interval is ectopic
  GapPolicy policy = GapPolicy::gap;
};

enum class RrRemovalReason { onset, missing, too_short, too_long, ectopic };

/// The words for these choices, as every door of the library takes them.
/// @param argument the name of the parameter in messages.
/// @throws Error invalid_argument for another word than "auto", "s" and "ms".
RrUnit rr_unit(std::string_view word, const char* argument = "unit");
/// @throws Error invalid_argument for another word than "detect", "intervals" and "times".
RrValues rr_values(std::string_view word);
/// @throws Error invalid_argument for another word than "detect", "interval" and "onset".
FirstValue first_value(std::string_view word);
/// @throws Error invalid_argument for another word than "none", "previous", "neighbours" and "median".
EctopicRule ectopic_rule(std::string_view word);
/// @throws Error invalid_argument for another word than "gap" and "close".
GapPolicy gap_policy(std::string_view word);

/// "s" or "ms"; automatic is nothing that a report has, and has the name of seconds.
std::string_view name(RrUnit unit);
/// "gap" or "close".
std::string_view name(GapPolicy policy);
/// "too_short", as reports write it.
std::string_view name(RrRemovalReason reason);

struct RrRemoval {
  std::size_t position = 0;  ///< among the values read, from 0
  double value = 0.0;        ///< as read; of times the interval that ends there
  RrRemovalReason reason = RrRemovalReason::missing;
};

struct RrReport {
  std::size_t n_read = 0, n_kept = 0;
  RrUnit unit = RrUnit::seconds;    ///< of the values read
  bool of_times = false;            ///< whether they are the times of beats
  RrUnit output = RrUnit::seconds;  ///< of the cleaned series
  GapPolicy policy = GapPolicy::gap;
  std::size_t n_gaps = 0;             ///< places between kept intervals where time is missing
  std::vector<RrRemoval> removals{};  ///< in time order

  std::size_t count(RrRemovalReason reason) const;
  /// The report in plain sentences, one fact each.
  std::vector<std::string> sentences() const;
};

struct RrSeries {
  series::Channel channel;             ///< labelled "RR", without a rate; its gaps follow the policy
  std::vector<std::size_t> positions;  ///< of its samples among the values read, from 0
  RrReport report;
};

/// `gap_starts` are the places where time is missing already (see beat_intervals).
/// @throws Error invalid_argument for limits that are not 0 <= least < greatest, a change that is not positive, or
/// another one than the default without a rule for it, for "values" where they rise throughout and nobody says what
/// they are, and for "first" of times; invalid_data for times that fall and for gaps out of order; too_short where no
/// interval is left.
RrSeries clean_rr(series::Samples values, std::span<const std::size_t> gap_starts, const RrCleaning& cleaning = {});

/// The same for values among which NaN marks a gap and is no interval that was read. Positions are those in `values`.
/// @throws Error as clean_rr.
RrSeries clean_marked_rr(series::Samples values, const RrCleaning& cleaning = {});

}  // namespace biotropy::heartbeats
