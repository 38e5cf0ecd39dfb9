// SPDX-License-Identifier: Apache-2.0
//
// Definition of a match. Templates of a series x slide over a series y; two templates of length L match when every pair
// of their samples satisfies std::abs(x[i] - y[j]) <= r (closed) or < r (open), in double precision. NaN matches
// nothing. The matching measures are formulas over such counts.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "biotropy/series/samples.hpp"

namespace biotropy::match {

using series::Samples;

/// Closed: a distance of exactly r is a match; open: it is not.
enum class Boundary { closed, open };

/// Start positions that are templates.
enum class TemplateRule {
  all,  ///< every position where a template of that length fits: n - (L - 1) tau (ApEn, Cross-ApEn)
  /// For every length only positions where the longest template fits, n - (Lmax - 1) tau, without a missing sample
  /// (SampEn, Cross-SampEn).
  common
};

/// No pair is excluded.
constexpr std::int64_t kKeepAllPairs = -1;
/// Only i = j, the match of a template with itself, is excluded.
constexpr std::int64_t kExcludeSelf = 0;

struct Rule {
  std::vector<int> lengths;  ///< template lengths to count at, increasing, at least 1: {m, m + 1} for an entropy
  int tau = 1;
  double r = 0.0;
  Boundary boundary = Boundary::closed;
  TemplateRule templates = TemplateRule::all;
  std::int64_t theiler = kKeepAllPairs;  ///< pairs with |i - j| <= theiler are not counted
  bool per_template = false;             ///< counts for each template of x, in addition to the totals
  /// The product of the counts per template is enough; an engine may return it instead (LengthCounts::product).
  bool products_suffice = false;
};

/// Positions, within a group, of the series whose templates are counted (x) and the one they are matched in (y).
struct Pair {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
};

/// A batch: groups (epochs) of `group_size` series each, and the pairs to count in every group. A single series is one
/// group of one with the pair (0, 0).
struct Query {
  std::span<const Samples> series;
  std::size_t group_size = 1;
  std::span<const Pair> pairs;
  Rule rule;

  std::size_t groups() const { return group_size == 0 ? 0 : series.size() / group_size; }
  Samples x(std::size_t group, std::size_t pair) const { return series[group * group_size + pairs[pair].x]; }
  Samples y(std::size_t group, std::size_t pair) const { return series[group * group_size + pairs[pair].y]; }
};

/// Samples needed for a template to be counted at this length: its own, or those of the longest length.
int required_length(const Rule& rule, int length);

/// Number of start positions of templates of the given length in a series of n samples under the rule, missing samples
/// ignored.
std::size_t template_count(const Rule& rule, std::size_t n, int length);

/// |x - y| <= r or < r: the predicate of the library, written for host code only here.
inline bool matches(double x, double y, double r, Boundary boundary) {
  const double distance = std::abs(x - y);
  return boundary == Boundary::closed ? distance <= r : distance < r;
}

/// Largest distance that matches: r itself or the next double below it.
inline double greatest_match(double r, Boundary boundary) {
  return boundary == Boundary::closed ? r : std::nextafter(r, -std::numeric_limits<double>::infinity());
}

/// Throws unless lengths are increasing and >= 1, tau >= 1, r finite and >= 0, theiler >= -1, pairs inside the group,
/// groups complete, samples not infinite and fewer than 2^31.
void validate(const Query& query);

// Start positions that are templates in a series with missing samples. Under TemplateRule::all a missing sample matches
// nothing, so it needs no test. Under TemplateRule::common a template must be complete at the longest length to count
// at any, so that both lengths of an entropy use one set of templates.

class TemplateSet {
 public:
  TemplateSet(Samples samples, const Rule& rule);

  /// True if every position below template_count() is a template; under TemplateRule::all missing samples match nothing
  /// anyway.
  bool is_full() const { return whole_.empty(); }

  /// @param i below template_count() at some length of the rule.
  bool contains(std::size_t i) const { return whole_.empty() || whole_[i] != 0; }

 private:
  std::vector<char> whole_;  // empty if the set is full
};

}  // namespace biotropy::match
