// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/fuzzy/fuzzy_templates_internal.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

#include "biotropy/match/engines/argsort.hpp"

namespace biotropy::match {

namespace {

// The distance of the mean from the median, in units of r, from which rounding of the difference from the mean matters.
constexpr double kFarOff = 1024.0;

// A value in the middle of the samples, subtracted before local means are removed: subtracting a large offset is nearly
// exact, while a mean of samples with that offset is not. The mean or, where outliers carry it away, the median.
double offset_of(Samples samples, double r) {
  double sum = 0.0;
  std::size_t present = 0;
  for (const double value : samples) {
    if (std::isnan(value)) continue;
    sum += value;
    ++present;
  }
  if (present == 0) return 0.0;
  const double mean = sum / static_cast<double>(present);
  const auto is_far = [&](double value) { return std::abs(value - mean) > kFarOff * r; };
  if (std::ranges::none_of(samples, is_far)) return mean;
  std::vector<double> sorted;
  std::ranges::copy_if(samples, std::back_inserter(sorted), [](double value) { return !std::isnan(value); });
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(present / 2);
  std::ranges::nth_element(sorted, middle);
  return is_far(*middle) ? *middle : mean;
}

}  // namespace

FuzzyTemplates::FuzzyTemplates(Samples samples, const Rule& rule, const TemplateSet& set, int length,
                               bool remove_local_mean) {
  const auto coordinates = static_cast<std::size_t>(length), delay = static_cast<std::size_t>(rule.tau);
  const std::size_t templates = template_count(rule, samples.size(), length);
  const double offset = remove_local_mean ? offset_of(samples, rule.r) : 0.0;
  // NaN where a position has no template, so that the sort omits it.
  std::vector<double> first(templates), means(remove_local_mean ? templates : 0);
  for (std::size_t i = 0; i < templates; ++i) {
    double sum = 0.0;
    for (std::size_t k = 0; k < coordinates; ++k) sum += samples[i + k * delay] - offset;
    first[i] = samples[i] - offset;
    if (std::isnan(sum) || !set.contains(i)) first[i] = std::numeric_limits<double>::quiet_NaN();
    if (!remove_local_mean) continue;
    means[i] = sum / static_cast<double>(length);
    first[i] -= means[i];
  }
  const std::vector<std::uint32_t> order = argsort(first);
  size_ = order.size();
  for (std::size_t k = 0; k < coordinates; ++k) {
    auto& column = coordinates_.emplace_back(size_ + kFuzzyPadding);
    for (std::size_t place = 0; place < size_; ++place) {
      const double value = samples[order[place] + k * delay] - offset;
      column[place] = remove_local_mean ? value - means[order[place]] : value;
    }
  }
  for (const auto& column : coordinates_) pointers_.push_back(column.data());
  times_.resize(size_ + kFuzzyPadding);
  for (std::size_t place = 0; place < size_; ++place) times_[place] = order[place];
}

}  // namespace biotropy::match
