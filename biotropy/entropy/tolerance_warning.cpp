// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/tolerance_warning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace biotropy::entropy {

namespace {

// A unit belongs to r if r is compared with samples as they are.
bool has_unit_of_samples(Measure measure, const Parameters& parameters) {
  const bool of_power = has(measure, kMembership) && parameters.membership.form == match::MembershipForm::chen;
  return has(measure, kTolerance) && !of_power && r_unit_of(measure, parameters) == series::RUnit::absolute;
}

// Whether no two samples match but equal ones, and few are equal. @param present samples, which are sorted if it has to
// be looked at.
bool none_match(std::vector<double>& present, double range, const Parameters& parameters) {
  // Of n samples two are at most that far apart.
  if (parameters.r * static_cast<double>(present.size() - 1) > range) return false;
  std::sort(present.begin(), present.end());
  constexpr double few = 0.01;  // of the pairs
  double equal = 0.0;
  for (std::size_t i = 1, run = 1; i < present.size(); ++i) {
    const bool is_equal = present[i] == present[i - 1];
    if (!is_equal && match::matches(present[i - 1], present[i], parameters.r, parameters.boundary)) return false;
    run = is_equal ? run + 1 : 1;
    equal += static_cast<double>(run - 1);
  }
  const auto n = static_cast<double>(present.size());
  return equal <= few * n * (n - 1.0) / 2.0;
}

}  // namespace

std::optional<Notice> tolerance_notice(const series::EpochView& epochs, Measure measure, const Parameters& parameters,
                                       std::span<const std::string> units) {
  if (!has_unit_of_samples(measure, parameters) || parameters.r == 0.0) return std::nullopt;
  std::size_t n_all = 0, n_none = 0;
  double widest = 0.0;
  std::string unit;
  const std::size_t n = epochs.n_epochs * epochs.n_channels;
  for (std::size_t index = 0; index < n; ++index) {
    if (!epochs.reasons.empty() && !epochs.reasons[index].empty()) continue;
    const std::size_t channel = index % epochs.n_channels;
    std::vector<double> present;
    for (const double sample : epochs.samples(index / epochs.n_channels, channel)) {
      if (!std::isnan(sample)) present.push_back(sample);
    }
    if (present.empty()) continue;
    const auto [least, most] = std::minmax_element(present.begin(), present.end());
    const double range = *most - *least;
    if (range == 0.0 || !std::isfinite(range)) continue;
    const bool all = match::matches(*least, *most, parameters.r, parameters.boundary);
    if (!all && !none_match(present, range, parameters)) continue;
    if (n_all + n_none == 0 && channel < units.size() && !units[channel].empty()) unit = " " + units[channel];
    widest = std::max(widest, range);
    ++(all ? n_all : n_none);
  }
  if (n_all + n_none == 0) return std::nullopt;
  const bool all = n_all >= n_none;
  return warning("tolerance_doubtful",
                 fmt::format("r is {}{}: {} samples match in {} of {} series, of range {:.4g}{} or less; is r in "
                             "the unit of the samples?",
                             parameters.r, unit, all ? "all" : "no different", all ? n_all : n_none, n, widest, unit));
}

std::optional<Notice> tolerance_notice(std::span<const series::Samples> series, Measure measure,
                                       const Parameters& parameters, std::span<const std::string> units) {
  if (series.empty() || !has_unit_of_samples(measure, parameters)) return std::nullopt;
  std::vector<double> data;
  for (const series::Samples one : series) data.insert(data.end(), one.begin(), one.end());
  return tolerance_notice({1, series.size(), series.front().size(), data}, measure, parameters, units);
}

}  // namespace biotropy::entropy
