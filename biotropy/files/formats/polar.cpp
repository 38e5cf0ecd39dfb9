// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/formats/readers.hpp"
#include "biotropy/files/formats/text/lines_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::string_view kFirstLine = "[params]", kMarkOfUtf8 = "\xef\xbb\xbf";
constexpr std::string_view kParams = "params", kData = "hrdata";
constexpr std::int64_t kFirstPolarVersion = 102, kLastPolarVersion = 107;
constexpr std::int64_t kBeatToBeat = 238;                                  // the Interval of recordings of RR intervals
constexpr std::int64_t kLongestInterval = std::int64_t{24} * 3600 * 1000;  // ms

class PolarFile {
 public:
  PolarFile(Input& input, const OpenOptions& options, series::Recording& recording)
      : input_(input), recording_(recording), needed_(input, options, recording) {}

  void read() {
    LineReader lines(input_);
    std::string section;
    for (std::string_view whole; lines.next(whole);) {
      const std::string_view line = trimmed(whole);
      if (line.empty()) continue;
      if (line.starts_with('[') && line.ends_with(']')) {
        section = lower(line.substr(1, line.size() - 2));
        begin(section, lines.number());
      } else if (section == kParams) {
        add_parameter(line, lines.number());
      } else if (section == kData) {
        add_interval(line, lines.number());
      }
    }
    lines.add_notes(recording_.notices);
    finish();
  }

 private:
  void begin(const std::string& section, std::uint64_t line) {
    if (section != kParams && section != kData) return;
    if (std::exchange(line_of_[section], line) != 0) {
      throw input_.bad_file(fmt::format("line {} begins a second section [{}]", line, section));
    }
    if (section == kData) require_intervals();
  }

  void add_parameter(std::string_view line, std::uint64_t number) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) {
      throw input_.bad_file(fmt::format("line {} is not an entry of [Params]: {}", number, in_quotes(line)));
    }
    const std::string key = lower(trimmed(line.substr(0, equals)));
    if (!parameters_.emplace(key, trimmed(line.substr(equals + 1))).second) {
      throw input_.bad_file(fmt::format("line {} repeats an entry of [Params]: {}", number, in_quotes(line)));
    }
  }

  std::string_view parameter(const std::string& key) const {
    const auto found = parameters_.find(key);
    return found == parameters_.end() ? std::string_view() : found->second;
  }

  std::int64_t required(const std::string& key) const {
    const std::string_view text = parameter(lower(key));
    const auto value = to_integer(text);
    if (!value) {
      throw input_.bad_file(fmt::format(
          "[Params] {}",
          text.empty() ? "has no " + key : fmt::format("{} is {}; it must be a whole number", key, in_quotes(text))));
    }
    return *value;
  }

  void require_intervals() const {
    const std::int64_t version = required("Version"), interval = required("Interval");
    if (version < kFirstPolarVersion || version > kLastPolarVersion) {
      throw input_.error(ErrorCode::unsupported, fmt::format("Version = {}: versions {} to {} are read", version,
                                                             kFirstPolarVersion, kLastPolarVersion));
    }
    if (interval != kBeatToBeat) {
      throw input_.error(ErrorCode::unsupported,
                         fmt::format("Interval = {}: the file holds heart rates, which are no intervals between beats; "
                                     "only recordings of RR intervals (Interval = {}) are read",
                                     interval, kBeatToBeat));
    }
  }

  void add_interval(std::string_view line, std::uint64_t number) {
    const std::size_t end = line.find_first_of(" \t");
    const auto value = to_integer(line.substr(0, end));
    if (value && end != std::string_view::npos) {
      const std::string_view mode = parameter(parameters_.contains("smode") ? "smode" : "mode");
      throw input_.error(ErrorCode::unsupported,
                         fmt::format("line {} has several values ({}; SMode = {}): only files of intervals alone are "
                                     "read",
                                     number, in_quotes(line), in_quotes(mode)));
    }
    if (!value || *value < 0 || *value > kLongestInterval) {
      throw input_.bad_file(
          fmt::format("line {}: {} is not an interval in whole milliseconds", number, in_quotes(line)));
    }
    ++n_intervals_;
    milliseconds_ += static_cast<double>(*value);
    series::Channel& channel = recording_.channels.front();
    if (needed_[0]) {
      channel.samples.push_back(static_cast<double>(*value));
    } else {
      ++channel.n_unread;
    }
  }

  void finish() {
    if (!line_of_.contains(std::string(kData))) {
      throw input_.bad_file("there is no section [HRData]: the file was cut off");
    }
    if (n_intervals_ == 0) throw input_.bad_file("[HRData] holds no intervals");
    if (const auto last = input_.text(input_.size() - 1, 1); last != "\n" && last != "\r") {
      throw input_.bad_file("the last line has no end: the file was cut off, so that its last number may be too");
    }
    const auto length = seconds();
    if (!length) return;
    // In nine public files the two differ by at most 2.6 s.
    const double lasted = milliseconds_ / 1000.0, tolerance = std::max(5.0, 0.02 * *length);
    if (std::abs(lasted - *length) <= tolerance) return;
    recording_.notices.push_back(warning(
        "length_differs",
        fmt::format("the intervals last {:.6g} s, and the recording {:.6g} s (Length): the file was cut off or edited, "
                    "or beats were lost",
                    lasted, *length)));
  }

  // Length as "hours:minutes:seconds".
  std::optional<double> seconds() const {
    const std::string_view text = parameter("length");
    if (text.empty()) return std::nullopt;
    const std::size_t first = text.find(':'), last = text.rfind(':');
    if (first != last) {
      const auto hours = to_integer(text.substr(0, first)),
                 minutes = to_integer(text.substr(first + 1, last - first - 1));
      const auto rest = to_finite(text.substr(last + 1));
      const auto is_below = [](const auto& value, int limit) { return value && *value >= 0 && *value < limit; };
      if (is_below(hours, 10'000) && is_below(minutes, 60) && is_below(rest, 60)) {
        return 3600.0 * static_cast<double>(*hours) + 60.0 * static_cast<double>(*minutes) + *rest;
      }
    }
    throw input_.bad_file(fmt::format("[Params] Length is {}; it must be hours:minutes:seconds", in_quotes(text)));
  }

  Input& input_;
  series::Recording& recording_;
  NeededSamples needed_;
  std::map<std::string, std::uint64_t> line_of_;  // first lines of sections
  std::map<std::string, std::string> parameters_;
  std::uint64_t n_intervals_ = 0;
  double milliseconds_ = 0.0;
};

}  // namespace

bool begins_like_polar(std::string_view first_bytes) {
  if (first_bytes.starts_with(kMarkOfUtf8)) first_bytes.remove_prefix(kMarkOfUtf8.size());
  return lower(trimmed(first_bytes).substr(0, kFirstLine.size())) == kFirstLine;
}

bool is_polar(const std::filesystem::path& path) {
  if (path == Input::kStandardInput) return false;
  Input input(path);
  return begins_like_polar(first_bytes(input));
}

series::Recording read_polar(Input& input, const OpenOptions& options) {
  validate(options);
  if (!begins_like_polar(first_bytes(input))) throw input.bad_file("a Polar .hrm file begins with [Params]");
  series::Recording recording;
  recording.path = input.name();
  recording.format = kPolarFormat;
  series::Channel& channel = recording.channels.emplace_back();
  channel.label = "RR";
  channel.unit = "ms";
  channel.has_rate = false;
  if (options.rate)
    recording.notices.push_back(warning("option_unused", "the rate was not used: RR intervals have none"));
  PolarFile(input, options, recording).read();
  return recording;
}

}  // namespace biotropy::files
