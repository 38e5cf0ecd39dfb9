// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

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

// What two readings of the file differ in, and the options that choose.
template <typename... Args>
Error question(const Input& input, fmt::format_string<Args...> text, Args&&... args) {
  return input.error(ErrorCode::unsupported, fmt::format(text, std::forward<Args>(args)...));
}

Error question_of(const Input& input, const TextLine& line, std::string_view text) {
  return question(input, "line {}: {} {}", line.number, in_quotes(line.text), text);
}

Separator separator_in(std::string_view line, bool comma_is_decimal) {
  for (const Separator separator : {Separator::tab, Separator::semicolon, Separator::comma, Separator::blank}) {
    if (separator == Separator::comma && comma_is_decimal && line.find('"') == std::string_view::npos) continue;
    if (fields_of(trimmed(line), separator).size() > 1) return separator;
  }
  return Separator::none;
}

// "5 2" and "1,5" in a field: the separator or the decimal mark is another one.
bool holds_numbers(std::string_view field) {
  std::string parted(field);
  std::replace(parted.begin(), parted.end(), ',', ' ');
  const Fields parts = fields_of(parted, Separator::blank);
  return parts.size() > 1 && std::all_of(parts.begin(), parts.end(), [](auto part) { return to_double(part); });
}

// "1,5": one number or two.
bool is_pair(std::string_view text) {
  return holds_numbers(text) && number_with_comma(text);
}

void require_clear_commas(const Input& input, const FirstLines& first) {
  const TextLine& head = first.lines.front();
  const auto may_be_one = [&](const TextLine& line) {
    const std::string_view text = trimmed(line.text);
    if (text.find(',') != std::string_view::npos) return is_pair(text);
    return &line == &head || table_number(text);
  };
  if (std::ranges::all_of(first.lines, may_be_one)) {
    throw question_of(input, first.example(),
                      "may be two columns or one number; give `separator = comma`, or `decimal = comma` for one");
  }
  // Commas may be both, as OpenBCI's program wrote "0, 2,83, 5,67" where Windows has decimal commas: without points,
  // only some have a blank behind, decimals begin with 0, or there are more fields than names.
  const bool are_names = head.fields.size() > 1 && std::none_of(head.fields.begin(), head.fields.end(), table_number);
  const auto has_both = [&](const TextLine& line) {
    std::span<const std::string_view> fields = line.fields;
    if (fields.size() > 1 && fields.back().empty()) fields = fields.first(fields.size() - 1);
    if (are_names && fields.size() > head.fields.size() && !line.has_quotes(fields.front())) return true;
    if (!std::ranges::all_of(fields, [](auto field) { return to_integer(field).has_value(); })) return false;
    const auto behind = fields.subspan(1);
    const auto n_blanks = std::ranges::count_if(behind, [](auto field) { return field.data()[-1] == ' '; });
    const bool has_zero = std::ranges::any_of(behind, [](auto field) { return field.size() > 1 && field[0] == '0'; });
    return has_zero || (&line == &first.example() && n_blanks > 0 && std::cmp_less(n_blanks, behind.size()));
  };
  const auto has_point = [](const TextLine& line) {
    return std::ranges::any_of(line.fields,
                               [](auto field) { return field.find('.') != field.npos && to_double(field); });
  };
  if (std::any_of(first.lines.begin() + 1, first.lines.end(), has_point)) return;
  if (const auto found = std::ranges::find_if(first.lines, has_both); found != first.lines.end()) {
    throw question_of(input, *found,
                      "may have decimal commas between others; give `separator = comma` if all part columns, or write "
                      "decimal points");
  }
}

std::vector<FirstValues> columns_of(std::span<const TextLine> lines, const OpenOptions& options, std::size_t width) {
  std::vector<FirstValues> columns(width);
  for (const auto& [number, text, fields] : lines) {
    for (std::size_t c = 0; c < std::min(width, fields.size()); ++c) {
      const auto value = field_number(fields[c], options);
      // Numbers that another mark parts say more than a name.
      std::string& word = columns[c].word;
      if (!value && (word.empty() || (holds_numbers(fields[c]) && !holds_numbers(word)))) word = fields[c];
      if (value && !std::isnan(*value)) columns[c].values.push_back(*value);
    }
  }
  return columns;
}

// R writes no name above the names of rows, and none follows a separator at the end.
Fields names_in(const Fields& line, const std::vector<FirstValues>& below) {
  Fields names = line;
  if (names.size() + 1 == below.size()) names.insert(below.back().is_empty() ? names.end() : names.begin(), "");
  return names;
}

// Whole numbers that rise, as pandas numbers columns: "0,1,2", ",17,18".
bool may_be_names(const Fields& fields) {
  std::int64_t before = -1;
  for (std::size_t c = fields.front().empty() ? 1 : 0; c < fields.size(); ++c) {
    const auto number = to_integer(fields[c]);
    if (!number || *number <= before) return false;
    before = *number;
  }
  return fields.size() > 1;
}

// Words above columns that have numbers, or no words; or numbers in quotes above others without them.
bool has_names(const FirstLines& first, const std::vector<FirstValues>& below) {
  const TextLine& line = first.lines.front();
  const Fields names = names_in(line.fields, below);
  for (std::size_t c = 0; c < std::min(names.size(), below.size()); ++c) {
    const bool is_number = table_number(names[c]) || clock_time(names[c]) || is_pair(names[c]);
    if (!is_number && !below[c].is_words()) return true;
  }
  const auto is_name = [&](auto field) { return to_finite(field) && line.has_quotes(field); };
  return names.size() == below.size() && std::ranges::all_of(line.fields, is_name) &&
         first.example().text.find('"') == std::string::npos;
}

bool first_is_header(const Input& input, const FirstLines& lines, const std::vector<FirstValues>& below) {
  constexpr std::size_t least_counted = 3;  // "0,1" is common among samples
  constexpr std::size_t least_below = 10;   // so many decimals are hardly whole by chance
  const Fields& first = lines.lines.front().fields;
  if (has_names(lines, below)) return true;
  const auto others = std::span(lines.lines).subspan(1);
  const auto has_decimals = [](const TextLine& line) {
    return std::ranges::all_of(line.fields, [](auto field) {
      return field.find_first_of(".,") != field.npos || field.find_first_of("0123456789") == field.npos;  // missing
    });
  };
  const auto is_like_first = [&](const TextLine& line) {
    return may_be_names(line.fields) && line.fields.front().empty() == first.front().empty();
  };
  const bool counts =
      first.size() >= least_counted && first.front() == "0" && first.back() == std::to_string(first.size() - 1);
  const bool rises = may_be_names(first) && !others.empty() && (counts || std::ranges::none_of(others, is_like_first));
  const bool is_whole_above_decimals = std::all_of(first.begin(), first.end(), to_integer) &&
                                       others.size() >= least_below && std::ranges::all_of(others, has_decimals);
  if ((rises && !first.front().empty()) || is_whole_above_decimals) {
    throw question_of(input, lines.lines.front(), "may be names or samples; give `header = yes` or `header = no`");
  }
  return rises;
}

// Within quotes two of them stand for one.
std::string label_of(std::string_view name) {
  std::string label = to_utf8(name);
  for (std::size_t at = 0; (at = label.find("\"\"", at)) != std::string::npos; ++at) label.erase(at, 1);
  return label;
}

// A name may lack its unit, as "RR" of "RR [ms]", if no two are then alike.
std::vector<std::size_t> select_columns(const std::vector<std::string>& labels, std::string_view option,
                                        const std::string& list) {
  series::Recording recording;
  for (const std::string& label : labels) recording.channels.emplace_back().label = label;
  try {
    std::vector<std::size_t> chosen = series::select_channels(recording, list);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  } catch (const Error& error) {
    std::vector<std::string> names;
    for (const std::string& label : labels) {
      names.push_back(label.substr(0, label.find_last_not_of(" ([", label.find_first_of("([")) + 1));
    }
    const std::set<std::string> distinct(names.begin(), names.end());
    try {
      if (names != labels && distinct.size() == names.size()) return select_columns(names, option, list);
    } catch (const Error&) {  // which would list the names without their units
    }
    throw Error::argument(std::string(option), error.value(), error.allowed());
  }
}

// As an option: ranges, or "=2,=3" where labels are numbers, too.
std::string list_of(const std::vector<std::size_t>& columns, const std::vector<std::string>& labels) {
  const bool are_numbers = std::ranges::any_of(
      labels, [](const auto& label) { return label.find_first_not_of("0123456789-") == std::string::npos; });
  std::string list;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const std::size_t first = columns[k];
    while (!are_numbers && k + 1 < columns.size() && columns[k + 1] == columns[k] + 1) ++k;
    list += fmt::format("{}{}{}", list.empty() ? "" : ",", are_numbers ? "=" : "", first + 1);
    if (columns[k] > first) list += fmt::format("-{}", columns[k] + 1);
  }
  return list;
}

// What the values of the column of time mean; sets the unit, too, where it was decided.
void set_time(std::size_t column, const FirstValues& first, TimeColumn kind, TableLayout& layout) {
  StampUnit& unit = layout.options.time_unit;
  layout.time = column;
  layout.time_seconds = 1.0;
  if (first.is_words()) return;
  if (unit == StampUnit::automatic && kind == TimeColumn::count) unit = StampUnit::samples;
  const std::string in_name = unit_in_name(first.name);
  const auto seconds = seconds_in(in_name.empty() ? first.name : in_name);
  for (const auto& [text, value] : kWords<StampUnit>) {
    if (unit == StampUnit::automatic && seconds && seconds_in(text) == seconds) unit = value;
  }
  layout.time_seconds = seconds_in(word(unit));
  // Numbers of samples may be left out; the shortest step is that of two neighbours.
  for (std::size_t i = 1; unit == StampUnit::samples && i < first.values.size(); ++i) {
    const double step = first.values[i] - first.values[i - 1];
    if (step > 0.0) layout.time_step = std::min(layout.time_step.value_or(step), step);
  }
}

// The column of time, if there is one: numbers of samples count without any other.
std::optional<std::size_t> find_time(const Input& input, const TableLayout& layout, std::vector<TimeColumn>& kinds) {
  const std::string& given = layout.options.time;
  if (given == "none") kinds.assign(kinds.size(), TimeColumn::none);
  if (!given.empty() && given != "none") {
    const std::vector<std::size_t> chosen = select_columns(layout.labels, "time", given);
    if (chosen.size() != 1) throw Error::argument("time", given, "one column, or none");
    std::replace(kinds.begin(), kinds.end(), TimeColumn::unclear, TimeColumn::none);
    TimeColumn& kind = kinds[chosen.front()];
    if (kind == TimeColumn::none) kind = TimeColumn::time;
    return chosen.front();
  }
  for (const TimeColumn kind : {TimeColumn::unclear, TimeColumn::time, TimeColumn::count}) {
    const auto column = static_cast<std::size_t>(std::ranges::find(kinds, kind) - kinds.begin());
    if (column == kinds.size() || (kind == TimeColumn::unclear && !layout.options.columns.empty())) continue;
    if (kind != TimeColumn::unclear) return column;
    const bool are_beats = layout.options.intervals && kinds.size() == 2;
    throw question(input, "{} may be time; give `time = {}`, or `time = none`{}", layout.name_of(column), column + 1,
                   are_beats ? ", or `input_format = kubios` for times of beats and RR intervals" : "");
  }
  return std::nullopt;
}

// Channels are columns without words, and those that also have numbers, whose words are errors.
void choose_columns(const Input& input, const std::vector<FirstValues>& columns, TableLayout& layout,
                    Notices& notices) {
  OpenOptions& options = layout.options;
  const bool are_given = !options.columns.empty();
  for (std::size_t c = 0; c < columns.size() && !are_given; ++c) {
    if (!columns[c].is_words() || !holds_numbers(columns[c].word)) continue;
    throw question(input, "{}: {} is not a number; {}the separator, or the columns", layout.name_of(c),
                   in_quotes(columns[c].word),
                   options.decimal == DecimalMark::comma ? "write it without marks of thousands, or give "
                                                         : "give `decimal = comma`, ");
  }
  if (!are_given && std::ranges::all_of(columns, &FirstValues::is_words)) {
    throw input.bad_file(fmt::format("no column of numbers was found: {} of {} is not a number",
                                     in_quotes(columns.front().word), layout.name_of(0)));
  }
  if (are_given) layout.channels = select_columns(layout.labels, "columns", options.columns);
  std::vector<TimeColumn> kinds = time_columns(columns);
  const auto time = find_time(input, layout, kinds);
  if (time) set_time(*time, columns[*time], kinds[*time], layout);
  for (std::size_t c = 0; c < columns.size() && !are_given; ++c) {
    const FirstValues& column = columns[c];
    const bool is_behind_separator = c > 0 && c + 1 == columns.size() && column.is_empty() && column.name.empty();
    const std::string left_out = layout.name_of(c) + " was left out: ";
    if (kinds[c] != TimeColumn::none) {
      const bool lacks_unit = c == time && !layout.time_seconds && options.time_unit == StampUnit::automatic &&
                              !options.rate && !options.intervals;
      const char* const what = kinds[c] == TimeColumn::count ? "it numbers the samples"
                               : lacks_unit ? "it is time in an unknown unit; give `time_unit = s`, or another"
                                            : "it is time";
      notices.push_back(note("time_left_out", left_out + what));
    } else if (column.is_words()) {
      notices.push_back(note("column_left_out", left_out + in_quotes(column.word) + " is not a number"));
    } else if (!is_behind_separator) {
      layout.channels.push_back(c);
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
  for (std::size_t c = 0; labels.size() > 1 && c < labels.size(); ++c) {
    if (std::ranges::find(series, plain_name(labels[c])) != series.end()) return c;
  }
  return std::nullopt;
}

// Gives the columns the names in the first line.
void take_names(const Input& input, const std::vector<TextLine>& lines, std::vector<FirstValues>& columns,
                Notices& notices) {
  const TextLine& first = lines.front();
  const Fields names = names_in(first.fields, columns);
  const bool are_rows_named = names.size() > first.fields.size() && names.front().empty();
  if (are_rows_named && !columns.front().rises() && !lines[1].has_quotes(lines[1].fields.front())) {
    throw question(input,
                   "line {}: {} has one name too few for {} columns, or another separator than the numbers; give "
                   "`skip_lines = {}` to read these without names",
                   first.number, in_quotes(first.text), columns.size(), first.number);
  }
  if (names.size() == columns.size()) {
    for (std::size_t c = 0; c < columns.size(); ++c) columns[c].name = label_of(names[c]);
  } else {
    notices.push_back(warning("names_ignored", fmt::format("line {} has {} names for {} columns: they are not used",
                                                           first.number, names.size(), columns.size())));
  }
}

}  // namespace

std::optional<double> number_with_comma(std::string_view text) {
  std::string pointed(text);
  std::replace(pointed.begin(), pointed.end(), ',', '.');
  return text.find('.') == std::string_view::npos ? to_double(pointed) : std::nullopt;
}

std::optional<double> field_number(std::string_view field, const OpenOptions& options) {
  if (options.missing_words.find(field) != std::string::npos) {  // few fields are parts of the words
    FieldReader words(options.missing_words, ',');
    for (std::string_view word; words.next(word);) {
      if (word == field) return kNaN;
    }
  }
  const bool has_mark = field.find_first_of(",.") != std::string_view::npos;
  return has_mark && options.decimal == DecimalMark::comma ? number_with_comma(field) : table_number(field);
}

void split(std::string_view line, Separator separator, std::size_t most, Fields& fields) {
  fields.clear();
  FieldReader reader(line, static_cast<char>(separator));
  for (std::string_view field; fields.size() <= most && reader.next(field);) fields.push_back(field);
}

Fields fields_of(std::string_view line, Separator separator) {
  Fields fields;
  split(line, separator, kMostChannels, fields);
  return fields;
}

void require_few_channels(const Input& input, std::uint64_t n_channels, std::string_view advice) {
  constexpr std::uint64_t few = 16'384, bytes_of_channel = 120;
  const std::uint64_t most = std::min(kMostChannels, few + input.size() / bytes_of_channel);
  if (n_channels > most)
    throw question(input, "more than {} channels in a file of {} bytes; {}", most, input.size(), advice);
}

std::string TableLayout::name_of(std::size_t column) const {
  return fmt::format("column {}{}", column + 1, column < labels.size() ? fmt::format(" ({})", labels[column]) : "");
}

TableLayout find_layout(Input& input, const OpenOptions& given, Notices& notices) {
  TableLayout layout;
  layout.options = given;
  OpenOptions& options = layout.options;
  FirstLines first = first_lines(input, options);
  apply_program(first, layout, notices);
  layout.above = std::max<std::uint64_t>(layout.above, options.skip_lines);
  const bool is_given = options.separator.has_value();
  if (!is_given) options.separator = separator_in(first.example().text, options.decimal == DecimalMark::comma);
  for (TextLine& line : first.lines) line.fields = fields_of(line.text, *options.separator);
  if (!is_given && *options.separator == Separator::comma) require_clear_commas(input, first);
  const bool are_channels = options.orientation == Orientation::rows;
  const TextLine& head = first.lines.front();
  layout.width = (are_channels ? head : first.example()).fields.size();
  if (are_channels) return layout;
  options.orientation = Orientation::columns;
  require_few_channels(input, layout.width, "if every line is one, give `orientation = rows`");
  std::vector<FirstValues> columns = columns_of(std::span(first.lines).subspan(1), options, layout.width);
  if (options.header == Header::automatic)
    options.header = first_is_header(input, first, columns) ? Header::yes : Header::no;
  if (options.header == Header::yes) {
    take_names(input, first.lines, columns, notices);
    layout.above = std::max(layout.above, head.number);
  } else {
    columns = columns_of(first.lines, options, layout.width);
  }
  for (const FirstValues& column : columns) {
    layout.labels.push_back(column.name.empty() ? fmt::format("col{}", layout.labels.size() + 1) : column.name);
  }
  choose_columns(input, columns, layout, notices);
  if (given.columns.empty()) layout.series = find_series(layout.labels);
  if (layout.time == layout.series) layout.series.reset();
  return layout;
}

}  // namespace biotropy::files
