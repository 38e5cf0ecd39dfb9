// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "biotropy/counted.hpp"
#include "biotropy/files/clock_text.hpp"
#include "biotropy/files/formats/text/stamps_internal.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/series/stamps.hpp"

namespace biotropy::files {

namespace {

// The roundest number that the stamps cannot tell from their rate: half a step in their length.
double rounded_rate(double rate, std::size_t n_stamps) {
  constexpr int most_digits = 17;
  for (int digits = 1; digits < most_digits; ++digits) {
    const double scale = std::pow(10.0, digits - 1 - std::floor(std::log10(rate)));
    const double round = std::round(rate * scale) / scale;
    if (std::abs(round - rate) <= series::kMostOffLine * rate / static_cast<double>(n_stamps)) return round;
  }
  return rate;
}

// How intervals and the times beside them belong together.
struct BeatTimes {
  double scale = 1.0;   // from the unit of the intervals to that of the times
  bool begins = false;  // the interval begins at its time, and does not end there
  double rounding = 0.0;

  // How much longer the step in front of a beat is than its interval; NaN if that is not known.
  double excess(const std::vector<double>& times, const std::vector<double>& intervals, std::size_t beat) const {
    return times[beat] - times[beat - 1] - expected(intervals, beat);
  }
  double expected(const std::vector<double>& intervals, std::size_t beat) const {
    const double interval = intervals[begins ? beat - 1 : beat] * scale;
    return interval > 0.0 ? interval : kNaN;
  }
  // A beat that is missing is far more than a tenth of an interval.
  double most(const std::vector<double>& intervals, std::size_t beat) const {
    return 0.1 * expected(intervals, beat) + rounding;
  }
};

}  // namespace

void TableStamps::add(std::string_view field, const FieldNumber& number) {
  constexpr double day = 86'400.0;
  auto value = number(field);
  if (!value) {
    value = clock_seconds(field);
    const std::string_view date = unread_date(field);
    const bool is_next_day =
        (!date.empty() && !date_.empty() && date != date_) || (value && *value + midnights_ < last_ - day / 2);
    if (value && is_next_day) midnights_ += day;
    if (value && !date.empty()) date_ = date;
    if (value) last_ = *value += midnights_;
  }
  values_.push_back(value && std::isfinite(*value) ? *value : kNaN);
}

std::string TableStamps::column() const {
  return fmt::format("column {} ({})", time_.column + 1, label_);
}

// Counters of a few bits begin again behind their greatest value, those of trials anywhere.
std::vector<double> TableStamps::rising() const {
  constexpr double fewest_numbers = 64.0;
  std::vector<double> rising = values_;
  if (!time_.restarts || !time_.step) return rising;
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  for (const double value : values_) {
    least = std::fmin(least, value);
    greatest = std::fmax(greatest, value);
  }
  const double numbers = (greatest - least) / *time_.step + 1.0;
  const bool has_bits = numbers >= fewest_numbers && std::exp2(std::round(std::log2(numbers))) == numbers;
  double before = kNaN, added = 0.0;
  for (double& value : rising) {
    if (std::isnan(value)) continue;
    if (value + added < before) added = has_bits ? added + numbers * *time_.step : before + *time_.step - value;
    before = value += added;
  }
  return rising;
}

void TableStamps::apply(series::Recording& recording) const {
  const series::Stamps found = series::read_stamps(rising(), time_.step);
  auto& notices = recording.notices;
  if (found.kind == series::StampKind::uneven) {
    notices.push_back(
        warning("times_uneven",
                fmt::format("{}: time is uneven, so samples are taken as evenly spaced and gaps are not looked for",
                            column())));
  } else if (found.kind == series::StampKind::packets) {
    notices.push_back(
        note("times_of_packets",
             fmt::format("{}: samples share the time of their packet and are taken as evenly spaced", column())));
  }
  if (!found.gaps.empty()) {
    const auto is_back = [](double missing) { return missing < 0.0; };
    const auto back = static_cast<std::size_t>(std::count_if(found.missing.begin(), found.missing.end(), is_back));
    notices.push_back(
        warning("gaps", fmt::format("{} has {}, the first before sample {}{}; no template crosses them", column(),
                                    counted(found.gaps.size(), "gap"), found.gaps.front() + 1,
                                    back > 0 ? fmt::format(" (time stands still or goes back at {})", back) : "")));
  }
  const double rate = found.step > 0.0 && time_.seconds ? 1.0 / (found.step * *time_.seconds) : 0.0;
  for (series::Channel& channel : recording.channels) {
    if (!channel.has_rate && rate > 0.0) {
      channel.has_rate = true;
      channel.rate = rounded_rate(rate, values_.size());
    }
    channel.gap_starts = found.gaps;
    channel.gap_seconds = found.missing;
    for (double& seconds : channel.gap_seconds) seconds /= channel.rate;
  }
  const series::Channel& first = recording.channels.front();
  const double given = first.rate;
  // Without a unit in its name time may be in any.
  const auto is_of = [&](double seconds) { return std::abs(given * found.step * seconds - 1.0) <= series::kOtherRate; };
  if (found.step > 0.0 && first.has_rate && !time_.seconds && !time_.step &&
      std::ranges::none_of(std::array{1.0, 1e-3, 1e-6, 1e-9, 60.0}, is_of)) {
    notices.push_back(warning("rates_differ", fmt::format("{} has steps of {:g}, which are those of {} Hz in no unit; "
                                                          "the rate given is used",
                                                          column(), found.step, given)));
  }
  if (rate > 0.0 && std::abs(given / rate - 1.0) > series::kOtherRate) {
    notices.push_back(
        warning("rates_differ",
                fmt::format("{} has {:g} samples a second; the rate given, {} Hz, is used", column(), rate, given)));
  }
}

void TableStamps::apply_to_intervals(series::Recording& recording) const {
  constexpr std::size_t least_agreeing = 10;
  series::Channel& channel = recording.channels.front();
  const std::vector<double>& intervals = channel.samples;
  const bool are_whole = std::all_of(values_.begin(), values_.end(), [](double t) { return !(t != std::floor(t)); });
  BeatTimes best;
  std::size_t most = 0, pairs = 0;
  double least_off = std::numeric_limits<double>::infinity();
  for (const double scale : {1.0, 1000.0, 0.001}) {
    for (const bool begins : {false, true}) {
      const BeatTimes times{scale, begins, are_whole ? 1.0 : 0.0};
      std::size_t agree = 0, known = 0;
      double off = 0.0;
      for (std::size_t beat = 1; beat < intervals.size(); ++beat) {
        const double excess = times.excess(values_, intervals, beat);
        known += std::isnan(excess) ? 0 : 1;
        if (!(std::abs(excess) <= times.most(intervals, beat))) continue;
        ++agree;
        off += std::abs(excess) / scale;
      }
      if (agree < most || (agree == most && off >= least_off)) continue;
      best = times;
      least_off = off;
      most = agree;
      pairs = known;
    }
  }
  if (most < least_agreeing || 2 * most < pairs) return;
  for (std::size_t beat = 1; beat < intervals.size(); ++beat) {
    const double excess = best.excess(values_, intervals, beat);
    const bool goes_back = values_[beat] + best.rounding <= values_[beat - 1];
    if (!(excess > best.most(intervals, beat)) && !(goes_back && !std::isnan(excess))) continue;
    channel.gap_starts.push_back(beat);
    channel.gap_seconds.push_back(excess);
  }
  if (channel.gap_starts.empty()) return;
  recording.notices.push_back(
      warning("beats_missing",
              fmt::format("{} shows that beats are missing in {}, the first before interval {}; no "
                          "template crosses them",
                          column(), counted(channel.gap_starts.size(), "place"), channel.gap_starts.front() + 1)));
}

}  // namespace biotropy::files
