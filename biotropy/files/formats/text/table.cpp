// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/formats/readers.hpp"
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

constexpr double kDay = 86'400.0;

class Table {
 public:
  Table(Input& input, const TableLayout& layout, series::Recording& recording)
      : input_(input), layout_(layout), recording_(recording) {}

  void read() {
    for (const std::size_t column : layout_.channels) new_channel(layout_.labels[column]);
    const bool are_rows = options_.orientation == Orientation::rows;
    if (!are_rows) needed_.emplace(input_, options_, recording_);
    LineReader reader(input_);
    for (std::string_view line; reader.next(line);) {
      line_ = reader.number();
      if (line_ <= layout_.above || is_comment(line, options_.comments) || is_blank_row(line)) continue;
      are_rows ? add_channel(line) : add_samples(line);
    }
    reader.add_notes(recording_.notices);
    if (!any_value_) throw input_.bad_file(cut_.value_or("no line with numbers was found"));
    if (are_rows) leave_out_channels();
    const bool are_intervals = options_.intervals && recording_.channels.size() == 1;
    if (layout_.time && !(are_intervals && layout_.time_step)) apply_times(are_intervals);
    add_notices();
  }

 private:
  series::Channel& new_channel(const std::string& label) {
    series::Channel& channel = recording_.channels.emplace_back();
    channel.label = label;
    channel.has_rate = options_.rate.has_value();
    channel.rate = options_.rate.value_or(1.0);
    return channel;
  }

  // Takes the time of a line: a number, or a time of day, with a day more wherever a date that is only text changes.
  void add_time(std::string_view field) {
    auto value = field_number(field, options_);
    if (const auto clock = value ? std::nullopt : clock_time(field)) {
      if (!clock->date.empty() && !date_.empty() && clock->date != date_) days_ += kDay;
      if (!clock->date.empty()) date_ = clock->date;
      value = clock->seconds + days_;
      are_clocks_ = true;
    }
    times_.push_back(value && std::isfinite(*value) ? *value : kNaN);
  }

  // Times of day begin again at midnight, and counters of a few bytes behind their greatest number.
  void join_times() {
    const bool are_counts = options_.input_format == TextFormat::openbci && layout_.time_step;
    if (!are_clocks_ && !are_counts) return;
    double least = std::numeric_limits<double>::infinity(), greatest = -least, before = -least, added = 0.0;
    for (const double value : times_) {
      least = std::fmin(least, value);
      greatest = std::fmax(greatest, value);
    }
    const double period = are_counts ? greatest - least + *layout_.time_step : kDay;
    for (double& value : times_) {
      if (value + added < before - (are_counts ? 0.0 : kDay / 2)) added += period;
      before = std::fmax(before, value += added);
    }
  }

  // Gives every channel the gaps by the rule of biotropy/series/stamps.hpp, and the rate if none is known and that of
  // the stamps is; with notices. Intervals have gaps where their times are further apart.
  void apply_times(bool to_intervals) {
    join_times();
    const series::Stamps found = to_intervals ? series::missing_beats(times_, recording_.channels.front().samples)
                                              : series::read_stamps(times_, layout_.time_step);
    const std::string column = layout_.name_of(*layout_.time);
    if (std::ranges::none_of(times_, [](double value) { return std::isfinite(value); }))
      warn("times_unreadable", column + " has no time that can be read: gaps are not looked for");
    if (found.kind == series::StampKind::uneven)
      warn("times_uneven",
           column + ": time is uneven, so samples are taken as evenly spaced and gaps are not looked for");
    if (found.kind == series::StampKind::packets) {
      recording_.notices.push_back(
          note("times_of_packets", column + ": samples share the time of their packet and are taken as evenly spaced"));
    }
    if (!found.gaps.empty()) {
      const auto back = std::ranges::count_if(found.missing, [](double missing) { return missing < 0.0; });
      warn(to_intervals ? "beats_missing" : "gaps",
           fmt::format("{} has {}, the first after {} {}{}; no template crosses them", column,
                       counted(found.gaps.size(), "gap"), to_intervals ? "interval" : "sample", found.gaps.front(),
                       back > 0 ? fmt::format(" (time stands still or goes back at {})", back) : ""));
    }
    const double step = found.step * layout_.time_seconds.value_or(0.0);
    const double rate = step > 0.0 ? 1.0 / step : 0.0;
    const double rounded = rate > 0.0 ? series::rounded_rate(rate, found, times_) : 0.0;
    for (series::Channel& channel : recording_.channels) {
      if (!channel.has_rate && rate > 0.0) {
        channel.has_rate = true;
        channel.rate = rounded;
      }
      channel.gap_starts = found.gaps;
      channel.gap_seconds = found.missing;
      for (double& seconds : channel.gap_seconds) seconds /= to_intervals ? 1.0 : channel.rate;
    }
    const double given = recording_.channels.front().rate;
    if (rate > 0.0 && std::abs(given / rate - 1.0) > series::kOtherRate) {
      warn("rates_differ",
           fmt::format("{} has {:g} samples a second; the rate given, {} Hz, is used", column, rate, given));
    }
  }

  // True for a blank line, but not for the tabs alone of a row whose values are all missing.
  bool is_blank_row(std::string_view line) const {
    if (!is_blank(line)) return false;
    return options_.separator != Separator::tab || layout_.width < 2 ||
           std::cmp_not_equal(std::ranges::count(line, '\t') + 1, layout_.width);
  }

  // All samples of a channel; a word in front of the numbers is its label.
  void add_channel(std::string_view line) {
    require_few_channels(input_, rows_ + 1, "lines cannot be channels");
    series::Channel& channel = new_channel(fmt::format("row{}", ++rows_));
    FieldReader reader(line, static_cast<char>(*options_.separator));
    std::size_t column = 0;
    for (std::string_view field; reader.next(field); ++column) {
      if (column == 0 && !field_number(field, options_) && !to_double(field)) {
        channel.label = to_utf8(field);
      } else {
        channel.samples.push_back(value(field, column));
      }
    }
  }

  // Which lines are needed is known by their labels, when all have been read.
  void leave_out_channels() {
    needed_.emplace(input_, options_, recording_);
    for (std::size_t c = 0; c < recording_.channels.size(); ++c) {
      series::Channel& channel = recording_.channels[c];
      if (!(*needed_)[c]) channel.n_unread = std::exchange(channel.samples, {}).size();
    }
  }

  // A sample of every channel.
  void add_samples(std::string_view line) {
    if (cut_) {
      throw input_.bad_file(*cut_ + (any_value_ ? "; if another mark parts the columns, give the separator" : ""));
    }
    split(line, *options_.separator, layout_.width, fields_);
    if (fields_.size() != layout_.width) {
      cut_ = fmt::format("line {} ({}) has {} where {} were expected{}", line_, in_quotes(line),
                         fields_.size() > layout_.width ? "more fields" : counted(fields_.size(), "field"),
                         layout_.width, hint_above());
      return;
    }
    if (rows_ > 0) n_between_ += line_ - last_line_ - 1;
    last_line_ = line_;
    if (layout_.series) require_one_series(*layout_.series);
    if (layout_.time) add_time(fields_[*layout_.time]);
    for (std::size_t k = 0; k < layout_.channels.size(); ++k) {
      const double found = value(fields_[layout_.channels[k]], layout_.channels[k]);
      const bool is_needed = (*needed_)[k];
      std::vector<double>& samples = recording_.channels[k].samples;
      // An error of the estimate costs a copy, bounded by the file size.
      if (rows_ == 0 && is_needed) samples.reserve(input_.size() / (line.size() + 1) + 1);
      if (is_needed) samples.push_back(found);
      recording_.channels[k].n_unread += is_needed ? 0 : 1;
    }
    ++rows_;
  }

  // A line of words alone may have the names.
  std::string hint_above() const {
    if (any_value_) return {};
    const bool may_be_names =
        line_ > 1 && fields_.size() == layout_.width && std::none_of(fields_.begin(), fields_.end(), table_number);
    return fmt::format("; if {} above the samples, give `skip_lines = {}`", may_be_names ? "lines are" : "it is",
                       line_ - (may_be_names ? 1 : 0));
  }

  void require_one_series(std::size_t column) {
    const std::string_view name = fields_[column];
    if (series_.empty()) series_ = name;
    if (name.empty() || name == series_) return;
    throw input_.error(ErrorCode::unsupported,
                       fmt::format("line {}: {} goes from {} to {}; make a file for each, or "
                                   "give the columns that are one series",
                                   line_, layout_.name_of(column), in_quotes(series_), in_quotes(name)));
  }

  double value(std::string_view field, std::size_t column) {
    const auto parsed = field_number(field, options_);
    if (!parsed) {
      const bool is_word = field.size() < 20 && is_utf8(field) && std::ranges::none_of(field, [](char c) {
                             return (c >= 0 && c < ' ') || c == ',' || c == '`';
                           });
      std::string hint = hint_above();
      if (any_value_ && is_word) hint = fmt::format("; if it is missing, give `missing_words = {}`", field);
      if (number_with_comma(field)) hint = "; give `decimal = comma`";
      throw input_.bad_file(fmt::format("line {}{}: {} is not a number{}", line_,
                                        layout_.width == 1 ? "" : ", " + layout_.name_of(column), in_quotes(field),
                                        hint));
    }
    missing_ += std::isnan(*parsed) ? 1 : 0;
    any_value_ |= !std::isnan(*parsed);
    rounded_ |= is_rounded_integer(field, *parsed);
    return *parsed;
  }

  void add_notices() {
    if (n_between_ > 0) {
      warn("lines_passed_over", counted(n_between_, "line") + " without samples between others passed over");
    }
    if (cut_) warn("file_cut", *cut_ + ": the last line was left out");
    if (rounded_) recording_.notices.push_back(integers_rounded());
    if (missing_ > 0) {
      warn("missing_samples", counted(missing_, "missing value") + (missing_ == 1 ? " was" : " were") + " kept as NaN");
    }
    const std::size_t n_channels = recording_.channels.size();
    if (n_channels > rows_) {
      warn("orientation_doubtful", fmt::format("{} of {}; if every line is a channel, give `orientation = rows`",
                                               counted(n_channels, "column"), counted(rows_, "line")));
    }
  }

  void warn(const char* code, const std::string& text) { recording_.notices.push_back(warning(code, text)); }

  Input& input_;
  const TableLayout& layout_;
  const OpenOptions& options_ = layout_.options;
  series::Recording& recording_;
  std::optional<NeededSamples> needed_;
  Fields fields_;
  std::string series_;
  std::optional<std::string> cut_;  // a line with too few or too many fields may only be the last one
  std::vector<double> times_;       // NaN: none
  double days_ = 0.0;               // in seconds, by dates
  std::string date_;
  bool rounded_ = false, any_value_ = false, are_clocks_ = false;
  std::uint64_t line_ = 0, last_line_ = 0, rows_ = 0, missing_ = 0, n_between_ = 0;
};

}  // namespace

series::Recording read_table(Input& input, const OpenOptions& options) {
  validate(options);
  if (input.size() == 0) throw input.bad_file("the file is empty");
  series::Recording recording;
  recording.path = input.name();
  recording.format = "text";
  const TableLayout layout = find_layout(input, options, recording.notices);
  Table(input, layout, recording).read();
  OpenOptions decided = layout.options;
  if (!recording.channels.empty() && recording.channels.front().has_rate)
    decided.rate = recording.channels.front().rate;
  set_decided(decided, recording);
  return recording;
}

}  // namespace biotropy::files
