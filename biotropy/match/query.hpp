// SPDX-License-Identifier: Apache-2.0
//
// What is counted. Templates of a series x slide over a series y; two templates of length L match when every
// pair of their samples satisfies std::abs(x[i] - y[j]) <= r (closed) or < r (open), in double precision. NaN
// matches nothing. Everything that Biotropy measures is a formula over such counts.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "biotropy/series/samples.hpp"

namespace biotropy::match {

using series::Samples;

/// Whether a distance of exactly r is a match.
enum class Boundary { closed, open };

/// Which start positions are templates.
enum class TemplateRule {
  all,  ///< every position where a template of that length fits: n - (L - 1) tau (ApEn, Cross-ApEn)
  /// For every length only those where the longest one fits, n - (Lmax - 1) tau, and touches no missing sample (SampEn,
  /// Cross-SampEn).
  common
};

/// No pair is left out.
constexpr std::int64_t kKeepAllPairs = -1;
/// Only i = j, the match of a template with itself, is left out.
constexpr std::int64_t kExcludeSelf = 0;

struct Rule {
  std::vector<int> lengths;  ///< template lengths to count at, increasing, at least 1: {m, m + 1} for an entropy
  int tau = 1;
  double r = 0.0;
  Boundary boundary = Boundary::closed;
  TemplateRule templates = TemplateRule::all;
  std::int64_t theiler = kKeepAllPairs;  ///< pairs with |i - j| <= theiler are not counted
  bool per_template = false;             ///< counts for each template of x, beside the totals
  /// Of the counts per template their product is enough, which an engine may then give instead (LengthCounts::product).
  bool products_suffice = false;
};

/// Positions, within a group, of the series whose templates are counted (x) and the one they are matched in (y).
struct Pair {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
};

/// A batch: groups (epochs) of `group_size` series each, and the pairs to be counted in every group. A single
/// series is one group of one with the pair (0, 0).
struct Query {
  std::span<const Samples> series;
  std::size_t group_size = 1;
  std::span<const Pair> pairs;
  Rule rule;

  std::size_t groups() const { return group_size == 0 ? 0 : series.size() / group_size; }
  Samples x(std::size_t group, std::size_t pair) const { return series[group * group_size + pairs[pair].x]; }
  Samples y(std::size_t group, std::size_t pair) const { return series[group * group_size + pairs[pair].y]; }
};

/// Samples of a series that a template needs to be counted at this length: its own, or those of the longest length.
int required_length(const Rule& rule, int length);

/// Number of start positions of templates of the given length in a series of n samples under the rule, whatever is
/// missing.
std::size_t template_count(const Rule& rule, std::size_t n, int length);

/// |x - y| <= r or < r: the predicate of the library, the only place where it is written for host code.
inline bool matches(double x, double y, double r, Boundary boundary) {
  const double distance = std::abs(x - y);
  return boundary == Boundary::closed ? distance <= r : distance < r;
}

/// The distances that match are those up to this one, for which r itself or the number below it stands.
inline double greatest_match(double r, Boundary boundary) {
  return boundary == Boundary::closed ? r : std::nextafter(r, -std::numeric_limits<double>::infinity());
}

/// Throws unless the query is one that an engine may be given: lengths increasing and >= 1, tau >= 1, r finite
/// and >= 0, theiler >= -1, pairs inside the group, whole groups, no infinite sample, under 2^31 samples.
void validate(const Query& query);

}  // namespace biotropy::match
