// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "biotropy/entropy/null_distribution_internal.hpp"
#include "biotropy/groups/multiplicity.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::entropy {

namespace {

constexpr double kOutside = std::numeric_limits<double>::infinity();
// Numbers that are equal in exact arithmetic differ by a few roundings, each 1e-16 of them.
constexpr double kRounding = 1e-12;

// Kind::epochs often draws the observed arrangement, whose mean adds up the same values in another order.
double without_rounding(double value, double observed) {
  return std::abs(value - observed) < kRounding * std::max(1.0, std::abs(observed)) ? observed : value;
}

// Deviations of an entry from the mean of all its values, the observed one among them: they are exchangeable.
struct Standard {
  double mean = 0.0, sd = 0.0;

  double deviation(double value) const {
    if (!std::isfinite(value)) return kOutside;
    return sd > 0.0 ? std::abs(value - mean) / sd : 0.0;
  }
};

}  // namespace

NullDistribution::NullDistribution(std::span<const double> observed, std::uint32_t most, std::uint32_t stop)
    : most_(most), stop_(stop) {
  entries_.reserve(observed.size());
  for (const double value : observed) entries_.emplace_back().observed = value;
  if (stop == 0) values_.reserve(observed.size() * most);
}

void NullDistribution::add(std::span<const double> values) {
  ++drawn_;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    Entry& entry = entries_[i];
    const double value = without_rounding(values[i], entry.observed);
    if (stop_ == 0) values_.push_back(value);
    const bool lower = is_open(entry.lower), upper = is_open(entry.upper);
    if (std::isnan(entry.observed) || (!lower && !upper)) continue;
    const auto reach = [&](Tail& tail, bool beyond) {
      ++tail.drawn;
      if (beyond || std::isnan(value)) ++tail.reached;
    };
    if (lower) reach(entry.lower, value <= entry.observed);
    if (upper) reach(entry.upper, value >= entry.observed);
    ++entry.drawn;
    if (!std::isfinite(value)) continue;
    const double before = value - entry.mean;
    entry.mean += before / ++entry.finite;
    entry.squares += before * (value - entry.mean);
  }
}

bool NullDistribution::finished() const {
  if (drawn_ == most_) return true;
  return std::none_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return !std::isnan(entry.observed) && (is_open(entry.lower) || is_open(entry.upper));
  });
}

double NullDistribution::p_of(const Tail& tail) const {
  if (!is_open(tail)) return static_cast<double>(tail.reached) / tail.drawn;
  return (tail.reached + 1.0) / (tail.drawn + 1.0);
}

void NullDistribution::write(SurrogateTest& test, std::size_t first) const {
  std::vector<double> p(entries_.size(), kNaN);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (std::isnan(entry.observed)) continue;
    const std::size_t place = first + i;
    const double lower = p_of(entry.lower), upper = p_of(entry.upper);
    p[i] = std::min(1.0, 2.0 * std::min(lower, upper));
    test.mean[place] = entry.finite > 0 ? entry.mean : kNaN;
    test.sd[place] = entry.finite > 1 ? std::sqrt(entry.squares / (entry.finite - 1)) : kNaN;
    test.z[place] = (entry.observed - test.mean[place]) / test.sd[place];
    test.p_lower[place] = lower;
    test.p_upper[place] = upper;
    test.p[place] = p[i];
    test.drawn[place] = entry.drawn;
  }
  const std::vector<double> q = groups::q_values(p, groups::FalseDiscovery::benjamini_hochberg);
  std::copy(q.begin(), q.end(), test.q.begin() + static_cast<std::ptrdiff_t>(first));
  if (stop_ == 0) write_family(test, first);
}

void NullDistribution::write_family(SurrogateTest& test, std::size_t first) const {
  std::vector<Standard> standards(entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    const bool counted = std::isfinite(entry.observed);
    const double n = entry.finite, share = counted ? (entry.observed - entry.mean) / (n + 1.0) : 0.0;
    const double squares = entry.squares + (counted ? share * (entry.observed - entry.mean) * n : 0.0);
    const double values = counted ? n + 1.0 : n;
    standards[i] = {entry.mean + share, values > 1.0 ? std::sqrt(squares / (values - 1.0)) : 0.0};
  }
  std::vector<double> largest(drawn_, 0.0);
  for (std::uint32_t surrogate = 0; surrogate < drawn_; ++surrogate) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (std::isnan(entries_[i].observed)) continue;
      largest[surrogate] =
          std::max(largest[surrogate], standards[i].deviation(values_[surrogate * entries_.size() + i]));
    }
  }
  std::sort(largest.begin(), largest.end());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (std::isnan(entries_[i].observed)) continue;
    const double own = standards[i].deviation(entries_[i].observed);
    const auto reached = largest.end() - std::lower_bound(largest.begin(), largest.end(), own * (1.0 - kRounding));
    test.p_family[first + i] = (static_cast<double>(reached) + 1.0) / (drawn_ + 1.0);
  }
}

}  // namespace biotropy::entropy
