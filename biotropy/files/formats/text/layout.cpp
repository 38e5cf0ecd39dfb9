// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "biotropy/files/clock_text.hpp"
#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text/layout_internal.hpp"
#include "biotropy/files/formats/text/lines_internal.hpp"
#include "biotropy/files/formats/text/programs_internal.hpp"
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
  return first;
}

Error question(const Input& input, const TextLine& line, std::string_view text) {
  return input.error(ErrorCode::unsupported, fmt::format("line {}: {} {}", line.number, in_quotes(line.text), text));
}

// The second line may follow names.
const TextLine& example_of(const std::vector<TextLine>& lines) {
  return lines[lines.size() > 1 ? 1 : 0];
}

Separator separator_in(std::string_view line, bool comma_is_decimal) {
  for (const Separator separator : {Separator::tab, Separator::semicolon, Separator::comma, Separator::blank}) {
    if (separator == Separator::comma && comma_is_decimal) continue;
    if (fields_of(trimmed(line), static_cast<char>(separator)).size() > 1) return separator;
  }
  return Separator::none;
}

// "1,5": one number or two.
bool is_pair(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || comma == 0 || comma + 1 == text.size() || text[comma + 1] == ' ') return false;
  std::string pointed(text);
  pointed[comma] = '.';
  return text.find('.') == std::string_view::npos && to_double(pointed).has_value();
}

// "5 2" and "1,5" in a field: the separator or the decimal mark is another one.
bool holds_numbers(std::string_view field) {
  std::string parted(field);
  std::replace(parted.begin(), parted.end(), ',', ' ');
  const Fields parts = fields_of(parted, ' ');
  return parts.size() > 1 && std::all_of(parts.begin(), parts.end(), [](auto part) { return to_double(part); });
}

void require_clear_commas(const Input& input, const std::vector<TextLine>& lines) {
  const auto may_be_one = [&](const TextLine& line) {
    const std::string_view text = trimmed(line.text);
    return is_pair(text) ||
           (text.find(',') == std::string_view::npos && (&line == &lines.front() || table_number(text)));
  };
  const TextLine& example = example_of(lines);
  if (std::all_of(lines.begin(), lines.end(), may_be_one)) {
    throw question(input, example,
                   "may be two columns or one number; give `separator = comma`, or `decimal = comma` for one");
  }
  // As OpenBCI's program wrote them where Windows has decimal commas.
  const Fields fields = fields_of(example.text, ',');
  const bool are_whole = std::all_of(fields.begin(), fields.end(), [](auto field) { return to_integer(field); });
  if (!are_whole) return;
  const auto blanks =
      std::count_if(fields.begin() + 1, fields.end(), [](auto field) { return field.data()[-1] == ' '; });
  if (blanks > 0 && std::cmp_less(blanks + 1, fields.size())) {
    throw question(input, example,
                   "may have decimal commas, as only some have a blank behind; if all part columns, give "
                   "`separator = comma`");
  }
}

// Contents of a column in the first lines.
struct Evidence {
  bool words = false;
  std::string first_word{};  // rather one of numbers that a separator or decimal mark joins than a name
  std::vector<double> values{};
};

std::vector<Evidence> evidence_of(std::span<const TextLine> lines, const OpenOptions& options, std::size_t width) {
  std::vector<Evidence> columns(width);
  const FieldNumber number(options);
  for (const TextLine& line : lines) {
    const Fields fields = fields_of(line.text, static_cast<char>(*options.separator));
    for (std::size_t c = 0; c < std::min(width, fields.size()); ++c) {
      const auto value = number(fields[c]);
      const bool is_first = !value && !std::exchange(columns[c].words, true);
      if (is_first || (!value && !holds_numbers(columns[c].first_word) && holds_numbers(fields[c])))
        columns[c].first_word = fields[c];
      if (value && !std::isnan(*value)) columns[c].values.push_back(*value);
    }
  }
  return columns;
}

// Words above columns that have numbers, or no words. R and separators at the end of a line leave a column without
// name.
bool has_names(const Fields& first, const std::vector<Evidence>& below) {
  const std::size_t most_shift = first.size() + 1 == below.size() ? 1 : 0;
  for (std::size_t shift = 0; shift <= most_shift; ++shift) {
    for (std::size_t c = 0; c < first.size() && c + shift < below.size(); ++c) {
      const Evidence& column = below[c + shift];
      if (table_number(first[c]) || clock_seconds(first[c]) || is_pair(first[c])) continue;
      if (!column.values.empty() || !column.words) return true;
    }
  }
  return false;
}

bool is_quoted(const TextLine& line, std::string_view field) {
  return field.data() > line.text.data() && field.data()[-1] == '"';
}

// Numbers in quotes above others without them.
bool are_quoted(const TextLine& first, const TextLine& second, char separator) {
  const Fields names = fields_of(first.text, separator), below = fields_of(second.text, separator);
  const auto is_name = [&](std::string_view field) { return field.empty() || is_quoted(first, field); };
  // Names of rows have quotes, too.
  const auto samples = std::span(below).subspan(names.front().empty() || below.size() == names.size() + 1 ? 1 : 0);
  const auto is_sample = [&](std::string_view field) { return !is_quoted(second, field) && table_number(field); };
  return std::all_of(names.begin(), names.end(), is_name) && std::all_of(samples.begin(), samples.end(), is_sample) &&
         std::any_of(names.begin(), names.end(), [](std::string_view name) { return to_finite(name); });
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

// "0,1,2": one of two columns is common among samples.
bool counts_columns(const Fields& fields) {
  constexpr std::size_t least = 3;
  return fields.size() >= least && fields.front() == "0" && fields.back() == std::to_string(fields.size() - 1);
}

bool first_is_header(const Input& input, const std::vector<TextLine>& lines, const OpenOptions& options) {
  const char separator = static_cast<char>(*options.separator);
  const Fields first = fields_of(lines.front().text, separator);
  const auto below = std::span(lines).subspan(1);
  const std::size_t width = fields_of(example_of(lines).text, separator).size();
  if (has_names(first, evidence_of(below, options, width))) return true;
  if (below.empty()) return false;
  if (are_quoted(lines[0], lines[1], separator)) return true;
  const auto is_like_first = [&](const TextLine& line) {
    const Fields fields = fields_of(line.text, separator);
    return may_be_names(fields) && fields.front().empty() == first.front().empty();
  };
  const bool is_unlike_others = std::none_of(below.begin(), below.end(), is_like_first);
  if (!may_be_names(first) || !(is_unlike_others || counts_columns(first))) return false;
  if (first.front().empty()) return true;
  throw question(input, lines.front(), "may be names or samples; give `header = yes` or `header = no`");
}

// Within quotes two of them stand for one.
std::string label_of(std::string_view name) {
  std::string label = to_utf8(name);
  for (std::size_t at = 0; (at = label.find("\"\"", at)) != std::string::npos; ++at) label.erase(at, 1);
  return label;
}

struct Columns {
  std::vector<std::string> names;  // empty: none
  std::vector<Evidence> evidence;

  std::size_t size() const { return names.size(); }
  bool has_trailing_blank() const {
    return size() > 1 && names.back().empty() && evidence.back().values.empty() && !evidence.back().words;
  }
};

void set_names(const TextLine& line, const Fields& found, Columns& columns, Notices& notices) {
  const std::size_t width = columns.size();
  // R writes no name above the names of rows.
  const std::size_t shift = found.size() + 1 == width && !columns.has_trailing_blank() ? 1 : 0;
  if (found.size() + shift != width && !columns.has_trailing_blank()) {
    notices.push_back(warning("names_ignored", fmt::format("line {} has {} names for {} columns: they are not used",
                                                           line.number, found.size(), width)));
    return;
  }
  std::map<std::string, std::size_t> counts;
  for (std::size_t c = 0; c < found.size() && c + shift < width; ++c) {
    columns.names[c + shift] = label_of(found[c]);
    if (!found[c].empty()) ++counts[columns.names[c + shift]];
  }
  for (const auto& [name, count] : counts) {
    if (count < 2) continue;
    notices.push_back(note("names_repeated", fmt::format("the name {} is above {} columns; all of them are kept",
                                                         in_quotes(name), count)));
  }
}

series::Recording as_recording(const std::vector<std::string>& labels) {
  series::Recording recording;
  for (const std::string& label : labels) recording.channels.emplace_back().label = label;
  return recording;
}

std::vector<std::size_t> select_columns(const std::vector<std::string>& labels, std::string_view option,
                                        const std::string& list) {
  try {
    std::vector<std::size_t> chosen = series::select_channels(as_recording(labels), list);
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
std::vector<std::size_t> numeric_columns(const Input& input, const Columns& columns, const TableLayout& layout,
                                         Notices& notices) {
  std::vector<std::size_t> numeric;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Evidence& evidence = columns.evidence[c];
    if (!evidence.words || !evidence.values.empty()) {
      numeric.push_back(c);
      continue;
    }
    const std::string left_out = fmt::format("column {} ({}) was left out: {} is not a number", c + 1, layout.labels[c],
                                             in_quotes(evidence.first_word));
    if (holds_numbers(evidence.first_word)) {
      throw input.error(ErrorCode::unsupported, left_out + "; give `decimal = comma`, the separator, or the columns");
    }
    notices.push_back(note("column_left_out", left_out));
  }
  if (columns.has_trailing_blank()) numeric.pop_back();
  if (numeric.empty()) throw input.bad_file("no column of numbers was found");
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
TableTime time_of(std::size_t column, const Columns& columns, TimeColumn kind, OpenOptions& options) {
  const Evidence& evidence = columns.evidence[column];
  TableTime time{column};
  time.restarts = options.input_format == TextFormat::openbci;
  if (evidence.words && evidence.values.empty()) {
    time.seconds = 1.0;
    return time;
  }
  if (options.time_unit == StampUnit::automatic && kind == TimeColumn::count) {
    options.time_unit = StampUnit::samples;
  } else if (options.time_unit == StampUnit::automatic) {
    const std::string& name = columns.names[column];
    const std::string unit = unit_in_name(name);
    time.seconds = seconds_in(unit.empty() ? name : unit);
    for (const auto& [text, value] : kWords<StampUnit>) {
      if (time.seconds && seconds_in(text) == time.seconds) options.time_unit = value;
    }
  } else {
    time.seconds = seconds_in(word(options.time_unit));
  }
  if (options.time_unit == StampUnit::samples) time.step = shortest_step(evidence.values);
  return time;
}

// The columns of time, of which the first one counts; numbers of samples count where there is no other.
std::vector<TimeColumn> find_time(const Input& input, const Columns& columns, const std::vector<std::size_t>& numeric,
                                  TableLayout& layout) {
  OpenOptions& options = layout.options;
  std::vector<TimeColumn> kinds(columns.size(), TimeColumn::none);
  if (options.time == "none") return kinds;
  std::vector<FirstValues> values;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const bool is_channel = std::binary_search(numeric.begin(), numeric.end(), c);
    values.push_back({columns.names[c], is_channel ? columns.evidence[c].values : std::vector<double>()});
  }
  kinds = time_columns(values);
  std::size_t time = columns.size();
  if (!options.time.empty()) {
    const std::vector<std::size_t> chosen = select_columns(layout.labels, "time", options.time);
    if (chosen.size() != 1) throw Error::argument("time", options.time, "one column, or none");
    time = chosen.front();
    std::replace(kinds.begin(), kinds.end(), TimeColumn::unclear, TimeColumn::none);
    if (kinds[time] == TimeColumn::none) kinds[time] = TimeColumn::time;
  } else {
    for (const TimeColumn kind : {TimeColumn::count, TimeColumn::time}) {
      const auto found = std::find(kinds.begin(), kinds.end(), kind);
      if (found != kinds.end()) time = static_cast<std::size_t>(found - kinds.begin());
    }
    const auto unclear = std::find(kinds.begin(), kinds.end(), TimeColumn::unclear) - kinds.begin();
    if (options.columns.empty() && std::cmp_less(unclear, kinds.size())) {
      throw input.error(ErrorCode::unsupported,
                        fmt::format("column {0} ({1}) rises from line to line and may be time; give `time = {0}`, or "
                                    "`time = none`",
                                    unclear + 1, layout.labels[static_cast<std::size_t>(unclear)]));
    }
  }
  if (time == columns.size()) {
    options.time = "none";
  } else {
    layout.time = time_of(time, columns, kinds[time], options);
    options.time = list_of({time}, layout.labels);
  }
  return kinds;
}

void choose_columns(const Input& input, const Columns& columns, TableLayout& layout, Notices& notices) {
  OpenOptions& options = layout.options;
  std::vector<std::size_t> numeric;
  const bool are_given = !options.columns.empty();
  numeric = are_given ? select_columns(layout.labels, "columns", options.columns)
                      : numeric_columns(input, columns, layout, notices);
  const std::vector<TimeColumn> kinds = find_time(input, columns, numeric, layout);
  for (const std::size_t c : numeric) {
    if (are_given || kinds[c] == TimeColumn::none) {
      layout.channels.push_back(c);
    } else {
      notices.push_back(
          note("time_left_out", fmt::format("column {} ({}) was left out: it is time", c + 1, layout.labels[c])));
    }
  }
  options.columns = list_of(layout.channels, layout.labels);
}

// A table may have the series of persons or channels one below the other.
std::optional<std::size_t> find_series(const std::vector<std::string>& labels) {
  for (std::size_t c = 0; labels.size() > 1 && c < labels.size(); ++c) {
    for (const std::string_view name : {"subject", "subject_id", "sub", "participant", "participant_id", "patient",
                                        "patient_id", "channel", "electrode", "sensor", "lead"}) {
      if (lower(labels[c]) == name) return c;
    }
  }
  return std::nullopt;
}

}  // namespace

FieldNumber::FieldNumber(const OpenOptions& options)
    : comma_is_decimal_(options.decimal == DecimalMark::comma), missing_words_(split(options.missing_words, ',')) {}

std::optional<double> FieldNumber::operator()(std::string_view field) const {
  if (std::find(missing_words_.begin(), missing_words_.end(), field) != missing_words_.end()) return kNaN;
  const std::size_t comma = comma_is_decimal_ ? field.find(',') : std::string_view::npos;
  if (comma != std::string_view::npos) {
    std::string pointed(field);
    pointed[comma] = '.';
    return field.find('.') == std::string_view::npos ? to_double(pointed) : std::nullopt;
  }
  // A point may part thousands.
  if (comma_is_decimal_ && field.find('.') != std::string_view::npos) return std::nullopt;
  return table_number(field);
}

Fields fields_of(std::string_view line, char separator) {
  Fields fields;
  FieldReader reader(line, separator);
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
  if (lines.empty()) throw input.bad_file("no line with numbers was found");
  if (options.input_format == TextFormat::automatic) {
    options.input_format = program_of(lines, comments);
    if (options.input_format != TextFormat::table) {
      notices.push_back(note("program_recognised", fmt::format("its first lines are those of `input_format = {}`",
                                                               word(options.input_format))));
    }
  }
  apply_program(lines, comments, layout);
  layout.above = std::max<std::uint64_t>(layout.above, options.skip_lines);
  if (!options.separator) {
    options.separator = separator_in(example_of(lines).text, options.decimal == DecimalMark::comma);
    if (*options.separator == Separator::comma) require_clear_commas(input, lines);
  }
  if (options.orientation == Orientation::rows) return layout;
  options.orientation = Orientation::columns;
  if (options.header == Header::automatic) {
    options.header = first_is_header(input, lines, options) ? Header::yes : Header::no;
  }
  const TextLine header = lines.front();
  const std::size_t width = fields_of(example_of(lines).text, layout.separator()).size();
  if (const std::uint64_t most = most_text_channels(input); width > most) {
    throw input.error(ErrorCode::unsupported, fmt::format("more than {} columns in a file of {} bytes; if every line "
                                                          "is a channel, give `orientation = rows`",
                                                          most, input.size()));
  }
  if (options.header == Header::yes) lines.erase(lines.begin());
  Columns columns{std::vector<std::string>(width), evidence_of(lines, options, width)};
  if (options.header == Header::yes) {
    layout.above = std::max(layout.above, header.number);
    set_names(header, fields_of(header.text, layout.separator()), columns, notices);
  }
  layout.labels = columns.names;
  for (std::size_t c = 0; c < width; ++c) {
    if (layout.labels[c].empty()) layout.labels[c] = fmt::format("col{}", c + 1);
  }
  try {
    choose_columns(input, columns, layout, notices);
  } catch (const Error& error) {
    if (error.parameter() != "columns" || !given.columns.empty()) throw;
    throw input.bad_file(
        fmt::format("its first lines are those of `input_format = {}`, but it has {} columns; give columns",
                    word(options.input_format), width));
  }
  layout.series = find_series(layout.labels);
  for (const TextLine& comment : comments) {
    const std::string text = lower(comment.text);
    if (text.find("rate") != std::string::npos || text.find("frequency") != std::string::npos)
      layout.rate_comment = comment;
  }
  return layout;
}

}  // namespace biotropy::files
