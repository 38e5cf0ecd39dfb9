// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/text/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text/layout_internal.hpp"
#include "biotropy/files/formats/text/lines_internal.hpp"
#include "biotropy/files/formats/text/stamps_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

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
        number_(layout.options),
        recording_(recording),
        needed_(input, options, recording),
        are_columns_given_(!options.columns.empty()),
        series_column_(layout.series) {
    if (layout.time) stamps_.emplace(*layout.time, layout.labels[layout.time->column]);
  }

  void read() {
    LineReader reader(input_);
    for (std::string_view line; reader.next(line);) {
      if (reader.number() <= layout_.above) continue;
      if (is_comment(line, layout_.options.comments) ||
          is_blank_row(line, layout_.separator(), layout_.labels.size())) {
        ++n_passed_over_;
      } else {
        add(line, reader.number());
      }
    }
    finish();
  }

 private:
  void add(std::string_view line, std::uint64_t number) {
    if (cut_) throw input_.bad_file(*cut_);
    if (rows_ > 0) n_between_ += n_passed_over_;
    n_passed_over_ = 0;
    fields_.clear();
    FieldReader reader(line, layout_.separator());
    for (std::string_view field; fields_.size() <= layout_.labels.size() && reader.next(field);) {
      fields_.push_back(field);
    }
    if (fields_.size() != layout_.labels.size()) {
      const bool too_many = fields_.size() > layout_.labels.size();
      cut_ =
          fmt::format("line {} ({}) has {} where {} were expected{}", number, in_quotes(line),
                      too_many ? "more fields" : counted(fields_.size(), "field"), layout_.labels.size(), hint_above());
      return;
    }
    if (series_column_) require_one_series(number);
    if (stamps_) stamps_->add(fields_[layout_.time->column], number_);
    if (rows_ == 0) reserve(line.size());
    for (std::size_t k = 0; k < layout_.channels.size(); ++k) {
      const double found = value(layout_.channels[k], number);
      if (needed_[k]) {
        recording_.channels[k].samples.push_back(found);
      } else {
        ++recording_.channels[k].n_unread;
      }
    }
    ++rows_;
  }

  std::string_view hint_above() const { return any_value_ ? "" : "; skip_lines leaves out lines above the samples"; }

  void require_one_series(std::uint64_t number) {
    const std::string_view name = fields_[*series_column_];
    if (series_.empty()) series_ = name;
    if (name.empty() || name == series_) return;
    const std::string change = fmt::format("line {}: column {} ({}) goes from {} to {}", number, *series_column_ + 1,
                                           layout_.labels[*series_column_], in_quotes(series_), in_quotes(name));
    if (!are_columns_given_) {
      throw input_.error(ErrorCode::unsupported,
                         change + "; make a file for each, or give the columns that are one series");
    }
    recording_.notices.push_back(warning("several_series", change + "; the lines are read as one series"));
    series_column_.reset();
  }

  // Estimated from the first line; an error costs a copy, bounded by the file size.
  void reserve(std::size_t line_size) {
    for (std::size_t k = 0; k < layout_.channels.size(); ++k) {
      if (needed_[k]) recording_.channels[k].samples.reserve(input_.size() / (line_size + 1) + 1);
    }
  }

  double value(std::size_t column, std::uint64_t line) {
    const std::string_view field = fields_[column];
    const auto parsed = number_(field);
    if (!parsed) {
      const std::string where =
          layout_.labels.size() == 1 ? "" : fmt::format(", column {} ({})", column + 1, layout_.labels[column]);
      throw input_.bad_file(
          fmt::format("line {}{}: {} is not a number{}", line, where, in_quotes(field), hint_above()));
    }
    missing_ += std::isnan(*parsed) ? 1 : 0;
    any_value_ |= !std::isnan(*parsed);
    rounded_ |= is_rounded_integer(field, *parsed);
    return *parsed;
  }

  void finish() {
    if (rows_ == 0 || !any_value_) throw input_.bad_file(cut_ ? *cut_ : "no line with numbers was found");
    if (stamps_) {
      if (!layout_.options.intervals || recording_.channels.size() != 1) {
        stamps_->apply(recording_);
      } else if (!layout_.time->step) {
        stamps_->apply_to_intervals(recording_);
      }
    }
    auto& notices = recording_.notices;
    if (cut_) notices.push_back(warning("file_cut", *cut_ + ": the last line was left out"));
    if (n_between_ > 0) {
      notices.push_back(
          warning("lines_passed_over", counted(n_between_, "line") + " without samples between others passed over"));
    }
    if (rounded_) notices.push_back(integers_rounded());
    if (missing_ > 0) {
      notices.push_back(warning(
          "missing_samples", counted(missing_, "missing value") + (missing_ == 1 ? " was" : " were") + " kept as NaN"));
    }
    if (recording_.channels.size() > rows_) {
      notices.push_back(
          warning("orientation_doubtful",
                  fmt::format("{} columns of {} lines; if every line is a channel, give `orientation = rows`",
                              recording_.channels.size(), rows_)));
    }
    if (layout_.rate_comment && !recording_.channels.front().has_rate) {
      notices.push_back(
          warning("rate_in_comment", fmt::format("line {}: {} is a comment; give the rate to use it",
                                                 layout_.rate_comment->number, in_quotes(layout_.rate_comment->text))));
    }
  }

  Input& input_;
  const TableLayout& layout_;
  const FieldNumber number_;
  series::Recording& recording_;
  NeededSamples needed_;
  std::vector<std::string_view> fields_;
  const bool are_columns_given_;
  std::optional<std::size_t> series_column_;
  std::string series_;
  std::optional<std::string> cut_;  // a line with too few or too many fields may only be the last one
  std::optional<TableStamps> stamps_;
  bool rounded_ = false, any_value_ = false;
  std::uint64_t rows_ = 0, missing_ = 0, n_passed_over_ = 0, n_between_ = 0;
};

// Reads a table with one channel per line; a word in front of the numbers is its label.
void read_rows(Input& input, const TableLayout& layout, series::Recording& recording) {
  LineReader reader(input);
  const FieldNumber number(layout.options);
  std::optional<std::size_t> width;
  bool rounded = false, any_value = false;
  for (std::string_view line; reader.next(line);) {
    if (reader.number() <= layout.above || is_comment(line, layout.options.comments)) continue;
    if (!width && !is_blank(line)) width = fields_of(line, layout.separator()).size();
    if (is_blank_row(line, layout.separator(), width.value_or(0))) continue;
    if (const std::uint64_t most = most_text_channels(input); recording.channels.size() == most) {
      throw input.error(ErrorCode::unsupported,
                        fmt::format("more than {} lines in a file of {} bytes cannot be channels", most, input.size()));
    }
    series::Channel channel;
    channel.label = fmt::format("row{}", recording.channels.size() + 1);
    FieldReader fields(line, layout.separator());
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
  constexpr std::size_t mark_bytes = 2;
  if (input.size() < mark_bytes) return;
  const std::string_view mark = input.text(0, mark_bytes);
  if (mark == "\xff\xfe" || mark == "\xfe\xff") {
    throw input.error(ErrorCode::unsupported, "the text is UTF-16; save it as UTF-8");
  }
}

}  // namespace

series::Recording read_table(Input& input, const OpenOptions& options) {
  validate(options);
  if (input.size() == 0) throw input.bad_file("the file is empty");
  refuse_wide_characters(input);
  series::Recording recording;
  recording.path = input.name();
  recording.format = "text";
  const TableLayout layout = find_layout(input, options, recording.notices);
  const bool are_rows = options.orientation == Orientation::rows;
  if (are_rows) read_rows(input, layout, recording);
  for (const std::size_t c : layout.channels) recording.channels.emplace_back().label = layout.labels[c];
  for (series::Channel& channel : recording.channels) {
    channel.has_rate = layout.options.rate.has_value();
    channel.rate = layout.options.rate.value_or(1.0);
  }
  if (!are_rows) {
    Table(input, layout, options, recording).read();
  } else if (options.needed) {
    drop_others(input, options, recording);
  }
  OpenOptions decided = layout.options;
  if (!recording.channels.empty() && recording.channels.front().has_rate)
    decided.rate = recording.channels.front().rate;
  set_decided(decided, recording);
  return recording;
}

}  // namespace biotropy::files
