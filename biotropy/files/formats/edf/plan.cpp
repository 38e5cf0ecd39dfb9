// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/edf/plan_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kFieldWidth = 8;
constexpr int kMostDigits = 8;

constexpr std::uint64_t kRecommendedRecordBytes = 61'440;
constexpr std::uint64_t kMostRecordBytes = std::uint64_t{10} << 20;  // limit of other readers
constexpr std::uint64_t kMostPlannedRecords = 99'999'999;
constexpr std::uint64_t kMostTried = 8192;
constexpr double kRateError = 1e-6;
constexpr double kShortestRecord = 1e-3, kLongestRecord = 1e7;

// Half of the 16-bit range, which starts at -32768.
constexpr double kLowest16Bits = -32768.0, kHighest16Bits = 32767.0;

std::string digits_of(double value, int digits) {
  return fmt::format("{:.{}g}", value, digits);
}

// The closest number in at most 8 characters.
std::string closest(double value) {
  for (int digits = kMostDigits; digits > 1; --digits) {
    std::string text = digits_of(value, digits);
    if (text.size() <= kFieldWidth) return text;
  }
  return digits_of(value, 1);
}

// The closest number in at most 8 characters that is not above (direction -1) or not below (+1) the value.
std::string outward(double value, double direction) {
  if (value == 0.0) return "0";
  for (int digits = kMostDigits; digits > 0; --digits) {
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - digits + 1);
    for (const double candidate : {value, value + direction * unit}) {
      std::string text = digits_of(candidate, digits);
      const auto number = to_finite(text);
      if (text.size() <= kFieldWidth && number && (*number - value) * direction >= 0.0) return text;
    }
  }
  throw Error(ErrorCode::unsupported,
              fmt::format("{} cannot be written in the {} characters of an EDF header", value, kFieldWidth));
}

// Plan with records of `first` samples of the first channel; nothing if the rates do not allow it.
std::optional<EdfPlan> plan_with(std::span<const series::Channel> channels, std::uint64_t first) {
  EdfPlan plan;
  const double wanted = static_cast<double>(first) / channels.front().rate;
  if (wanted < kShortestRecord || wanted > kLongestRecord) return std::nullopt;
  plan.duration = closest(wanted);
  if (plan.duration.find('e') != std::string::npos) return std::nullopt;
  plan.seconds = to_finite(plan.duration).value_or(0.0);
  std::uint64_t bytes = 0;
  plan.n_records = 0;
  for (const series::Channel& channel : channels) {
    const double count = std::round(channel.rate * plan.seconds);
    if (count < 1.0 || count > static_cast<double>(kMostRecordBytes)) return std::nullopt;
    const double rate = count / plan.seconds;
    if (std::abs(rate - channel.rate) > kRateError * channel.rate) return std::nullopt;
    plan.exact_rates &= rate == channel.rate;
    plan.samples_per_record.push_back(static_cast<std::uint64_t>(count));
    const std::uint64_t per_record = plan.samples_per_record.back();
    bytes += 2 * per_record;
    plan.n_records = std::max(plan.n_records, (channel.samples.size() + per_record - 1) / per_record);
  }
  if (bytes > kMostRecordBytes || plan.n_records > kMostPlannedRecords) return std::nullopt;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    plan.filled |= plan.n_records * plan.samples_per_record[c] != channels[c].samples.size();
  }
  return plan;
}

// Lower is better: no padding, exact rates, small records, about one second.
std::tuple<bool, bool, bool, double> badness(const EdfPlan& plan) {
  const std::uint64_t samples =
      std::accumulate(plan.samples_per_record.begin(), plan.samples_per_record.end(), std::uint64_t{0});
  return {plan.filled, !plan.exact_rates, 2 * samples > kRecommendedRecordBytes, std::abs(std::log(plan.seconds))};
}

// Candidates for the samples of the first channel in a record: divisors of the sample counts of all channels, and small
// numbers.
std::vector<std::uint64_t> candidates(std::span<const series::Channel> channels) {
  std::uint64_t divisor = 0;
  for (const series::Channel& channel : channels) divisor = std::gcd(divisor, channel.samples.size());
  const std::uint64_t samples = channels.front().samples.size();
  std::vector<std::uint64_t> counts;
  for (std::uint64_t records = 1; records * records <= divisor; ++records) {
    if (divisor % records != 0) continue;
    counts.push_back(samples / records);
    counts.push_back(samples / (divisor / records));
  }
  for (std::uint64_t count = 1; count <= kMostTried; ++count) counts.push_back(count);
  return counts;
}

}  // namespace

EdfPlan plan_records(std::span<const series::Channel> channels) {
  if (channels.empty()) return {};
  std::optional<EdfPlan> best;
  for (const std::uint64_t count : candidates(channels)) {
    auto plan = plan_with(channels, count);
    if (plan && (!best || badness(*plan) < badness(*best))) best = std::move(plan);
  }
  if (!best)
    throw Error(ErrorCode::unsupported, "no EDF record holds whole numbers of samples at the rates of all channels");
  return *best;
}

EdfRange choose_range(const series::Channel& channel) {
  const auto [low, high] = std::minmax_element(channel.samples.begin(), channel.samples.end());
  const bool whole = *low >= kLowest16Bits && *high <= kHighest16Bits &&
                     std::all_of(channel.samples.begin(), channel.samples.end(),
                                 [](double value) { return value == std::trunc(value); });
  EdfRange range;
  range.lowest_text = whole ? closest(kLowest16Bits) : outward(*low, -1.0);
  range.lowest = to_finite(range.lowest_text).value_or(0.0);
  range.highest_text = whole ? closest(kHighest16Bits) : outward(*high, 1.0);
  range.highest = to_finite(range.highest_text).value_or(0.0);
  if (range.lowest == range.highest) {
    // The range has the size of the value; a wider one would lose its last digits.
    range.highest_text = outward(range.lowest == 0.0 ? 1.0 : range.lowest + std::abs(range.lowest), 1.0);
    range.highest = to_finite(range.highest_text).value_or(0.0);
  }
  return range;
}

}  // namespace biotropy::files
