// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/edf/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/edf/annotations_internal.hpp"
#include "biotropy/files/formats/edf/plan_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/output.hpp"

namespace biotropy::files {

namespace {

using series::Channel;
using series::Recording;

constexpr int kLowestDigital = -32768, kHighestDigital = 32767;
constexpr double kDurationTolerance = 1e-6;
/// The header has four digits for the number of signals, one of which is the annotations.
constexpr std::size_t kMostEdfChannels = 9998;
constexpr std::size_t kLabelWidth = 16, kUnitWidth = 8;

void require_writable(const Recording& recording) {
  if (recording.channels.size() > kMostEdfChannels) {
    throw Error::argument("channels", fmt::format("{}", recording.channels.size()),
                          fmt::format("at most {} in an EDF file", kMostEdfChannels));
  }
  for (const Channel& channel : recording.channels) {
    if (channel.label == "EDF Annotations" || channel.label == "BDF Annotations") {
      throw Error::argument("label", channel.label, "a name that does not stand for the annotations");
    }
    if (!channel.has_rate) {
      throw Error::argument("rate of " + channel.label, "none", "a number of samples per second");
    }
    if (!(std::isfinite(channel.rate) && channel.rate > 0.0)) {
      throw Error::argument("rate of " + channel.label, fmt::format("{}", channel.rate), "a finite number above 0");
    }
    if (channel.samples.empty())
      throw Error(ErrorCode::invalid_data, fmt::format("channel {} is empty", channel.label));
    if (!channel.gap_starts.empty()) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("channel {} has gaps: EDF+C holds only continuous recordings", channel.label));
    }
    for (std::size_t i = 0; i < channel.samples.size(); ++i) {
      if (std::isfinite(channel.samples[i])) continue;
      throw Error(ErrorCode::invalid_data, fmt::format("sample {} of channel {} is {}: EDF holds only finite numbers",
                                                       i, channel.label, channel.samples[i]));
    }
    const Channel& first = recording.channels.front();
    const double seconds = static_cast<double>(channel.samples.size()) / channel.rate;
    const double first_seconds = static_cast<double>(first.samples.size()) / first.rate;
    if (std::abs(seconds - first_seconds) > kDurationTolerance * first_seconds) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("channel {} lasts {} s and channel {} {} s: EDF needs equal durations", first.label,
                              first_seconds, channel.label, seconds));
    }
  }
}

// Header text is ASCII; the micro sign becomes 'u'.
std::string ascii(std::string_view text) {
  std::string result;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool micro = text.substr(k).starts_with("\xc2\xb5") || text.substr(k).starts_with("\xce\xbc");
    const auto code = static_cast<unsigned char>(text[k]);
    if (micro) {
      result += 'u';
      ++k;
    } else if (code >= 0x80) {
      result += (code & 0xc0) == 0x80 ? "" : "_";
    } else {
      result += code < 0x20 || code == 0x7f ? ' ' : text[k];
    }
  }
  return result;
}

std::string fitted(const std::string& text, std::size_t width, std::string_view what, Notices& notices) {
  const std::string plain = ascii(text);
  std::string result = plain.substr(0, width);
  if (plain.size() > width) {
    notices.push_back(
        note("name_shortened", fmt::format("{} {} was shortened to {}", what, in_quotes(text), in_quotes(result))));
  }
  return result;
}

std::string without_end_zeros(std::string number) {
  if (number.find('.') == std::string::npos) return number;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
  return number;
}

// Readers of EDF+ count time in steps of 100 ns: seven decimals.
std::string decimal(double seconds) {
  return without_end_zeros(fmt::format("{:.7f}", seconds));
}

// Exact product of a decimal number and an integer: readers compare onsets with multiples of the duration.
std::string multiple(const std::string& number, std::uint64_t factor) {
  const std::size_t point = std::min(number.find('.'), number.size());
  const std::string fraction = number.substr(std::min(point + 1, number.size()));
  const std::uint64_t units = std::stoull(number.substr(0, point) + fraction) * factor;
  std::string digits = fmt::format("{:0{}}", units, fraction.size() + 1);
  if (!fraction.empty()) digits.insert(digits.size() - fraction.size(), ".");
  return without_end_zeros(digits);
}

// "+12.5", byte 21, "3", byte 20, "text", byte 20, byte 0
std::string annotation_list(const series::Annotation& annotation) {
  std::string list = (std::signbit(annotation.onset) ? "" : "+") + decimal(annotation.onset);
  if (annotation.duration) list += '\x15' + decimal(*annotation.duration);
  std::string text = annotation.text;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\x14' || c == '\x15' || c == '\0'; }, ' ');
  return list + '\x14' + text + '\x14' + '\0';
}

// Annotation signal of each record; the first list of a record is its onset.
std::vector<std::string> annotation_records(const Recording& recording, const EdfPlan& plan) {
  std::vector<std::string> records(plan.n_records);
  for (std::size_t r = 0; r < records.size(); ++r) {
    records[r] = "+" + multiple(plan.duration, r) + "\x14\x14" + '\0';
  }
  for (const series::Annotation& annotation : recording.annotations) {
    const double duration = annotation.duration.value_or(0.0);
    const bool valid = std::abs(annotation.onset) <= kMostEdfSeconds && duration >= 0.0 && duration <= kMostEdfSeconds;
    if (!valid) {
      throw Error(
          ErrorCode::invalid_data,
          fmt::format("annotation {} at {} s for {} s; times must be finite and at most {} s, and durations 0 or "
                      "more",
                      in_quotes(annotation.text), annotation.onset, duration, kMostEdfSeconds));
    }
    const double last = static_cast<double>(plan.n_records - 1);
    const double record = plan.seconds > 0.0 ? std::floor(annotation.onset / plan.seconds) : 0.0;
    records[static_cast<std::size_t>(std::clamp(record, 0.0, last))] += annotation_list(annotation);
  }
  return records;
}

struct HeaderSignal {
  std::string label, unit, lowest, highest;
  std::uint64_t samples = 0;
};

void append(std::string& header, std::string_view text, std::size_t width) {
  header += fmt::format("{:<{}}", text, width);
}

std::string header_text(const std::vector<HeaderSignal>& signals, const EdfPlan& plan) {
  constexpr std::size_t kHeaderBlock = 256;
  std::string header;
  append(header, "0", 8);
  append(header, "X X X X", 80);
  append(header, "Startdate X X X X", 80);
  append(header, "01.01.85", 8);
  append(header, "00.00.00", 8);
  append(header, std::to_string(kHeaderBlock * (signals.size() + 1)), 8);
  append(header, "EDF+C", 44);
  append(header, std::to_string(plan.n_records), 8);
  append(header, plan.duration, 8);
  append(header, std::to_string(signals.size()), 4);
  const auto field = [&](std::size_t width, const std::function<std::string(const HeaderSignal&)>& text) {
    for (const HeaderSignal& signal : signals) append(header, text(signal), width);
  };
  field(kLabelWidth, [](const HeaderSignal& signal) { return signal.label; });
  field(80, [](const HeaderSignal&) { return ""; });
  field(kUnitWidth, [](const HeaderSignal& signal) { return signal.unit; });
  field(8, [](const HeaderSignal& signal) { return signal.lowest; });
  field(8, [](const HeaderSignal& signal) { return signal.highest; });
  field(8, [](const HeaderSignal&) { return std::to_string(kLowestDigital); });
  field(8, [](const HeaderSignal&) { return std::to_string(kHighestDigital); });
  field(80, [](const HeaderSignal&) { return ""; });
  field(8, [](const HeaderSignal& signal) { return std::to_string(signal.samples); });
  field(32, [](const HeaderSignal&) { return ""; });
  return header;
}

void append_samples(const Channel& channel, const EdfRange& range, std::size_t begin, std::size_t count,
                    std::string& record) {
  const double step = (range.highest - range.lowest) / (kHighestDigital - kLowestDigital);
  for (std::size_t i = begin; i < begin + count; ++i) {
    // The last sample is repeated to fill the record.
    const double value = channel.samples[std::min(i, channel.samples.size() - 1)];
    const double digital = std::round((value - range.lowest) / step) + kLowestDigital;
    const int bits = static_cast<int>(std::clamp<double>(digital, kLowestDigital, kHighestDigital));
    record += static_cast<char>(bits & 0xff);
    record += static_cast<char>((bits >> 8) & 0xff);
  }
}

void warn_of_losses(const Recording& recording, const EdfPlan& plan, Notices& notices) {
  if (!plan.exact_rates) {
    notices.push_back(warning(
        "rate_rounded", fmt::format("the rate {} is written as {} samples in {} seconds",
                                    recording.channels.front().rate, plan.samples_per_record.front(), plan.duration)));
  }
  if (plan.filled) {
    const std::uint64_t total = plan.n_records * plan.samples_per_record.front();
    notices.push_back(
        warning("samples_repeated",
                fmt::format("the last sample of each channel was repeated ({} times in the first) to fill the last "
                            "record",
                            total - recording.channels.front().samples.size())));
  }
}

}  // namespace

Notices write_edf(const std::filesystem::path& path, const Recording& recording) {
  Notices notices;
  require_writable(recording);
  // Annotations alone are one record without a duration.
  const EdfPlan plan = recording.channels.empty() ? EdfPlan() : plan_records(recording.channels);
  warn_of_losses(recording, plan, notices);
  std::vector<EdfRange> ranges;
  std::vector<HeaderSignal> signals;
  for (std::size_t c = 0; c < recording.channels.size(); ++c) {
    const Channel& channel = recording.channels[c];
    ranges.push_back(choose_range(channel));
    signals.push_back({fitted(channel.label, kLabelWidth, "label", notices),
                       fitted(channel.unit, kUnitWidth, "unit", notices), ranges[c].lowest_text, ranges[c].highest_text,
                       plan.samples_per_record[c]});
  }
  const std::vector<std::string> lists = annotation_records(recording, plan);
  std::size_t longest = 0;
  for (const std::string& list : lists) longest = std::max(longest, list.size());
  const std::size_t annotation_samples = (longest + 1) / 2;
  signals.push_back({"EDF Annotations", "", "-1", "1", annotation_samples});

  Output file(path);
  file.write(header_text(signals, plan));
  std::string record;
  for (std::size_t r = 0; r < plan.n_records; ++r) {
    record.clear();
    for (std::size_t c = 0; c < recording.channels.size(); ++c) {
      const std::size_t count = plan.samples_per_record[c];
      append_samples(recording.channels[c], ranges[c], r * count, count, record);
    }
    file.write(record);
    file.write(lists[r]);
    file.write(std::string(2 * annotation_samples - lists[r].size(), '\0'));
  }
  file.finish();
  return notices;
}

}  // namespace biotropy::files
