// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/files/clock_text.hpp"
#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/csv_decimal_internal.hpp"
#include "biotropy/files/formats/csv_layout_internal.hpp"
#include "biotropy/files/formats/csv_lines_internal.hpp"
#include "biotropy/files/formats/csv_rate_internal.hpp"
#include "biotropy/files/formats/csv_time_gaps_internal.hpp"
#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

namespace {

// A line with too few or too many fields: accepted only at the end, where a recording was cut off.
struct RaggedLine {
  std::uint64_t number = 0;
  std::string fault;
};

// Lines that were passed over between those with numbers, whose samples are joined.
class SkippedLines {
 public:
  void skip(std::uint64_t number) {
    if (last_ == 0) last_ = number;
  }

  // Comes to a line with numbers, which may be the first one.
  void go_on(bool after_others) {
    if (after_others && inside_ == 0) inside_ = last_;
    last_ = 0;
  }

  void warn(const char* what, std::vector<std::string>& warnings) const {
    if (inside_ == 0) return;
    warnings.push_back(fmt::format("{} between the numbers were skipped, the first of them line {}", what, inside_));
  }

 private:
  std::uint64_t last_ = 0, inside_ = 0;
};

bool is_rounded_integer(std::string_view field, double value) {
  if (!(std::abs(value) >= kExactIntegers) || field.find_first_not_of("+-0123456789") != std::string_view::npos)
    return false;
  const auto whole = to_integer(field);
  return !whole || is_beyond_doubles(*whole);
}

class Table {
 public:
  Table(Input& input, const TableLayout& layout, const OpenOptions& options, series::Recording& recording)
      : input_(input),
        layout_(layout),
        options_(options),
        comma_is_decimal_(options.decimal == DecimalMark::comma),
        recording_(recording),
        needed_(input, options, recording),
        series_column_(layout.series) {
    for (std::size_t c = 0; c < layout.columns.size(); ++c) {
      if (layout.columns[c].wanted) wanted_.push_back(c);
    }
    if (layout.time) gaps_.emplace(*layout.time);
    if (layout.beats) beat_gaps_.emplace(*layout.beats);
  }

  void read() {
    LineReader reader(input_);
    std::size_t head = layout_.head;
    for (std::string_view line; reader.next(line);) {
      if (is_comment(line)) {
        comments_.skip(reader.number());
      } else if (head > 0 ? is_blank(line) : is_blank_row(line, layout_.separator, layout_.columns.size())) {
        blanks_.skip(reader.number());
      } else if (head > 0) {
        --head;
      } else {
        add(line, reader.number());
      }
    }
    finish();
  }

 private:
  void add(std::string_view line, std::uint64_t number) {
    if (ragged_) throw input_.bad_file(fmt::format("line {} {}", ragged_->number, ragged_->fault));
    blanks_.go_on(rows_ > 0);
    comments_.go_on(rows_ > 0);
    split(line, number);
    if (fields_.size() != layout_.columns.size()) {
      const bool too_many = fields_.size() > layout_.columns.size();
      ragged_ = {number, fmt::format("({}) has {} where {} were expected{}", in_quotes(line),
                                     too_many ? "more fields" : counted(fields_.size(), "field"),
                                     layout_.columns.size(), if_above_numbers())};
      return;
    }
    if (layout_.clock && !is_missing_row()) require_rise(number);
    if (series_column_) require_one_series(number);
    if (gaps_) {
      const std::string_view field = fields_[layout_.time->column];
      const bool of_day = layout_.time->of_day;
      gaps_->add(of_day ? clock_seconds(field) : to_finite(field), of_day ? unread_date(field) : "");
    }
    if (beat_gaps_) {
      const double interval = table_number(fields_[wanted_.front()]).value_or(std::numeric_limits<double>::quiet_NaN());
      beat_gaps_->add(beat_time(fields_[layout_.beats->column]), interval, number);
    }
    if (rows_ == 0) reserve(line.size());
    for (std::size_t k = 0; k < wanted_.size(); ++k) {
      const double found = value(fields_[wanted_[k]], number, wanted_[k]);
      if (needed_[k]) {
        recording_.channels[k].samples.push_back(found);
      } else {
        ++recording_.channels[k].n_unread;
      }
    }
    ++rows_;
    any_value_ = any_value_ || !is_missing_row();
  }

  std::string_view if_above_numbers() const {
    return any_value_ ? "" : ": remove the lines above the numbers but for that of the names, or begin them with '#'";
  }

  bool is_missing_row() const {
    return std::all_of(fields_.begin(), fields_.end(), [](std::string_view field) {
      const auto value = table_number(field);
      return value && std::isnan(*value);
    });
  }

  // A column taken for a clock by its first lines must rise in all others too, or it was data. Counters of one byte
  // wrap around.
  void require_rise(std::uint64_t number) {
    const double before = clock_.value_or(0.0), value = to_finite(fields_[*layout_.clock]).value_or(before);
    if (!clock_) {
      clock_begin_ = value;
      clock_begin_row_ = rows_;
    } else if (value <= before && (value > clock_begin_ || value == before) && !is_rounded_time(value)) {
      throw input_.bad_file(fmt::format(
          "line {}: column {} ({}) rises in the first lines, as time does, but not here: choose the channels with the "
          "option columns",
          number, *layout_.clock + 1, layout_.columns[*layout_.clock].label));
    }
    clock_ = value;
  }

  // Time in five digits, as MATLAB's dlmwrite has it, stands still for some lines, and on the line of its first steps.
  bool is_rounded_time(double value) const {
    constexpr double digits = 1e-4;
    if (clock_ != value || !layout_.time || layout_.time->column != *layout_.clock) return false;
    return std::abs(value - (clock_begin_ + static_cast<double>(rows_ - clock_begin_row_) * layout_.time->step)) <=
           digits * std::abs(value);
  }

  // Samples of several people or channels, one below the other, are no series.
  void require_one_series(std::uint64_t number) {
    const std::string_view name = fields_[*series_column_];
    if (series_.empty()) series_ = name;
    if (name.empty() || name == series_) return;  // a missing name is none of another series
    const std::string change = fmt::format("line {}: column {} ({}) goes from {} to {}", number, *series_column_ + 1,
                                           layout_.columns[*series_column_].label, in_quotes(series_), in_quotes(name));
    if (!layout_.refuses_series) {
      recording_.warnings.push_back(change + ": what follows is taken for the same series");
      series_column_.reset();
      return;
    }
    throw input_.error(ErrorCode::unsupported,
                       change + ": series one below the other are not read, but a column for each, or a file");
  }

  void split(std::string_view line, std::uint64_t number) {
    fields_.clear();
    if (comma_is_decimal_) line = pointed_ = with_points(input_, line, number, layout_.separator);
    FieldReader reader(line, layout_.separator);
    for (std::string_view field; fields_.size() <= layout_.columns.size() && reader.next(field);) {
      fields_.push_back(field);
    }
  }

  // Estimated from the first line; an error costs a copy, bounded by the file size.
  void reserve(std::size_t line_size) {
    for (std::size_t k = 0; k < wanted_.size(); ++k) {
      if (needed_[k]) recording_.channels[k].samples.reserve(input_.size() / (line_size + 1) + 1);
    }
  }

  double value(std::string_view field, std::uint64_t number, std::size_t column) {
    const auto parsed = table_number(field);
    if (!parsed) {
      const std::string where =
          layout_.columns.size() == 1 ? "" : fmt::format(", column {} ({})", column + 1, layout_.columns[column].label);
      throw input_.bad_file(
          fmt::format("line {}{}: {} is not a number{}", number, where, in_quotes(field), if_above_numbers()));
    }
    missing_ += std::isnan(*parsed) ? 1 : 0;
    rounded_ |= is_rounded_integer(field, *parsed);
    return *parsed;
  }

  void finish() {
    if (rows_ == 0) {
      throw input_.bad_file(ragged_ ? fmt::format("line {} {}", ragged_->number, ragged_->fault)
                                    : "no line with numbers was found");
    }
    if (gaps_) apply_gaps();
    if (beat_gaps_) beat_gaps_->apply(layout_.columns[layout_.beats->column].label, recording_);
    auto& warnings = recording_.warnings;
    if (ragged_) warnings.push_back(fmt::format("the last line, {}, {}: left out", ragged_->number, ragged_->fault));
    blanks_.warn("blank lines", warnings);
    comments_.warn("comments", warnings);
    if (rounded_) warnings.emplace_back(kRoundedIntegers);
    if (missing_ > 0) {
      warnings.push_back(counted(missing_, "missing value") + (missing_ == 1 ? " was" : " were") + " kept as NaN");
    }
    if (recording_.channels.size() > rows_) {
      warnings.push_back(
          fmt::format("{} columns of {} lines: if every line is a channel, choose the orientation \"rows\"",
                      recording_.channels.size(), rows_));
    }
  }

  // The rate is that of the options, with a warning where times contradict it, or of the file, which they must not.
  void apply_gaps() {
    const std::string& label = layout_.columns[layout_.time->column].label;
    const auto step = gaps_->apply(label, recording_);
    if (!step || !layout_.rate) return;
    const std::string other = other_rate_of_times(*layout_.rate, label, layout_.time->of_day, *step);
    if (other.empty()) return;
    if (!options_.rate) throw input_.error(ErrorCode::unsupported, other + ": choose with the option rate");
    recording_.warnings.push_back(other + ": the rate of the options holds");
  }

  Input& input_;
  const TableLayout& layout_;
  const OpenOptions& options_;
  const bool comma_is_decimal_;
  series::Recording& recording_;
  NeededSamples needed_;
  std::vector<std::size_t> wanted_;
  std::string pointed_;  // the line of the fields, where its commas are decimal
  std::vector<std::string_view> fields_;
  std::optional<std::size_t> series_column_;  // tells whose samples the lines have
  std::string series_;
  std::optional<RaggedLine> ragged_;
  std::optional<TimeGaps> gaps_;
  std::optional<BeatGaps> beat_gaps_;
  bool rounded_ = false, any_value_ = false;
  std::optional<double> clock_;  // last value of the column that was left out as a clock
  double clock_begin_ = 0.0;     // its first value, and the row of it
  std::uint64_t clock_begin_row_ = 0;
  SkippedLines blanks_, comments_;
  std::uint64_t rows_ = 0, missing_ = 0;
};

// Reads a table with one channel per line; a word in front of the numbers is its label.
void read_rows(Input& input, const TableLayout& layout, bool comma_is_decimal, series::Recording& recording) {
  LineReader reader(input);
  bool rounded = false;
  std::string pointed;
  for (std::string_view line; reader.next(line);) {
    if (is_comment(line) || is_blank_row(line, layout.separator, layout.width)) continue;
    if (const std::uint64_t most = most_text_channels(input); recording.channels.size() == most) {
      throw input.error(ErrorCode::unsupported,
                        fmt::format("more than {} lines in a file of {} bytes cannot be channels", most, input.size()));
    }
    series::Channel channel;
    channel.label = fmt::format("row{}", recording.channels.size() + 1);
    if (comma_is_decimal) line = pointed = with_points(input, line, reader.number(), layout.separator);
    FieldReader fields(line, layout.separator);
    std::size_t position = 0;
    for (std::string_view field; fields.next(field); ++position) {
      const auto value = table_number(field);
      if (value) {
        channel.samples.push_back(*value);
        rounded |= is_rounded_integer(field, *value);
      } else if (position == 0) {
        channel.label = to_utf8(field);
      } else {
        throw input.bad_file(
            fmt::format("line {}, field {}: {} is not a number", reader.number(), position + 1, in_quotes(field)));
      }
    }
    recording.channels.push_back(std::move(channel));
  }
  if (rounded) recording.warnings.emplace_back(kRoundedIntegers);
}

// Labels stand in the lines themselves, so that all of them are read before a choice is possible.
void drop_others(const Input& input, const OpenOptions& options, series::Recording& recording) {
  std::vector<std::vector<double>> samples;
  for (series::Channel& channel : recording.channels) {
    channel.n_unread = channel.samples.size();
    samples.push_back(std::exchange(channel.samples, {}));
  }
  const NeededSamples needed(input, options, recording);
  for (std::size_t c = 0; c < samples.size(); ++c) {
    if (needed[c]) recording.channels[c].samples = std::move(samples[c]);
  }
}

void refuse_wide_characters(Input& input) {
  constexpr std::size_t kMarkBytes = 2;
  if (input.size() < kMarkBytes) return;
  const std::string_view mark = input.text(0, kMarkBytes);
  if (mark == "\xff\xfe" || mark == "\xfe\xff") {
    throw input.error(ErrorCode::unsupported, "text in UTF-16: save it as UTF-8 or ASCII");
  }
}

}  // namespace

series::Recording read_csv(Input& input, const OpenOptions& options) {
  validate(options);
  if (input.size() == 0) throw input.bad_file("the file is empty");
  refuse_wide_characters(input);
  series::Recording recording;
  recording.path = input.name();
  recording.format = "text";
  const TableLayout layout = find_layout(input, options, recording.warnings);
  const auto set_rate = [&] {
    for (series::Channel& channel : recording.channels) {
      channel.has_rate = layout.rate.has_value();
      channel.rate = layout.rate.value_or(1.0);
    }
  };
  if (options.orientation == Orientation::rows) {
    read_rows(input, layout, options.decimal == DecimalMark::comma, recording);
    set_rate();
    if (options.needed) drop_others(input, options, recording);
    return recording;
  }
  for (const TableColumn& column : layout.columns) {
    if (column.wanted) recording.channels.emplace_back().label = column.label;
  }
  set_rate();
  Table(input, layout, options, recording).read();
  return recording;
}

}  // namespace biotropy::files
