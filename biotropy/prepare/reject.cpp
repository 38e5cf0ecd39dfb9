// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/reject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "biotropy/error.hpp"

namespace biotropy::prepare {

namespace {

void require_limit(const char* name, const std::optional<double>& limit) {
  if (limit && !(std::isfinite(*limit) && *limit > 0.0)) {
    throw Error::argument(name, fmt::format("{}", *limit), "a positive amplitude in the unit of the channel");
  }
}

// Of the samples that are there.
double peak_to_peak(series::Samples samples) {
  double least = INFINITY, greatest = -INFINITY;
  for (const double sample : samples) {
    least = std::min(least, sample);
    greatest = std::max(greatest, sample);
  }
  return greatest - least;
}

// Reason for rejection; empty if the samples can be used.
std::string reason(series::Samples samples, const std::string& unit, const Rejection& rejection) {
  std::size_t n_missing = 0, n_infinite = 0;
  double least = INFINITY, greatest = -INFINITY;
  for (const double sample : samples) {
    n_missing += std::isnan(sample) ? 1 : 0;
    n_infinite += std::isinf(sample) ? 1 : 0;
    least = std::min(least, sample);
    greatest = std::max(greatest, sample);
  }
  if (n_infinite > 0) return fmt::format("{} of {} samples are infinite", n_infinite, samples.size());
  if (n_missing == samples.size()) return "all samples are missing";
  if (n_missing > 0 && rejection.missing) {
    return fmt::format("{} of {} samples are missing; `missing = omit` leaves out the templates that touch one",
                       n_missing, samples.size());
  }
  if (rejection.constant && least == greatest) {
    return fmt::format("all {} samples equal {}", samples.size() - n_missing, with_unit(least, unit));
  }
  const double peak_to_peak = greatest - least;
  if (rejection.max_peak_to_peak && peak_to_peak > *rejection.max_peak_to_peak) {
    return fmt::format("peak-to-peak {} is above the limit of {}", with_unit(peak_to_peak, unit),
                       with_unit(*rejection.max_peak_to_peak, unit));
  }
  if (rejection.min_peak_to_peak && peak_to_peak < *rejection.min_peak_to_peak) {
    return fmt::format("peak-to-peak {} is below the limit of {}: flat", with_unit(peak_to_peak, unit),
                       with_unit(*rejection.min_peak_to_peak, unit));
  }
  return {};
}

}  // namespace

void validate(const Rejection& rejection) {
  require_limit("largest peak-to-peak", rejection.max_peak_to_peak);
  require_limit("least peak-to-peak", rejection.min_peak_to_peak);
  if (rejection.max_peak_to_peak && rejection.min_peak_to_peak &&
      *rejection.min_peak_to_peak >= *rejection.max_peak_to_peak) {
    throw Error::argument("least peak-to-peak", fmt::format("{}", *rejection.min_peak_to_peak),
                          fmt::format("a limit below the largest peak-to-peak of {}", *rejection.max_peak_to_peak));
  }
  if (rejection.padding == 1) {
    throw Error::argument("padding", "1 sample", "at least 2 samples, or 0 to look for none");
  }
}

void reject_channel(series::Epochs& epochs, std::size_t channel, const Rejection& rejection) {
  const std::string& unit = epochs.units[channel];
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    std::string& place = epochs.reasons[epochs.index(epoch, channel)];
    if (place.empty()) place = reason(epochs.samples(epoch, channel), unit, rejection);
  }
}

PeakToPeak largest_peak_to_peak(const series::Epochs& epochs) {
  PeakToPeak largest;
  for (std::size_t channel = 0; channel < epochs.n_channels; ++channel) {
    for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
      const bool used = epochs.reasons[epochs.index(epoch, channel)].empty();
      const double found = used ? peak_to_peak(epochs.samples(epoch, channel)) : 0.0;
      if (found > largest.value) largest = {found, epochs.units[channel]};
    }
  }
  return largest;
}

std::optional<Notice> notice_of_far_limit(const PeakToPeak& largest, const std::optional<double>& limit) {
  constexpr double far = 1000.0;
  if (!limit || largest.value == 0.0 || far * largest.value >= *limit) return std::nullopt;
  return warning(
      "limit_far",
      fmt::format(
          "no peak-to-peak is near the limit of {}: the largest is {}; is the limit in the unit of the samples?",
          with_unit(*limit, largest.unit), with_unit(largest.value, largest.unit)));
}

void reject(series::Epochs& epochs, const Rejection& rejection) {
  validate(rejection);
  for (std::size_t channel = 0; channel < epochs.n_channels; ++channel) reject_channel(epochs, channel, rejection);
}

std::string with_unit(double value, const std::string& unit) {
  return unit.empty() ? fmt::format("{:.6g}", value) : fmt::format("{:.6g} {}", value, unit);
}

}  // namespace biotropy::prepare
