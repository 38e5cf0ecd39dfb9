// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text/layout_internal.hpp"
#include "biotropy/files/formats/text/lines_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/time_columns.hpp"
#include "biotropy/files/time_unit.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kLookLines = 200;
constexpr std::size_t kLayoutBytes = std::size_t{1} << 20;

struct FirstLines {
  std::vector<TextLine> lines, comments;
};

FirstLines first_lines(Input& input, const OpenOptions& options) {
  FirstLines first;
  std::size_t bytes = 0;
  LineReader reader(input);
  for (std::string_view text; first.lines.size() < kLookLines && bytes < kLayoutBytes && reader.next(text);) {
    if (reader.number() <= options.skip_lines || is_blank(text)) continue;
    bytes += text.size();
    auto& lines = is_comment(text, options.comments) ? first.comments : first.lines;
    lines.push_back({reader.number(), std::string(text)});
  }
  if (first.lines.empty()) throw input.bad_file("no line with numbers was found");
  return first;
}

Error question(const Input& input, const TextLine& line, std::string_view text) {
  return input.error(ErrorCode::unsupported, fmt::format("line {}: {} {}", line.number, in_quotes(line.text), text));
}

// The second line, as the first one may have names.
template <typename Line>
const Line& example_of(const std::vector<Line>& lines) {
  return lines[lines.size() > 1 ? 1 : 0];
}

Separator separator_in(std::string_view line, bool comma_is_decimal) {
  for (const Separator separator : {Separator::tab, Separator::semicolon, Separator::comma, Separator::blank}) {
    if (separator == Separator::comma && comma_is_decimal) continue;
    if (fields_of(trimmed(line), separator).size() > 1) return separator;
  }
  return Separator::none;
}

// "1,5": one number or two.
bool is_pair(std::string_view text) {
  const std::size_t comma = text.find(',');
  return comma != std::string_view::npos && comma > 0 && comma + 1 < text.size() && number_with_comma(text);
}

// "5 2" and "1,5" in a field: the separator or the decimal mark is another one.
bool holds_numbers(std::string_view field) {
  std::string parted(field);
  std::replace(parted.begin(), parted.end(), ',', ' ');
  const Fields parts = fields_of(parted, Separator::blank);
  return parts.size() > 1 && std::all_of(parts.begin(), parts.end(), [](auto part) { return to_double(part); });
}

void require_clear_commas(const Input& input, const std::vector<TextLine>& lines) {
  const auto may_be_one = [&](const TextLine& line) {
    const std::string_view text = trimmed(line.text);
    return is_pair(text) ||
           (text.find(',') == std::string_view::npos && (&line == &lines.front() || table_number(text)));
  };
  if (std::all_of(lines.begin(), lines.end(), may_be_one)) {
    throw question(input, example_of(lines),
                   "may be two columns or one number; give `separator = comma`, or `decimal = comma` for one");
  }
  // As OpenBCI's program wrote them where Windows has decimal commas.
  const Fields fields = fields_of(example_of(lines).text, Separator::comma);
  const auto has_blank = [&](std::string_view field) { return field.data()[-1] == ' '; };
  const auto n_blanks = std::count_if(fields.begin() + 1, fields.end(), has_blank);
  if (n_blanks > 0 && std::cmp_less(n_blanks + 1, fields.size()) &&
      std::all_of(fields.begin(), fields.end(), [](auto field) { return to_integer(field); })) {
    throw question(input, example_of(lines),
                   "may have decimal commas, as only some have a blank behind; if all part columns, give "
                   "`separator = comma`");
  }
}

// A column in the first lines.
struct Column {
  std::string word{};  // its first one; empty: there are numbers only
  std::vector<double> values{};

  bool is_empty() const { return word.empty() && values.empty(); }
  bool is_words() const { return !word.empty() && values.empty(); }
};

std::vector<Column> columns_of(std::span<const Fields> rows, const OpenOptions& options, std::size_t width) {
  std::vector<Column> columns(width);
  const FieldNumber number(options);
  for (const Fields& fields : rows) {
    for (std::size_t c = 0; c < std::min(width, fields.size()); ++c) {
      const auto value = number(fields[c]);
      // Numbers that another mark parts say more than a name.
      std::string& word = columns[c].word;
      if (!value && (word.empty() || (holds_numbers(fields[c]) && !holds_numbers(word)))) word = fields[c];
      if (value && !std::isnan(*value)) columns[c].values.push_back(*value);
    }
  }
  return columns;
}

// R writes no name above the names of rows, and none follows a separator at the end.
Fields names_in(const Fields& line, const std::vector<Column>& below) {
  Fields names = line;
  if (names.size() + 1 == below.size()) names.insert(below.back().is_empty() ? names.end() : names.begin(), "");
  return names;
}

// Names of rows, or numbers that count them.
bool may_number_rows(const Column& column) {
  return column.is_empty() || column.is_words() ||
         std::ranges::adjacent_find(column.values, std::greater_equal()) == column.values.end();
}

bool is_quoted(const TextLine& line, std::string_view field) {
  return field.data() > line.text.data() && field.data()[-1] == '"';
}

// Whole numbers that rise, as pandas numbers columns: "0,1,2", ",17,18".
bool may_be_names(const Fields& fields) {
  double before = -1.0;
  for (std::size_t c = fields.front().empty() ? 1 : 0; c < fields.size(); ++c) {
    const auto number = to_integer(fields[c]);
    if (!number || static_cast<double>(*number) <= before) return false;
    before = static_cast<double>(*number);
  }
  return fields.size() > 1;
}

// Words above columns that have numbers, or no words; or numbers in quotes above others without them.
bool has_names(const std::vector<TextLine>& lines, const std::vector<Fields>& rows, const std::vector<Column>& below) {
  const Fields names = names_in(rows.front(), below);
  const std::size_t n = std::min(names.size(), below.size());
  std::size_t n_quoted = 0, n_other = names.size() == below.size() ? 0 : 1;
  for (std::size_t c = 0; c < n; ++c) {
    const bool is_number = table_number(names[c]) || clock_seconds(names[c]) || is_pair(names[c]);
    if (!is_number && !below[c].is_words()) return true;
    if (names[c].empty()) continue;
    const bool is_name = is_quoted(lines.front(), names[c]) && rows.size() > 1 && c < rows[1].size() &&
                         !is_quoted(lines[1], rows[1][c]) && table_number(rows[1][c]);
    (is_name ? n_quoted : n_other) += is_name && !to_finite(names[c]) ? 0 : 1;
  }
  return n_quoted > 0 && n_other == 0;
}

bool first_is_header(const Input& input, const std::vector<TextLine>& lines, const std::vector<Fields>& rows,
                     const std::vector<Column>& below) {
  constexpr std::string_view kNamesOrSamples = "may be names or samples; give `header = yes` or `header = no`";
  constexpr std::size_t least_counted = 3;  // "0,1" is common among samples
  constexpr std::size_t least_below = 10;   // so many decimals are hardly whole by chance
  if (has_names(lines, rows, below)) return true;
  const Fields& first = rows.front();
  const auto is_whole = [](const Fields& fields) {
    const auto value = to_double(fields.front());
    return value && *value == std::floor(*value);
  };
  const auto is_like_first = [&](const Fields& fields) {
    return may_be_names(fields) && fields.front().empty() == first.front().empty();
  };
  const bool counts =
      first.size() >= least_counted && first.front() == "0" && first.back() == std::to_string(first.size() - 1);
  const bool is_unlike_others = counts || std::none_of(rows.begin() + 1, rows.end(), is_like_first);
  const bool is_whole_above_decimals = rows.size() > least_below && first.size() == 1 && to_integer(first.front()) &&
                                       std::none_of(rows.begin() + 1, rows.end(), is_whole);
  if (is_whole_above_decimals) throw question(input, lines.front(), kNamesOrSamples);
  if (rows.size() == 1 || !may_be_names(first) || !is_unlike_others) return false;
  if (first.front().empty()) return true;
  throw question(input, lines.front(), kNamesOrSamples);
}

// Within quotes two of them stand for one.
std::string label_of(std::string_view name) {
  std::string label = to_utf8(name);
  for (std::size_t at = 0; (at = label.find("\"\"", at)) != std::string::npos; ++at) label.erase(at, 1);
  return label;
}

std::vector<std::size_t> select_columns(const std::vector<std::string>& labels, std::string_view option,
                                        const std::string& list) {
  series::Recording recording;
  for (const std::string& label : labels) recording.channels.emplace_back().label = label;
  try {
    std::vector<std::size_t> chosen = series::select_channels(recording, list);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  } catch (const Error& error) {
    throw Error::argument(std::string(option), error.value(), error.allowed());
  }
}

// As an option: ranges, or "=2,=3" where labels are numbers, too.
std::string list_of(const std::vector<std::size_t>& columns, const std::vector<std::string>& labels) {
  const bool are_numbers = std::any_of(labels.begin(), labels.end(), [](const std::string& label) {
    return label.find_first_not_of("0123456789-") == std::string::npos;
  });
  std::string list;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    std::size_t last = k;
    while (!are_numbers && last + 1 < columns.size() && columns[last + 1] == columns[last] + 1) ++last;
    list += fmt::format("{}{}{}", k > 0 ? "," : "", are_numbers ? "=" : "", columns[k] + 1);
    if (last > k) list += fmt::format("-{}", columns[last] + 1);
    k = last;
  }
  return list;
}

// Columns without words, and those that also have numbers, whose words are errors.
std::vector<std::size_t> numeric_columns(const Input& input, const std::vector<Column>& columns,
                                         const std::vector<std::string>& labels, Notices& notices) {
  std::vector<std::size_t> numeric;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::string& word = columns[c].word;
    if (!columns[c].is_words()) {
      numeric.push_back(c);
      continue;
    }
    const std::string left_out =
        fmt::format("column {} ({}) was left out: {} is not a number", c + 1, labels[c], in_quotes(word));
    if (holds_numbers(word)) {
      throw input.error(ErrorCode::unsupported, left_out + "; give `decimal = comma`, the separator, or the columns");
    }
    notices.push_back(note("column_left_out", left_out));
  }
  return numeric;
}

// Numbers of samples may be left out; the shortest step is that of two neighbours. Nothing if none rises.
std::optional<double> shortest_step(const std::vector<double>& values) {
  std::optional<double> shortest;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double step = values[i] - values[i - 1];
    if (step > 0.0) shortest = std::min(shortest.value_or(step), step);
  }
  return shortest;
}

// Sets the unit, too, where it was decided.
TableTime time_of(std::size_t column, const Column& first, const std::string& name, TimeColumn kind,
                  OpenOptions& options) {
  TableTime time{column};
  time.restarts = options.input_format == TextFormat::openbci;
  if (first.is_words()) {
    time.seconds = 1.0;
    return time;
  }
  if (options.time_unit == StampUnit::automatic && kind == TimeColumn::count) options.time_unit = StampUnit::samples;
  const std::string unit = unit_in_name(name);
  time.seconds = options.time_unit == StampUnit::automatic ? seconds_in(unit.empty() ? name : unit)
                                                           : seconds_in(word(options.time_unit));
  for (const auto& [text, value] : kWords<StampUnit>) {
    if (time.seconds && seconds_in(text) == time.seconds) options.time_unit = value;
  }
  if (options.time_unit == StampUnit::samples) time.step = shortest_step(first.values);
  return time;
}

// The column of time, if there is one: numbers of samples count without any other.
std::optional<std::size_t> find_time(const Input& input, const std::vector<std::string>& labels,
                                     const OpenOptions& options, std::vector<TimeColumn>& kinds) {
  if (options.time == "none") kinds.assign(kinds.size(), TimeColumn::none);
  if (options.time == "none") return std::nullopt;
  if (!options.time.empty()) {
    const std::vector<std::size_t> chosen = select_columns(labels, "time", options.time);
    if (chosen.size() != 1) throw Error::argument("time", options.time, "one column, or none");
    std::replace(kinds.begin(), kinds.end(), TimeColumn::unclear, TimeColumn::none);
    TimeColumn& kind = kinds[chosen.front()];
    if (kind == TimeColumn::none) kind = TimeColumn::time;
    return chosen.front();
  }
  for (const TimeColumn kind : {TimeColumn::unclear, TimeColumn::time, TimeColumn::count}) {
    const auto found = std::find(kinds.begin(), kinds.end(), kind);
    if (found == kinds.end() || (kind == TimeColumn::unclear && !options.columns.empty())) continue;
    const auto column = static_cast<std::size_t>(found - kinds.begin());
    if (kind != TimeColumn::unclear) return column;
    throw input.error(
        ErrorCode::unsupported,
        fmt::format("column {0} ({1}) may be time; give `time = {0}`, or `time = none`", column + 1, labels[column]));
  }
  return std::nullopt;
}

void choose_columns(const Input& input, const std::vector<Column>& columns, const std::vector<std::string>& names,
                    TableLayout& layout, Notices& notices) {
  OpenOptions& options = layout.options;
  const bool are_given = !options.columns.empty();
  std::vector<std::size_t> numeric = are_given ? select_columns(layout.labels, "columns", options.columns)
                                               : numeric_columns(input, columns, layout.labels, notices);
  // Behind a separator at the end of the lines.
  if (!are_given && columns.size() > 1 && names.back().empty() && columns.back().is_empty()) numeric.pop_back();
  if (numeric.empty()) {
    throw input.bad_file(fmt::format("no column of numbers was found: {} of column 1 ({}) is not a number",
                                     in_quotes(columns.front().word), layout.labels.front()));
  }
  std::vector<FirstValues> first;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    first.push_back({names[c], columns[c].values, columns[c].is_words() ? columns[c].word : std::string()});
  }
  std::vector<TimeColumn> kinds = time_columns(first);
  const auto time = find_time(input, layout.labels, options, kinds);
  if (time) layout.time = time_of(*time, columns[*time], names[*time], kinds[*time], options);
  for (const std::size_t c : numeric) {
    if (are_given || kinds[c] == TimeColumn::none) {
      layout.channels.push_back(c);
    } else {
      notices.push_back(
          note("time_left_out", fmt::format("column {} ({}) was left out: it is time", c + 1, layout.labels[c])));
    }
  }
  options.time = time ? list_of({*time}, layout.labels) : "none";
  options.columns = list_of(layout.channels, layout.labels);
}

// A table may have the series of persons or channels one below the other.
std::optional<std::size_t> find_series(const std::vector<std::string>& labels) {
  constexpr std::array<std::string_view, 20> series = {
      "subject",   "subjectid", "sub",       "subj",   "participant", "participantid", "patient",
      "patientid", "person",    "id",        "pid",    "animal",      "channel",       "channelid",
      "ch",        "chan",      "electrode", "sensor", "lead",        "variable"};
  const auto found = std::find_if(labels.begin(), labels.end(), [&](const std::string& label) {
    return labels.size() > 1 && std::ranges::find(series, plain_name(label)) != series.end();
  });
  return found == labels.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - labels.begin()));
}

}  // namespace

std::optional<double> number_with_comma(std::string_view text) {
  std::string pointed(text);
  std::replace(pointed.begin(), pointed.end(), ',', '.');
  return text.find('.') == std::string_view::npos ? to_double(pointed) : std::nullopt;
}

FieldNumber::FieldNumber(const OpenOptions& options)
    : comma_is_decimal_(options.decimal == DecimalMark::comma), missing_words_(split(options.missing_words, ',')) {}

std::optional<double> FieldNumber::operator()(std::string_view field) const {
  if (std::find(missing_words_.begin(), missing_words_.end(), field) != missing_words_.end()) return kNaN;
  if (comma_is_decimal_ && field.find_first_of(",.") != std::string_view::npos) return number_with_comma(field);
  return table_number(field);
}

Fields fields_of(std::string_view line, Separator separator) {
  Fields fields;
  FieldReader reader(line, static_cast<char>(separator));
  for (std::string_view field; fields.size() <= kMostChannels && reader.next(field);) fields.push_back(field);
  return fields;
}

std::uint64_t most_text_channels(const Input& input) {
  constexpr std::uint64_t few = 16'384, bytes_of_channel = 120;
  return std::min(kMostChannels, few + input.size() / bytes_of_channel);
}

TableLayout find_layout(Input& input, const OpenOptions& given, Notices& notices) {
  TableLayout layout;
  layout.options = given;
  OpenOptions& options = layout.options;
  auto [lines, comments] = first_lines(input, options);
  apply_program(lines, comments, layout, notices);
  layout.above = std::max<std::uint64_t>(layout.above, options.skip_lines);
  if (!options.separator) {
    options.separator = separator_in(example_of(lines).text, options.decimal == DecimalMark::comma);
    if (*options.separator == Separator::comma) require_clear_commas(input, lines);
  }
  if (options.orientation == Orientation::rows) return layout;
  options.orientation = Orientation::columns;
  std::vector<Fields> rows;
  for (const TextLine& line : lines) rows.push_back(fields_of(line.text, *options.separator));
  const std::size_t width = example_of(rows).size();
  if (const std::uint64_t most = most_text_channels(input); width > most) {
    throw input.error(ErrorCode::unsupported, fmt::format("more than {} columns in a file of {} bytes; if every line "
                                                          "is a channel, give `orientation = rows`",
                                                          most, input.size()));
  }
  std::vector<Column> columns = columns_of(std::span(rows).subspan(1), options, width);
  if (options.header == Header::automatic) {
    options.header = first_is_header(input, lines, rows, columns) ? Header::yes : Header::no;
  }
  std::vector<std::string> names(width);
  if (options.header == Header::no) {
    columns = columns_of(rows, options, width);
  } else {
    const Fields found = names_in(rows.front(), columns);
    const bool are_rows_named = found.size() > rows.front().size() && found.front().empty();
    if (are_rows_named && !may_number_rows(columns.front()) && !is_quoted(lines[1], rows[1].front())) {
      throw question(input, lines.front(),
                     fmt::format("has one name too few for {} columns; give the separator, or `header = no`", width));
    }
    layout.above = std::max(layout.above, lines.front().number);
    if (found.size() == width) {
      std::transform(found.begin(), found.end(), names.begin(), label_of);
    } else {
      notices.push_back(warning("names_ignored", fmt::format("line {} has {} names for {} columns: they are not used",
                                                             lines.front().number, found.size(), width)));
    }
  }
  layout.labels = names;
  for (std::size_t c = 0; c < width; ++c) {
    if (names[c].empty()) layout.labels[c] = fmt::format("col{}", c + 1);
  }
  choose_columns(input, columns, names, layout, notices);
  if (given.columns.empty()) layout.series = find_series(layout.labels);
  if (layout.time && layout.series == layout.time->column) layout.series.reset();
  return layout;
}

}  // namespace biotropy::files
