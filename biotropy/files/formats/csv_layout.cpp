// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "biotropy/files/clock_columns.hpp"
#include "biotropy/files/clock_text.hpp"
#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/csv_ambiguous_internal.hpp"
#include "biotropy/files/formats/csv_decimal_internal.hpp"
#include "biotropy/files/formats/csv_first_lines_internal.hpp"
#include "biotropy/files/formats/csv_layout_internal.hpp"
#include "biotropy/files/formats/csv_lines_internal.hpp"
#include "biotropy/files/formats/csv_rate_internal.hpp"
#include "biotropy/files/formats/csv_separator_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text_internal.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/series/stamps.hpp"

namespace biotropy::files {

namespace {

std::vector<TextLine> with_points(const Input& input, std::vector<TextLine> lines, char separator) {
  for (TextLine& line : lines) line.text = with_points(input, line.text, line.number, separator);
  return lines;
}

// Contents of one column in the first lines.
struct Evidence {
  bool numbers = false;
  bool words = false;
  std::string first_word;
};

std::vector<Evidence> evidence_of(const std::vector<TextLine>& lines, std::size_t first_line, char separator) {
  std::vector<Evidence> columns;
  for (std::size_t k = first_line; k < lines.size(); ++k) {
    const Fields fields = fields_of(lines[k].text, separator);
    columns.resize(std::max(columns.size(), fields.size()));
    for (std::size_t c = 0; c < fields.size(); ++c) {
      if (is_number(fields[c])) {
        columns[c].numbers = true;
      } else if (!table_number(fields[c]) && !std::exchange(columns[c].words, true)) {
        columns[c].first_word = fields[c];
      }
    }
  }
  return columns;
}

// A header has names above numbers and clock times above clock times.
bool first_is_header(const std::vector<TextLine>& lines, char separator) {
  const Fields first = fields_of(lines.front().text, separator);
  const std::vector<Evidence> below = evidence_of(lines, 1, separator);
  bool any_number = false;
  for (std::size_t c = 0; c < first.size(); ++c) {
    any_number |= is_number(first[c]);
    if (!table_number(first[c]) && c < below.size() && below[c].numbers) return true;
  }
  return lines.size() == 1 && !any_number;
}

// Within quotes two of them stand for one.
std::string label_of(std::string_view name) {
  std::string label = to_utf8(name);
  for (std::size_t at = 0; (at = label.find("\"\"", at)) != std::string::npos; ++at) label.erase(at, 1);
  return label;
}

// A name that is a number with decimals may be the first sample, beside a word for a missing one.
void warn_of_numbers(const TextLine& line, const Fields& names, std::vector<std::string>& warnings) {
  for (const std::string_view name : names) {
    if (!is_number(name) || name.find('.') == std::string_view::npos) continue;
    warnings.push_back(fmt::format("line {} was taken for the names of the columns, though {} is a number", line.number,
                                   in_quotes(name)));
    return;
  }
}

// R writes no name above its row names, which are words, in quotes, or whole numbers that count.
bool are_row_names(const std::string& first_row, const Evidence& first, const std::vector<double>& numbers) {
  if (!first.numbers) return first.words;
  const bool whole = std::all_of(numbers.begin(), numbers.end(), [](double x) { return x == std::floor(x); });
  const FirstValues column{"row", numbers};
  return first_row.starts_with('"') || (whole && clocks_of({&column, 1}).front() == Clock::counter);
}

std::vector<TableColumn> named_columns(const std::vector<TextLine>& lines, const std::vector<Fields>& rows,
                                       const TableLayout& layout, const std::vector<Evidence>& evidence,
                                       std::vector<std::string>& warnings) {
  const std::size_t width = evidence.size();
  std::vector<TableColumn> columns(width);
  for (std::size_t c = 0; c < width; ++c) columns[c].label = fmt::format("col{}", c + 1);
  if (!layout.has_header) return columns;
  const Fields names = fields_of(lines.front().text, layout.separator);
  const bool one_more = names.size() + 1 == width;
  // A separator at the end of every line makes an empty column, which needs no name.
  const bool last_is_empty = one_more && !evidence.back().numbers && !evidence.back().words;
  const std::size_t shift =
      one_more && !last_is_empty && are_row_names(lines[1].text, evidence.front(), numbers_in(rows, 0)) ? 1 : 0;
  if (names.size() != width && !last_is_empty && shift == 0) {
    warnings.push_back(fmt::format("line {} has {} names for {} columns: they are not used", lines.front().number,
                                   names.size(), width));
    return columns;
  }
  warn_of_numbers(lines.front(), names, warnings);
  std::map<std::string, std::size_t> counts;
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (names[c].empty()) continue;
    columns[c + shift] = {label_of(names[c]), true};
    ++counts[columns[c + shift].label];
  }
  for (const auto& [name, count] : counts) {
    if (count > 1) {
      warnings.push_back(fmt::format("the name {} is above {} columns; all of them are kept", in_quotes(name), count));
    }
  }
  return columns;
}

void choose_named(const std::string& list, std::vector<TableColumn>& columns) {
  series::Recording names;
  for (TableColumn& column : columns) {
    column.wanted = false;
    names.channels.emplace_back().label = column.label;
  }
  try {
    for (const std::size_t c : select_channels(names, list)) columns[c].wanted = true;
  } catch (const Error& error) {
    throw Error::argument("columns", error.value(), error.allowed());
  }
}

void choose_numeric(const Input& input, const std::vector<Evidence>& evidence, std::vector<TableColumn>& columns,
                    std::vector<std::string>& warnings) {
  const auto numeric = std::find_if(evidence.begin(), evidence.end(), [](const Evidence& e) { return e.numbers; });
  if (numeric == evidence.end()) throw input.bad_file("no column of numbers was found");
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (evidence[c].numbers) continue;
    columns[c].wanted = !evidence[c].words;
    if (evidence[c].words) {
      warnings.push_back(fmt::format("column {} ({}) was left out: {} is not a number", c + 1, columns[c].label,
                                     in_quotes(evidence[c].first_word)));
    }
    // A separator at the end of every line makes an empty column.
    if (!evidence[c].words && !columns[c].named && c + 1 == columns.size()) columns[c].wanted = false;
  }
}

std::vector<FirstValues> first_values(const std::vector<Fields>& rows, const TableLayout& layout) {
  std::vector<FirstValues> columns;
  for (const TableColumn& column : layout.columns) {
    columns.push_back({column.named ? column.label : "", numbers_in(rows, columns.size()), column.wanted});
  }
  return columns;
}

// Removes columns of time and sample counts, unless there are no others.
void leave_out_clocks(const Input& input, const std::vector<Fields>& rows, TableLayout& layout,
                      std::vector<std::string>& warnings) {
  const std::vector<Clock> clocks = clocks_beside_channels(first_values(rows, layout));
  const Clock first = clocks.empty() ? Clock::none : clocks.front();
  if (first == Clock::irregular) {
    throw input.error(
        ErrorCode::unsupported,
        "column 1 has no name, and may be time, an index or a channel: choose the channels with the option "
        "columns");
  }
  if (first == Clock::even) layout.clock = 0;
  for (std::size_t c = 0; c < clocks.size(); ++c) {
    if (clocks[c] == Clock::none) continue;
    layout.columns[c].wanted = false;
    warnings.push_back(
        fmt::format("column {} ({}) was left out: it counts time or samples; choose it with the option columns to "
                    "read it",
                    c + 1, layout.columns[c].label));
  }
}

// Times of day in a column of text; empty if one line in ten has none, but for rows without any value.
std::vector<double> clock_times_in(const std::vector<Fields>& rows, std::size_t column) {
  std::vector<double> times;
  std::size_t without = 0;
  for (const Fields& row : rows) {
    const auto time = column < row.size() ? clock_seconds(row[column]) : std::nullopt;
    if (time) times.push_back(*time);
    without += std::all_of(row.begin(), row.end(), [](auto field) { return field.empty(); }) ? 1 : 0;
  }
  return 10 * times.size() >= 9 * (rows.size() - without) ? times : std::vector<double>();
}

double shortest_step(const std::vector<double>& values) {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < values.size(); ++i) shortest = std::min(shortest, values[i] - values[i - 1]);
  return shortest;
}

// Of the columns that are no channels, the first of time in equal steps, otherwise the first counter. Intervals between
// beats are not equally far apart in time.
std::optional<TimeColumn> find_time(const std::vector<Fields>& rows, const TableLayout& layout, bool of_intervals) {
  std::optional<TimeColumn> found;
  const std::vector<FirstValues> columns = first_values(rows, layout);
  const std::vector<Clock> clocks = clocks_of(columns);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].wanted) continue;
    const std::vector<double> times = clock_times_in(rows, c);
    const bool of_day = !times.empty();
    const std::vector<double>& values = of_day ? times : columns[c].values;
    const Clock clock = of_day ? Clock::time : clocks[c];
    if (clock == Clock::none || clock == Clock::irregular || (clock == Clock::time && of_intervals)) continue;
    const bool is_index = clock == Clock::index;
    const double step = is_index ? shortest_step(values) : series::read_stamps(values).step;
    if (step > 0.0 && clock == Clock::time) return TimeColumn{c, step, false, of_day};
    if (step > 0.0 && (!found || found->step == 0.0)) found = TimeColumn{c, step, !is_index, false, is_index};
    if (step == 0.0 && !found && clock == Clock::time) found = TimeColumn{c, 0.0, false, of_day};
  }
  return found;
}

bool tells_of_whom(const std::string& label) {
  constexpr std::array<std::string_view, 7> people = {"subject", "subject_id", "sub",           "participant",
                                                      "patient", "patient_id", "participant_id"};
  return std::find(people.begin(), people.end(), lower(label)) != people.end();
}

// "subject", "participant_id", and words below "Channel", where numbers may be a signal: such a table may have its
// series one below the other.
std::optional<std::size_t> find_series(const std::vector<TableColumn>& columns, const std::vector<Evidence>& evidence) {
  constexpr std::array<std::string_view, 4> places = {"channel", "electrode", "sensor", "lead"};
  for (std::size_t c = 0; columns.size() > 1 && c < columns.size(); ++c) {
    const std::string name = lower(columns[c].label);
    if (tells_of_whom(name) ||
        (std::find(places.begin(), places.end(), name) != places.end() && evidence[c].words && !evidence[c].numbers))
      return c;
  }
  return std::nullopt;
}

void choose_columns(const Input& input, const OpenOptions& options, const std::vector<TextLine>& lines,
                    TableLayout& layout, std::vector<std::string>& warnings) {
  const std::size_t width = usual_width(lines, layout.head, layout.separator);
  if (const std::uint64_t most = most_text_channels(input); width > most) {
    throw input.error(ErrorCode::unsupported,
                      fmt::format("more than {} columns in a file of {} bytes: if every line is a channel, choose the "
                                  "orientation \"rows\"",
                                  most, input.size()));
  }
  std::vector<Evidence> evidence = evidence_of(lines, layout.head, layout.separator);
  evidence.resize(width);
  std::vector<Fields> rows;
  for (std::size_t k = layout.head; k < lines.size(); ++k) rows.push_back(fields_of(lines[k].text, layout.separator));
  if (!rows.empty()) refuse_numbers_of_samples(input, rows, lines[layout.head].number);
  layout.columns = named_columns(lines, rows, layout, evidence, warnings);
  if (options.columns.empty()) {
    choose_numeric(input, evidence, layout.columns, warnings);
    leave_out_clocks(input, rows, layout, warnings);
  } else {
    choose_named(options.columns, layout.columns);
  }
  layout.series = find_series(layout.columns, evidence);
  layout.refuses_series =
      options.columns.empty() || (layout.series && tells_of_whom(layout.columns[*layout.series].label));
  const auto is_wanted = [](const TableColumn& column) { return column.wanted; };
  if (options.intervals && std::count_if(layout.columns.begin(), layout.columns.end(), is_wanted) == 1) {
    const auto wanted = std::find_if(layout.columns.begin(), layout.columns.end(), is_wanted);
    layout.beats = find_beat_times(rows, static_cast<std::size_t>(wanted - layout.columns.begin()),
                                   clocks_of(first_values(rows, layout)));
  }
  if (!layout.beats) layout.time = find_time(rows, layout, options.intervals);
}

// Removes lines without fields, now that the separator is known.
void drop_blank_lines(std::vector<TextLine>& lines, char separator) {
  const std::size_t columns = usual_width(lines, 0, separator);
  std::erase_if(lines, [&](const TextLine& line) { return is_blank_row(line.text, separator, columns); });
}

// Rows without values above names are no samples.
std::vector<TextLine> take_rows_above(std::vector<TextLine>& lines) {
  const auto end = std::find_if(lines.begin(), lines.end(), [](const TextLine& line) { return !is_blank(line.text); });
  std::vector<TextLine> rows(std::make_move_iterator(lines.begin()), std::make_move_iterator(end));
  lines.erase(lines.begin(), end);
  return rows;
}

// Where lines are channels, only the number of their fields matters: it may be far larger than that of columns.
TableLayout layout_of_rows(const std::vector<TextLine>& lines, TableLayout layout) {
  FieldReader reader(lines.front().text, layout.separator);
  for (std::string_view field; reader.next(field);) ++layout.width;
  return layout;
}

void find_head(const Input& input, const std::vector<TextLine>& lines, TableLayout& layout,
               std::vector<std::string>& warnings) {
  layout.has_header = first_is_header(lines, layout.separator) || are_quoted_names(lines, layout.separator) ||
                      are_numbers_above_index(lines, layout.separator);
  layout.head = layout.has_header ? 1 : 0;
  if (layout.has_header) return;
  refuse_numbered_columns(input, lines, layout.separator);
  const auto rate = rate_below_start(lines, layout.separator);
  if (!rate) return warn_of_whole_numbers(lines, layout.separator, warnings);
  layout.rate = rate;
  layout.head = 2;
  warnings.push_back(
      fmt::format("lines {} and {} are no samples but the start and a sampling rate of {} Hz, as "
                  "Empatica writes them",
                  lines[0].number, lines[1].number, *rate));
}

}  // namespace

std::uint64_t most_text_channels(const Input& input) {
  constexpr std::uint64_t few = 16'384, bytes_of_channel = 120;
  return std::min(kMostChannels, few + input.size() / bytes_of_channel);
}

TableLayout find_layout(Input& input, const OpenOptions& options, std::vector<std::string>& warnings) {
  TableLayout layout;
  auto [lines, comments] = first_lines(input);
  if (std::all_of(lines.begin(), lines.end(), [](const TextLine& line) { return is_blank(line.text); })) {
    throw input.bad_file("no line with numbers was found");
  }
  const bool comma_is_decimal = options.decimal == DecimalMark::comma;
  layout.rate = options.rate ? options.rate : rate_in_comments(input, comments, comma_is_decimal, warnings);
  const std::vector<TextLine> with_values = lines_with_values(lines);
  if (!comma_is_decimal) {
    if (!options.separator) refuse_unclear_commas(input, with_values);
    refuse_decimal_commas(input, with_values,
                          options.separator ? std::string(1, static_cast<char>(*options.separator)) : ";\t ");
  }
  layout.separator = options.separator ? static_cast<char>(*options.separator)
                                       : find_separator(with_values, comma_is_decimal, options.orientation);
  drop_blank_lines(lines, layout.separator);
  if (comma_is_decimal) lines = with_points(input, std::move(lines), layout.separator);
  std::vector<TextLine> above = take_rows_above(lines);
  if (options.orientation == Orientation::rows) return layout_of_rows(lines, std::move(layout));
  find_head(input, lines, layout, warnings);
  if (layout.head == 0) {
    lines.insert(lines.begin(), std::make_move_iterator(above.begin()), std::make_move_iterator(above.end()));
  }
  choose_columns(input, options, lines, layout, warnings);
  if (options.rate) layout.rate = options.rate;
  return layout;
}

}  // namespace biotropy::files
