// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/csv_clock_internal.hpp"
#include "biotropy/files/formats/csv_decimal_internal.hpp"
#include "biotropy/files/formats/csv_layout_internal.hpp"
#include "biotropy/files/formats/csv_lines_internal.hpp"
#include "biotropy/files/formats/csv_rate_internal.hpp"
#include "biotropy/files/formats/csv_time_gaps_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text_internal.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kLookLines = 200;
constexpr std::size_t kLayoutBytes = std::size_t{1} << 20;

struct Line {
  std::uint64_t number = 0;
  std::string text;
};

using Fields = std::vector<std::string_view>;

Fields fields_of(std::string_view line, char separator) {
  Fields fields;
  FieldReader reader(line, separator);
  for (std::string_view field; fields.size() <= kMostChannels && reader.next(field);) fields.push_back(field);
  return fields;
}

bool is_number(std::string_view field) {
  return to_double(field).has_value();
}

Error decimal_comma(const Input& input, const Line& line, std::string_view field) {
  return input.error(ErrorCode::unsupported,
                     fmt::format("line {}: {} has a decimal comma: say so with the option decimal, "
                                 "or write numbers with a point",
                                 line.number, in_quotes(field)));
}

void refuse_decimal_comma(const Input& input, const std::vector<Line>& lines, std::string_view separators) {
  for (const char separator : separators) {
    std::size_t suspicious = 0;
    std::pair<const Line*, std::string> example{nullptr, ""};
    for (const Line& line : lines) {
      const Fields fields = fields_of(line.text, separator);
      const bool plain = std::all_of(fields.begin(), fields.end(),
                                     [](auto field) { return is_number(field) || has_decimal_comma(field); });
      const auto found = std::find_if(fields.begin(), fields.end(), has_decimal_comma);
      if (fields.size() < 2 || found == fields.end() || (separator == ' ' && !plain)) continue;
      if (suspicious++ == 0) example = {&line, std::string(*found)};
    }
    if (2 * suspicious >= lines.size() && suspicious > 0) throw decimal_comma(input, *example.first, example.second);
  }
}

// "0,812" alone on a line could also be two columns, so the user must choose. With a decimal comma, integers have no
// comma, and one name can be above.
void refuse_pairs(const Input& input, const std::vector<Line>& lines) {
  const Line* pair = nullptr;
  for (const Line& line : lines) {
    const std::string_view text = trimmed(line.text);
    const bool is_single = text.find(',') == std::string_view::npos;
    if (has_decimal_comma(text)) {
      pair = pair != nullptr ? pair : &line;
    } else if (!is_single || (&line != &lines.front() && !table_number(text))) {
      return;
    }
  }
  if (pair == nullptr) return;
  throw input.error(ErrorCode::unsupported,
                    fmt::format("line {}: {} is two columns or one number with a decimal comma: choose comma with the "
                                "option separator for two columns, or with the option decimal for one",
                                pair->number, in_quotes(trimmed(pair->text))));
}

// The most frequent number of fields; the larger one of a tie.
std::size_t usual_width(const std::vector<Line>& lines, std::size_t first_line, char separator) {
  std::map<std::size_t, std::size_t> counts;
  for (std::size_t k = first_line; k < lines.size(); ++k) ++counts[fields_of(lines[k].text, separator).size()];
  std::size_t width = 0, most = 0;
  for (const auto& [fields, count] : counts) {
    if (count < most) continue;
    width = fields;
    most = count;
  }
  return width;
}

std::vector<Line> with_points(const Input& input, std::vector<Line> lines, char separator) {
  for (Line& line : lines) line.text = with_points(input, line.text, line.number, separator);
  return lines;
}

// The separator that gives the most numeric fields; of equal ones, the most lines of the same length.
char find_separator(const std::vector<Line>& lines, bool comma_is_decimal) {
  char best = '\t';
  std::pair<std::size_t, std::size_t> most{0, 0};
  for (const char separator : {'\t', ';', ',', ' '}) {
    if (comma_is_decimal && separator == ',') continue;
    const std::size_t width = usual_width(lines, 0, separator);
    std::pair<std::size_t, std::size_t> counts{0, 0};
    for (const Line& line : lines) {
      const Fields fields = fields_of(line.text, separator);
      counts.first += static_cast<std::size_t>(std::count_if(fields.begin(), fields.end(), [&](auto field) {
        return is_number(field) || (comma_is_decimal && has_decimal_comma(field));
      }));
      counts.second += fields.size() == width ? 1 : 0;
    }
    if (counts <= most) continue;
    most = counts;
    best = separator;
  }
  return best;
}

// Contents of one column in the first lines.
struct Evidence {
  bool numbers = false;
  bool words = false;
  std::string first_word;
};

std::vector<Evidence> evidence_of(const std::vector<Line>& lines, std::size_t first_line, char separator) {
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
bool first_is_header(const std::vector<Line>& lines, char separator) {
  const Fields first = fields_of(lines.front().text, separator);
  const std::vector<Evidence> below = evidence_of(lines, 1, separator);
  bool any_number = false;
  for (std::size_t c = 0; c < first.size(); ++c) {
    any_number |= is_number(first[c]);
    if (!table_number(first[c]) && c < below.size() && below[c].numbers) return true;
  }
  return lines.size() == 1 && !any_number;
}

// "0,1,2" or, above the index of pandas, ",0,1,2": the numbers of the columns, from 0 or from 1 on.
bool counts_columns(const Fields& first) {
  const auto begin = first.begin() + (first.front().empty() ? 1 : 0);
  if (first.end() - begin < 2 || (*begin != "0" && *begin != "1")) return false;
  std::size_t next = *begin == "0" ? 0 : 1;
  return std::all_of(begin, first.end(), [&](std::string_view field) { return field == std::to_string(next++); });
}

// pandas names columns by numbers if it knows no names, and such a line could be the first sample as well. The user
// must say which: integers in every line are samples.
void refuse_numbered_columns(const Input& input, const std::vector<Line>& lines, char separator) {
  if (lines.size() < 2 || !counts_columns(fields_of(lines.front().text, separator))) return;
  const Fields below = fields_of(lines[1].text, separator);
  const bool decimals = std::any_of(below.begin(), below.end(), [](std::string_view field) {
    return is_number(field) && field.find_first_of(".eE") != std::string_view::npos;
  });
  if (!decimals) return;
  throw input.error(ErrorCode::unsupported,
                    fmt::format("line {}: {} may be names of the columns or the first sample: write names that are no "
                                "numbers, or the numbers of the sample with a decimal point",
                                lines.front().number, in_quotes(trimmed(lines.front().text))));
}

// Within quotes two of them stand for one.
std::string label_of(std::string_view name) {
  std::string label = to_utf8(name);
  for (std::size_t at = 0; (at = label.find("\"\"", at)) != std::string::npos; ++at) label.erase(at, 1);
  return label;
}

std::vector<TableColumn> named_columns(const std::vector<Line>& lines, const TableLayout& layout, std::size_t width,
                                       std::vector<std::string>& warnings) {
  std::vector<TableColumn> columns(width);
  for (std::size_t c = 0; c < width; ++c) columns[c].label = fmt::format("col{}", c + 1);
  if (!layout.has_header) return columns;
  const Fields names = fields_of(lines.front().text, layout.separator);
  // R writes no name above its row names.
  const std::size_t shift = names.size() + 1 == width ? 1 : 0;
  if (names.size() + shift != width) {
    warnings.push_back(fmt::format("line {} has {} names for {} columns: they are not used", lines.front().number,
                                   names.size(), width));
    return columns;
  }
  std::map<std::string, std::size_t> counts;
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (names[c].empty()) continue;
    columns[c + shift].label = label_of(names[c]);
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
    const bool unnamed = columns[c].label == fmt::format("col{}", c + 1);
    if (!evidence[c].words && unnamed && c + 1 == columns.size()) columns[c].wanted = false;
  }
}

// Numbers of a column in the first lines.
std::vector<double> values_of(const std::vector<Fields>& rows, std::size_t column) {
  std::vector<double> values;
  for (const Fields& row : rows) {
    const auto value = column < row.size() ? to_finite(row[column]) : std::nullopt;
    if (value) values.push_back(*value);
  }
  return values;
}

bool is_named(const TableLayout& layout, std::size_t column) {
  return layout.columns[column].label != fmt::format("col{}", column + 1);
}

Clock clock_in(const std::vector<Fields>& rows, const TableLayout& layout, std::size_t column) {
  if (is_named(layout, column)) return clock_of(layout.columns[column].label, column == 0, values_of(rows, column));
  // A first column without a name, beside named ones, holds the row numbers of R or pandas.
  bool any_name = false;
  for (std::size_t c = 0; c < layout.columns.size(); ++c) any_name = any_name || is_named(layout, c);
  return clock_of(any_name && column == 0 ? "index" : "", column == 0, values_of(rows, column));
}

// Removes columns of time and sample counts, unless there are no others.
void leave_out_clocks(const Input& input, const std::vector<Fields>& rows, TableLayout& layout,
                      std::vector<std::string>& warnings) {
  std::vector<std::size_t> named;
  Clock first = Clock::none;
  bool others_rise = true, others = false;
  for (std::size_t c = 0; c < layout.columns.size(); ++c) {
    if (!layout.columns[c].wanted) continue;
    const Clock clock = clock_in(rows, layout, c);
    if (clock == Clock::time || clock == Clock::counter) {
      named.push_back(c);
    } else if (c == 0) {
      first = clock;
    } else {
      others = true;
      others_rise = others_rise && clock_of("", true, values_of(rows, c)) != Clock::none;
    }
  }
  const bool first_is_clock = others && !others_rise && first != Clock::none;
  if (first_is_clock && first == Clock::irregular) {
    throw input.error(
        ErrorCode::unsupported,
        "column 1 rises from line to line, as recorded times do, and has no name: choose the channels with "
        "the option columns");
  }
  if (first_is_clock) {
    named.insert(named.begin(), 0);
    layout.clock = 0;
  }
  const auto wanted = static_cast<std::size_t>(std::count_if(layout.columns.begin(), layout.columns.end(),
                                                             [](const TableColumn& column) { return column.wanted; }));
  if (named.size() == wanted) return;
  for (const std::size_t c : named) {
    layout.columns[c].wanted = false;
    warnings.push_back(
        fmt::format("column {} ({}) was left out: it counts time or samples; choose it with the option columns to "
                    "read it",
                    c + 1, layout.columns[c].label));
  }
}

// Of the columns that are no channels, the first of time in equal steps, otherwise the first counter.
std::optional<TimeColumn> find_time(const std::vector<Fields>& rows, const TableLayout& layout) {
  std::optional<TimeColumn> found;
  for (std::size_t c = 0; c < layout.columns.size(); ++c) {
    if (layout.columns[c].wanted) continue;
    const Clock clock = clock_in(rows, layout, c);
    if (clock == Clock::none || clock == Clock::irregular) continue;
    const std::vector<double> values = values_of(rows, c);
    const auto step = even_step(values);
    if (step && clock == Clock::time) return TimeColumn{c, *step, false};
    if (step && (!found || !found->even)) found = TimeColumn{c, *step, true};
    if (!step && !found && clock == Clock::time) found = TimeColumn{c, longest_step(values), false, false};
  }
  return found;
}

struct FirstLines {
  std::vector<Line> lines;
  std::vector<Line> comments;
};

FirstLines first_lines(Input& input) {
  FirstLines first;
  std::size_t bytes = 0;
  LineReader reader(input);
  for (std::string_view text; first.lines.size() < kLookLines && bytes < kLayoutBytes && reader.next(text);) {
    bytes += text.size();
    if (!is_blank(text))
      (is_comment(text) ? first.comments : first.lines).push_back({reader.number(), std::string(text)});
  }
  return first;
}

// Two comments may speak of two devices: which of the rates is that of the samples is asked for.
std::optional<double> rate_of(const Input& input, const std::vector<Line>& comments, bool comma_is_decimal,
                              std::vector<std::string>& warnings) {
  std::optional<double> rate;
  for (const Line& comment : comments) {
    const auto found = rate_in_comment(comment.text, comma_is_decimal);
    if (const auto* unread = std::get_if<UnreadRate>(&found)) {
      warnings.push_back(
          fmt::format("line {}: the sampling rate {} was not read: give it with the option rate, in hertz",
                      comment.number, in_quotes(unread->text)));
    } else if (const auto* value = std::get_if<double>(&found)) {
      if (rate && *rate != *value) {
        throw input.error(ErrorCode::unsupported,
                          fmt::format("line {}: a second sampling rate, {} Hz after {} Hz: choose with the option rate",
                                      comment.number, *value, *rate));
      }
      rate = *value;
    }
  }
  return rate;
}

}  // namespace

TableLayout find_layout(Input& input, const OpenOptions& options, std::vector<std::string>& warnings) {
  TableLayout layout;
  auto [lines, comments] = first_lines(input);
  if (lines.empty()) throw input.bad_file("no line with numbers was found");
  const bool comma_is_decimal = options.decimal == ',';
  layout.rate = options.rate ? options.rate : rate_of(input, comments, comma_is_decimal, warnings);
  if (!comma_is_decimal) {
    refuse_decimal_comma(input, lines, options.separator ? std::string_view(&*options.separator, 1) : ";\t ");
    if (!options.separator) refuse_pairs(input, lines);
  }
  layout.separator = options.separator.value_or(find_separator(lines, comma_is_decimal));
  if (comma_is_decimal) lines = with_points(input, std::move(lines), layout.separator);
  if (options.orientation == Orientation::rows) return layout;
  layout.has_header = first_is_header(lines, layout.separator);
  if (!layout.has_header) refuse_numbered_columns(input, lines, layout.separator);
  const std::size_t first_line = layout.has_header ? 1 : 0;
  const std::size_t width = usual_width(lines, first_line, layout.separator);
  if (width > kMostChannels) {
    throw input.error(ErrorCode::unsupported,
                      fmt::format("a table of more than {} columns: if every line is a channel, choose the orientation "
                                  "\"rows\"",
                                  kMostChannels));
  }
  layout.columns = named_columns(lines, layout, width, warnings);
  std::vector<Evidence> evidence = evidence_of(lines, first_line, layout.separator);
  evidence.resize(std::max(evidence.size(), width));
  std::vector<Fields> rows;
  for (std::size_t k = first_line; k < lines.size(); ++k) rows.push_back(fields_of(lines[k].text, layout.separator));
  if (options.columns.empty()) {
    choose_numeric(input, evidence, layout.columns, warnings);
    leave_out_clocks(input, rows, layout, warnings);
  } else {
    choose_named(options.columns, layout.columns);
  }
  layout.time = find_time(rows, layout);
  return layout;
}

}  // namespace biotropy::files
