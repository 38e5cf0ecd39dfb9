// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "biotropy/files/formats/text/lines_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/formats/wfdb/header_internal.hpp"

namespace biotropy::files {

namespace {

constexpr double kUsualGain = 200.0;
constexpr std::string_view kUsualUnit = "mV";
constexpr double kLeastRate = 1e-6, kGreatestRate = 1e12;
constexpr std::uint64_t kMostPerFrame = std::uint64_t{1} << 31;

class Words {
 public:
  explicit Words(std::string_view line) : rest_(trimmed(line)) {}

  // Empty at the end of the line.
  std::string_view next() {
    const std::size_t end = std::min(rest_.find_first_of(" \t"), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_ = trimmed(rest_.substr(end));
    return word;
  }

  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

class HeaderReader {
 public:
  explicit HeaderReader(Input& input) : input_(input), lines_(input) {}

  WfdbHeader read() {
    std::string_view line;
    if (!next(line)) throw input_.bad_file("no line describes the record");
    const std::uint64_t n_segments = read_record(Words(line));
    while (header_.several_segments && header_.segments.size() < n_segments) {
      if (!next(line)) throw too_few(n_segments, "segments", header_.segments.size());
      header_.segments.push_back(read_segment(Words(line)));
    }
    while (!header_.several_segments && header_.signals.size() < header_.n_signals) {
      if (!next(line)) throw too_few(header_.n_signals, "signals", header_.signals.size());
      header_.signals.push_back(read_signal(Words(line)));
    }
    return std::move(header_);
  }

 private:
  bool next(std::string_view& line) {
    while (lines_.next(line)) {
      if (!line.starts_with('#') && !is_blank(line)) return true;
    }
    return false;
  }

  Error fault(std::string_view what, std::string_view seen) const {
    return input_.bad_file(fmt::format("line {}: {} is {}", lines_.number(), what, in_quotes(seen)));
  }

  // Removes the digits at the front of a word and returns their value.
  std::uint64_t count(std::string_view& word, std::string_view what, std::uint64_t most) const {
    std::uint64_t value = 0;
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (failure != std::errc() || value > most) throw fault(what, word);
    word.remove_prefix(static_cast<std::size_t>(end - word.data()));
    return value;
  }

  Error too_few(std::uint64_t announced, std::string_view what, std::size_t described) const {
    return input_.bad_file(fmt::format("{} {} are announced, and {} are described", announced, what, described));
  }

  // The whole word as a number.
  std::uint64_t whole_count(std::string_view word, std::string_view what, std::uint64_t most) const {
    const std::string_view all = word;
    const std::uint64_t value = count(word, what, most);
    if (!word.empty()) throw fault(what, all);
    return value;
  }

  // Returns the number of segments, which follows the name ("rec/3").
  std::uint64_t read_record(Words words) {
    const std::string_view name = words.next();
    const std::size_t slash = name.find('/');
    header_.several_segments = slash != std::string_view::npos;
    header_.n_signals = whole_count(words.next(), "the number of signals", kMostPerFrame);
    const std::uint64_t n_segments =
        header_.several_segments ? whole_count(name.substr(slash + 1), "the number of segments", kMostPerFrame) : 0;
    if (header_.several_segments && n_segments == 0) throw fault("the number of segments", "0");
    // The counter frequency may follow the rate; no sample depends on it.
    const std::string_view rate = words.next();
    if (!rate.empty()) {
      header_.rate = to_finite(rate.substr(0, rate.find('/')));
      if (!header_.rate || !is_usable_rate(*header_.rate)) throw fault("the rate", rate);
    }
    std::string_view frames = words.next();
    if (!frames.empty()) header_.n_frames = count(frames, "the number of samples", kMostWfdbFrames);
    return n_segments;
  }

  WfdbSegment read_segment(Words words) const {
    WfdbSegment segment;
    segment.name = std::filesystem::path(words.next()).lexically_normal().generic_string();
    segment.n_frames = whole_count(words.next(), "the number of samples of a segment", kMostWfdbFrames);
    return segment;
  }

  WfdbSignal read_signal(Words words) const {
    WfdbSignal signal;
    // Normalised, so that one file has one name.
    signal.file = std::filesystem::path(words.next()).lexically_normal().generic_string();
    read_format(words.next(), signal);
    const bool has_baseline = read_gain(words.next(), signal);
    words.next();  // resolution of the converter, unused
    const std::int64_t zero = whole_or(words.next(), 0, "the zero of the converter", !has_baseline);
    if (!has_baseline) signal.baseline = zero;
    signal.initial = whole_or(words.next(), zero, "the initial value", signal.format == kWfdbDifferences);
    signal.checksum = to_integer(words.next());
    words.next();  // block size of a tape, unused
    signal.label = to_utf8(words.rest());
    if (signal.label.empty()) signal.label = fmt::format("signal{}", header_.signals.size() + 1);
    return signal;
  }

  // The word as a whole number; `otherwise` where there is none, or where it is not needed and not one.
  std::int64_t whole_or(std::string_view word, std::int64_t otherwise, std::string_view what, bool is_needed) const {
    if (word.empty()) return otherwise;
    const auto value = to_integer(word);
    if (!value && is_needed) throw fault(what, word);
    return value.value_or(otherwise);
  }

  // "212", "16x4:2+512"
  void read_format(std::string_view word, WfdbSignal& signal) const {
    const std::string_view whole = word;
    const std::string_view what = "the format of the samples";
    signal.format = static_cast<int>(count(word, what, 1000));
    const auto follows = [&](char mark) {
      if (!word.starts_with(mark)) return false;
      word.remove_prefix(1);
      return true;
    };
    if (follows('x')) signal.per_frame = count(word, what, kMostPerFrame);
    if (follows(':')) signal.skew = count(word, what, kMostWfdbFrames);
    if (follows('+')) signal.offset = count(word, what, kMostWfdbFrames);
    if (!word.empty() || signal.per_frame == 0) throw fault(what, whole);
  }

  // "200", "200/uV", "200(1024)/mV"; true if there is a baseline.
  bool read_gain(std::string_view word, WfdbSignal& signal) const {
    const std::size_t slash = std::min(word.find('/'), word.size());
    std::string_view number = word.substr(0, slash);
    const std::size_t open = number.find('(');
    const bool has_baseline = open != std::string_view::npos;
    if (has_baseline) {
      const auto baseline =
          number.ends_with(')') ? to_integer(number.substr(open + 1, number.size() - open - 2)) : std::nullopt;
      if (!baseline) throw fault("the gain", word);
      signal.baseline = *baseline;
      number = number.substr(0, open);
    }
    const auto gain = number.empty() ? std::optional(0.0) : to_finite(number);
    if (!gain) throw fault("the gain", word);
    signal.calibrated = *gain != 0.0;
    signal.gain = signal.calibrated ? *gain : kUsualGain;
    const std::string_view unit = word.substr(std::min(slash + 1, word.size()));
    signal.unit = unit.empty() ? std::string(kUsualUnit) : to_utf8(unit);
    return has_baseline;
  }

  Input& input_;
  LineReader lines_;
  WfdbHeader header_;
};

}  // namespace

bool is_usable_rate(double rate) {
  return rate >= kLeastRate && rate <= kGreatestRate;
}

WfdbHeader read_wfdb_header(Input& input) {
  return HeaderReader(input).read();
}

}  // namespace biotropy::files
