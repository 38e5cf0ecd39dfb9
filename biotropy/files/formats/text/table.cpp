// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/text/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text/layout_internal.hpp"
#include "biotropy/files/formats/text/lines_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/time_columns.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/series/stamps.hpp"

namespace biotropy::files {

namespace {

bool is_rounded_integer(std::string_view field, double value) {
  if (!(std::abs(value) >= kExactIntegers) || field.find_first_not_of("+-0123456789") != std::string_view::npos)
    return false;
  const auto whole = to_integer(field);
  return !whole || is_beyond_doubles(*whole);
}

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

// The column of time: gaps and rate by the rule of biotropy/series/stamps.hpp, or the beats that are missing between
// intervals.
class TableStamps {
 public:
  TableStamps(const TableTime& time, const std::string& label)
      : time_(time), column_(fmt::format("column {} ({})", time.column + 1, label)) {}

  // Takes the field of a line: a number, or a time of day, which goes on behind midnight.
  void add(std::string_view field, const FieldNumber& number) {
    constexpr double day = 86'400.0;
    auto value = number(field);
    if (!value && (value = clock_seconds(field))) {
      const std::string_view date = unread_date(field);
      const bool is_other_date = !date.empty() && !date_.empty() && date != date_;
      if (is_other_date || *value + midnights_ < last_ - day / 2) midnights_ += day;
      if (!date.empty()) date_ = date;
      last_ = *value += midnights_;
    }
    values_.push_back(value && std::isfinite(*value) ? *value : kNaN);
  }

  // Gives every channel the gaps, and the rate if none is known and that of the stamps is; with notices.
  void apply(series::Recording& recording) const {
    const bool any = std::ranges::any_of(values_, [](double value) { return std::isfinite(value); });
    const series::Stamps found = series::read_stamps(rising(), time_.step);
    const auto warn = [&](const char* code, const std::string& text) {
      recording.notices.push_back(warning(code, column_ + text));
    };
    if (!any) warn("times_unreadable", " has no time that can be read: gaps are not looked for");
    if (found.kind == series::StampKind::uneven) {
      warn("times_uneven", ": time is uneven, so samples are taken as evenly spaced and gaps are not looked for");
    } else if (found.kind == series::StampKind::packets) {
      recording.notices.push_back(note(
          "times_of_packets", column_ + ": samples share the time of their packet and are taken as evenly spaced"));
    }
    if (!found.gaps.empty()) {
      const auto back = std::ranges::count_if(found.missing, [](double missing) { return missing < 0.0; });
      warn("gaps", fmt::format(" has {}, the first before sample {}{}; no template crosses them",
                               counted(found.gaps.size(), "gap"), found.gaps.front() + 1,
                               back > 0 ? fmt::format(" (time stands still or goes back at {})", back) : ""));
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
    const double given = recording.channels.front().rate;
    if (rate > 0.0 && std::abs(given / rate - 1.0) > series::kOtherRate) {
      warn("rates_differ", fmt::format(" has {:g} samples a second; the rate given, {} Hz, is used", rate, given));
    }
  }

  // Gives the one channel of intervals a gap where its times are further apart than the interval.
  void apply_to_intervals(series::Recording& recording) const {
    series::Channel& channel = recording.channels.front();
    series::Stamps found = series::missing_beats(values_, channel.samples);
    if (!found.gaps.empty()) {
      recording.notices.push_back(warning(
          "beats_missing",
          fmt::format("{} shows that beats are missing at {}, the first before interval {}; no template crosses them",
                      column_, counted(found.gaps.size(), "interval"), found.gaps.front() + 1)));
    }
    channel.gap_starts = std::move(found.gaps);
    channel.gap_seconds = std::move(found.missing);
  }

 private:
  // Counters of a few bytes begin again behind their greatest number.
  std::vector<double> rising() const {
    std::vector<double> rising = values_;
    if (!time_.restarts || !time_.step) return rising;
    double least = std::numeric_limits<double>::infinity(), greatest = -least, before = kNaN, added = 0.0;
    for (const double value : values_) {
      least = std::fmin(least, value);
      greatest = std::fmax(greatest, value);
    }
    for (double& value : rising) {
      if (std::isnan(value)) continue;
      if (value + added < before) added += greatest - least + *time_.step;
      before = value += added;
    }
    return rising;
  }

  TableTime time_;
  std::string column_;          // for messages
  std::vector<double> values_;  // NaN: none
  double last_ = 0.0;
  double midnights_ = 0.0;  // seconds of the days that have ended
  std::string date_;
};

class Table {
 public:
  Table(Input& input, const TableLayout& layout, const OpenOptions& options, series::Recording& recording)
      : input_(input),
        layout_(layout),
        separator_(static_cast<char>(*layout.options.separator)),
        number_(layout.options),
        recording_(recording),
        needed_(input, options, recording) {
    if (layout.time) stamps_.emplace(*layout.time, layout.labels[layout.time->column]);
  }

  void read() {
    LineReader reader(input_);
    for (std::string_view line; reader.next(line);) {
      if (reader.number() <= layout_.above) continue;
      if (is_comment(line, layout_.options.comments)) continue;
      if (!is_blank_row(line, separator_, layout_.labels.size())) add(line, reader.number());
    }
    finish();
  }

 private:
  void add(std::string_view line, std::uint64_t number) {
    if (cut_) throw input_.bad_file(*cut_);
    fields_.clear();
    FieldReader reader(line, separator_);
    const std::size_t width = layout_.labels.size();
    for (std::string_view field; fields_.size() <= width && reader.next(field);) fields_.push_back(field);
    if (fields_.size() != width) {
      cut_ = fmt::format("line {} ({}) has {} where {} were expected{}", number, in_quotes(line),
                         fields_.size() > width ? "more fields" : counted(fields_.size(), "field"), width,
                         hint_above(number));
      return;
    }
    if (rows_ > 0) n_between_ += number - last_line_ - 1;
    last_line_ = number;
    require_one_series(number);
    if (stamps_) stamps_->add(fields_[layout_.time->column], number_);
    for (std::size_t k = 0; k < layout_.channels.size(); ++k) {
      const double found = value(layout_.channels[k], number);
      std::vector<double>& samples = recording_.channels[k].samples;
      // An error of the estimate costs a copy, bounded by the file size.
      if (rows_ == 0 && needed_[k]) samples.reserve(input_.size() / (line.size() + 1) + 1);
      if (needed_[k]) samples.push_back(found);
      recording_.channels[k].n_unread += needed_[k] ? 0 : 1;
    }
    ++rows_;
  }

  std::string hint_above(std::uint64_t line) const {
    return any_value_ ? "" : fmt::format("; if it is above the samples, give `skip_lines = {}`", line);
  }

  void require_one_series(std::uint64_t number) {
    if (!layout_.series) return;
    const std::string_view name = fields_[*layout_.series];
    if (series_.empty()) series_ = name;
    if (name.empty() || name == series_) return;
    throw input_.error(
        ErrorCode::unsupported,
        fmt::format("line {}: column {} ({}) goes from {} to {}; make a file for each, or give the "
                    "columns that are one series",
                    number, *layout_.series + 1, layout_.labels[*layout_.series], in_quotes(series_), in_quotes(name)));
  }

  double value(std::size_t column, std::uint64_t line) {
    const std::string_view field = fields_[column];
    const auto parsed = number_(field);
    if (!parsed) {
      const std::string where =
          layout_.labels.size() == 1 ? "" : fmt::format(", column {} ({})", column + 1, layout_.labels[column]);
      const bool is_word = field.size() < 20 && std::ranges::none_of(field, [](char c) {
                             return c <= ' ' || c > '~' || c == ',' || c == '`';
                           });
      const std::string hint = number_with_comma(field) ? "; give `decimal = comma`"
                               : any_value_ && is_word
                                   ? fmt::format("; if it is missing, give `missing_words = {}`", field)
                                   : hint_above(line);
      throw input_.bad_file(fmt::format("line {}{}: {} is not a number{}", line, where, in_quotes(field), hint));
    }
    missing_ += std::isnan(*parsed) ? 1 : 0;
    any_value_ |= !std::isnan(*parsed);
    rounded_ |= is_rounded_integer(field, *parsed);
    return *parsed;
  }

  void finish() {
    if (rows_ == 0 || !any_value_) throw input_.bad_file(cut_ ? *cut_ : "no line with numbers was found");
    const bool are_intervals = layout_.options.intervals && recording_.channels.size() == 1;
    if (stamps_ && !are_intervals) stamps_->apply(recording_);
    if (stamps_ && are_intervals && !layout_.time->step) stamps_->apply_to_intervals(recording_);
    if (n_between_ > 0) {
      warn("lines_passed_over", counted(n_between_, "line") + " without samples between others passed over");
    }
    if (cut_) warn("file_cut", *cut_ + ": the last line was left out");
    if (rounded_) recording_.notices.push_back(integers_rounded());
    if (missing_ > 0) {
      warn("missing_samples", counted(missing_, "missing value") + (missing_ == 1 ? " was" : " were") + " kept as NaN");
    }
    if (recording_.channels.size() > rows_) {
      warn("orientation_doubtful", fmt::format("{} columns of {} lines; if every line is a channel, give `orientation "
                                               "= rows`",
                                               recording_.channels.size(), rows_));
    }
  }

  void warn(const char* code, const std::string& text) { recording_.notices.push_back(warning(code, text)); }

  Input& input_;
  const TableLayout& layout_;
  const char separator_;
  const FieldNumber number_;
  series::Recording& recording_;
  NeededSamples needed_;
  std::vector<std::string_view> fields_;
  std::string series_;
  std::optional<std::string> cut_;  // a line with too few or too many fields may only be the last one
  std::optional<TableStamps> stamps_;
  bool rounded_ = false, any_value_ = false;
  std::uint64_t rows_ = 0, missing_ = 0, last_line_ = 0, n_between_ = 0;
};

// Reads a table with one channel per line; a word in front of the numbers is its label.
void read_rows(Input& input, const TableLayout& layout, const OpenOptions& options, series::Recording& recording) {
  LineReader reader(input);
  const FieldNumber number(layout.options);
  const Separator separator = *layout.options.separator;
  std::optional<std::size_t> width;
  bool rounded = false, any_value = false;
  for (std::string_view line; reader.next(line);) {
    if (reader.number() <= layout.above || is_comment(line, layout.options.comments)) continue;
    if (!width && !is_blank(line)) width = fields_of(line, separator).size();
    if (is_blank_row(line, static_cast<char>(separator), width.value_or(0))) continue;
    if (const std::uint64_t most = most_text_channels(input); recording.channels.size() == most) {
      throw input.error(ErrorCode::unsupported,
                        fmt::format("more than {} lines in a file of {} bytes cannot be channels", most, input.size()));
    }
    series::Channel channel;
    channel.label = fmt::format("row{}", recording.channels.size() + 1);
    FieldReader fields(line, static_cast<char>(separator));
    std::size_t position = 0;
    for (std::string_view field; fields.next(field); ++position) {
      const auto value = number(field);
      if (value) {
        channel.samples.push_back(*value);
        any_value |= !std::isnan(*value);
        rounded |= is_rounded_integer(field, *value);
      } else if (position == 0 && !to_double(field)) {
        channel.label = to_utf8(field);
      } else {
        throw input.bad_file(
            fmt::format("line {}, field {}: {} is not a number", reader.number(), position + 1, in_quotes(field)));
      }
    }
    recording.channels.push_back(std::move(channel));
  }
  if (!any_value) throw input.bad_file("no line with numbers was found");
  if (rounded) recording.notices.push_back(integers_rounded());
  // Their labels are in the lines themselves.
  const auto needed = options.needed ? options.needed(recording) : std::vector<std::size_t>();
  for (std::size_t c = 0; options.needed && c < recording.channels.size(); ++c) {
    if (std::ranges::find(needed, c) != needed.end()) continue;
    recording.channels[c].n_unread = std::exchange(recording.channels[c].samples, {}).size();
  }
}

}  // namespace

series::Recording read_table(Input& input, const OpenOptions& options) {
  validate(options);
  if (input.size() == 0) throw input.bad_file("the file is empty");
  if (const std::string_view mark = input.text(0, std::min<std::size_t>(input.size(), 2));
      mark == "\xff\xfe" || mark == "\xfe\xff") {
    throw input.error(ErrorCode::unsupported, "the text is UTF-16; save it as UTF-8");
  }
  series::Recording recording;
  recording.path = input.name();
  recording.format = "text";
  const TableLayout layout = find_layout(input, options, recording.notices);
  const bool are_rows = options.orientation == Orientation::rows;
  if (are_rows) read_rows(input, layout, options, recording);
  for (const std::size_t c : layout.channels) recording.channels.emplace_back().label = layout.labels[c];
  for (series::Channel& channel : recording.channels) {
    channel.has_rate = layout.options.rate.has_value();
    channel.rate = layout.options.rate.value_or(1.0);
  }
  if (!are_rows) Table(input, layout, options, recording).read();
  OpenOptions decided = layout.options;
  if (!recording.channels.empty() && recording.channels.front().has_rate)
    decided.rate = recording.channels.front().rate;
  set_decided(decided, recording);
  return recording;
}

}  // namespace biotropy::files
