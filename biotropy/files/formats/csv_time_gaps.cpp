// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/csv_time_gaps_internal.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/series/stamps.hpp"

namespace biotropy::files {

void TimeGaps::add(std::optional<double> value, std::string_view date) {
  constexpr double day = 86'400.0;
  if (value) {
    const bool other_date = !date.empty() && !date_.empty() && date != date_;
    if (other_date || (time_.of_day && *value + midnights_ < last_ - day / 2)) midnights_ += day;
    if (!date.empty()) date_ = date;
    last_ = *value + midnights_;
  }
  values_.push_back(value ? last_ : kNaN);
}

// Counters begin again: those of a few bits behind their greatest value, those of trials anywhere.
std::vector<double> TimeGaps::stamps() const {
  constexpr double fewest_numbers = 64.0;
  std::vector<double> rising = values_;
  if (!time_.restarts) return rising;
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  for (const double value : values_) {
    least = std::fmin(least, value);
    greatest = std::fmax(greatest, value);
  }
  const double numbers = (greatest - least) / time_.step + 1.0;
  const bool has_bits = numbers >= fewest_numbers && std::exp2(std::round(std::log2(numbers))) == numbers;
  double before = kNaN, added = 0.0;
  for (double& value : rising) {
    if (std::isnan(value)) continue;
    if (value + added < before) added = has_bits ? added + numbers * time_.step : before + time_.step - value;
    before = value += added;
  }
  return rising;
}

std::optional<double> TimeGaps::apply(const std::string& label, series::Recording& recording) const {
  const series::Stamps found = series::read_stamps(stamps(), time_.is_index ? std::optional(time_.step) : std::nullopt);
  const std::string column = fmt::format("column {} ({})", time_.column + 1, label);
  auto& warnings = recording.warnings;
  if (found.kind == series::StampKind::uneven) {
    warnings.push_back(fmt::format(
        "the stamps in {} are uneven: the samples are taken as evenly spaced, and no gap is looked for", column));
  } else if (found.kind == series::StampKind::packets) {
    warnings.push_back(
        fmt::format("the stamps in {} are those of packets: the samples are taken as evenly spaced", column));
  }
  if (!found.gaps.empty()) {
    const auto is_back = [](double missing) { return missing < 0.0; };
    const auto back = static_cast<std::size_t>(std::count_if(found.missing.begin(), found.missing.end(), is_back));
    std::string text = fmt::format("{} has {}, the first before sample {}", column, counted(found.gaps.size(), "gap"),
                                   found.gaps.front() + 1);
    if (back > 0) text += fmt::format("; at {} of them time stands still or goes back", back);
    warnings.push_back(text + ": no template crosses them");
  }
  for (series::Channel& channel : recording.channels) {
    channel.gap_starts = found.gaps;
    channel.gap_seconds = found.missing;
    for (double& seconds : channel.gap_seconds) seconds /= channel.rate;
  }
  return found.step > 0.0 && !time_.restarts ? std::optional(found.step) : std::nullopt;
}

}  // namespace biotropy::files
