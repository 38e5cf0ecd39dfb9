// SPDX-License-Identifier: Apache-2.0
//
// Table of all measures: names, number of series, options and computation. A new measure is a value of the enum, a row,
// and a file with its Family (family_internal.hpp).
#pragma once

#include <array>
#include <string_view>

#include "biotropy/words.hpp"

namespace biotropy::entropy {

class Family;

enum class Measure { apen, sampen, fuzzyen, permen, mvsampen, mvfuzzyen, cross_apen, cross_sampen, cross_fuzzyen };

/// Groups of options (options.hpp) that not every measure has.
enum OptionGroup : unsigned {
  kTolerance = 1 << 0,   ///< r, its unit and the SD behind it
  kCounting = 1 << 1,    ///< the boundary of a match and the engine that counts
  kPairs = 1 << 2,       ///< which templates are compared, and which pairs are left out
  kRatio = 1 << 3,       ///< the value is the logarithm of a ratio, which can be undefined
  kMeanOfLogs = 1 << 4,  ///< the value is a difference of mean logarithms, which can be negative
  kUnmatched = 1 << 5,   ///< a template without any match is possible
  kMembership = 1 << 6,  ///< degrees of membership instead of matches
  kPatterns = 1 << 7,    ///< ordinal patterns of the templates instead of matches
  kChannels = 1 << 8,    ///< all channels of an epoch have one value together
};

const Family& matching_family();
const Family& membership_family();
const Family& permutation_family();
const Family& multivariate_family();
const Family& multivariate_fuzzy_family();

struct MeasureRow {
  Measure measure;
  std::string_view word;   ///< in the program, study.toml and Python
  std::string_view title;  ///< in papers
  std::string_view name;   ///< in full
  bool cross;              ///< compares two series
  bool symmetric;          ///< exchanging the two series does not change the value
  bool self_matches;       ///< by default no pair is left out, not even a template with itself; otherwise the pairs
                           ///< (i, j) and (j, i) count as one
  int m;                   ///< length of the templates by default
  unsigned options;        ///< its groups of options
  const Family& (*family)();
};

inline constexpr std::array kMeasureRows{
    MeasureRow{Measure::apen, "apen", "ApEn", "approximate entropy", false, true, true, 2,
               kTolerance | kCounting | kPairs | kMeanOfLogs, matching_family},
    MeasureRow{Measure::sampen, "sampen", "SampEn", "sample entropy", false, true, false, 2,
               kTolerance | kCounting | kPairs | kRatio, matching_family},
    MeasureRow{Measure::fuzzyen, "fuzzyen", "FuzzyEn", "fuzzy entropy", false, true, false, 2,
               kTolerance | kPairs | kRatio | kMembership, membership_family},
    MeasureRow{Measure::permen, "permen", "PermEn", "permutation entropy", false, true, true, 3, kPatterns,
               permutation_family},
    MeasureRow{Measure::mvsampen, "mvsampen", "MvSampEn", "multivariate sample entropy", false, true, false, 2,
               kTolerance | kCounting | kRatio | kChannels, multivariate_family},
    MeasureRow{Measure::mvfuzzyen, "mvfuzzyen", "MvFuzzyEn", "multivariate fuzzy entropy", false, true, false, 2,
               kTolerance | kRatio | kMembership | kChannels, multivariate_fuzzy_family},
    MeasureRow{Measure::cross_apen, "cross-apen", "Cross-ApEn", "cross-approximate entropy", true, false, true, 2,
               kTolerance | kCounting | kPairs | kMeanOfLogs | kUnmatched, matching_family},
    MeasureRow{Measure::cross_sampen, "cross-sampen", "Cross-SampEn", "cross-sample entropy", true, true, true, 2,
               kTolerance | kCounting | kPairs | kRatio, matching_family},
    MeasureRow{Measure::cross_fuzzyen, "cross-fuzzyen", "Cross-FuzzyEn", "cross-fuzzy entropy", true, true, true, 2,
               kTolerance | kPairs | kRatio | kMembership, membership_family},
};

/// All measures.
inline constexpr auto kMeasures = [] {
  std::array<Measure, kMeasureRows.size()> measures{};
  for (std::size_t i = 0; i < measures.size(); ++i) measures[i] = kMeasureRows[i].measure;
  return measures;
}();

constexpr const MeasureRow& row_of(Measure measure) {
  for (const MeasureRow& row : kMeasureRows) {
    if (row.measure == measure) return row;
  }
  return kMeasureRows.front();
}

/// The name in papers: "Cross-ApEn".
constexpr std::string_view title(Measure measure) {
  return row_of(measure).title;
}

constexpr bool is_cross(Measure measure) {
  return row_of(measure).cross;
}

/// Whether the measure has the options of a group.
constexpr bool has(Measure measure, OptionGroup group) {
  return (row_of(measure).options & group) != 0;
}

/// Whether all channels of an epoch have one value together.
constexpr bool is_multivariate(Measure measure) {
  return has(measure, kChannels);
}

/// Values of an epoch of so many channels: one for each, or one for all together.
constexpr std::size_t values_of_epoch(Measure measure, std::size_t n_channels) {
  return is_multivariate(measure) && n_channels > 0 ? 1 : n_channels;
}

}  // namespace biotropy::entropy

namespace biotropy {

template <>
inline constexpr auto kWords<entropy::Measure> = [] {
  std::array<Word<entropy::Measure>, entropy::kMeasureRows.size()> words{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = {entropy::kMeasureRows[i].word, entropy::kMeasureRows[i].measure};
  }
  return words;
}();

}  // namespace biotropy
