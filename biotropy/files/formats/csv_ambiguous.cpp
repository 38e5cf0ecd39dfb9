// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "biotropy/files/clock_text.hpp"
#include "biotropy/files/formats/csv_ambiguous_internal.hpp"
#include "biotropy/files/formats/csv_decimal_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"
#include "biotropy/files/formats/text_internal.hpp"
#include "biotropy/series/stamps.hpp"

namespace biotropy::files {

namespace {

Error decimal_comma(const Input& input, const TextLine& line, std::string_view field) {
  return input.error(ErrorCode::unsupported,
                     fmt::format("line {}: {} has a decimal comma: say so with the option decimal, "
                                 "or write numbers with a point",
                                 line.number, in_quotes(field)));
}

// Between blanks a comma may also be that of a list ("a, b"), so all fields must be numbers or times.
bool is_plain(std::string_view field) {
  if (field.ends_with(',')) field.remove_suffix(1);
  return is_number(field) || has_decimal_comma(field) || clock_seconds(field);
}

// "0,812" alone on a line could also be two columns. With a decimal comma, integers have no comma, and one name can be
// above.
void refuse_pairs(const Input& input, const std::vector<TextLine>& lines) {
  const TextLine* pair = nullptr;
  for (const TextLine& line : lines) {
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

bool has_decimals(std::string_view field) {
  return is_number(field) && field.find_first_of(".eE") != std::string_view::npos;
}

// The number with a decimal comma among fields that are parted by a comma and a blank; none beside decimal points.
std::string_view decimal_between_commas(std::string_view line) {
  std::string_view found;
  bool parted = false;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = line.find(", ");
    const std::string_view field = trimmed(line.substr(0, end));
    if (has_decimal_comma(field)) {
      found = field;
    } else if (!is_plain(field) || has_decimals(field)) {
      return {};
    }
    parted = parted || end != std::string_view::npos;
    if (end != std::string_view::npos) line.remove_prefix(end + 2);
  }
  return parted ? found : std::string_view();
}

// OpenBCI's program wrote such lines where Windows has decimal commas.
void refuse_commas_of_both_kinds(const Input& input, const std::vector<TextLine>& lines) {
  std::vector<const TextLine*> found;
  for (const TextLine& line : lines) {
    if (!decimal_between_commas(line.text).empty()) found.push_back(&line);
  }
  if (found.empty() || 2 * found.size() < lines.size()) return;
  throw input.error(ErrorCode::unsupported,
                    fmt::format("line {}: commas part the columns, and that of {} may be a decimal one: write numbers "
                                "with a point, or choose comma with the option separator if all part columns",
                                found.front()->number, in_quotes(decimal_between_commas(found.front()->text))));
}

// "0,1,2": the numbers of the columns, from 0 or from 1 on.
bool counts_columns(std::span<const std::string_view> fields) {
  if (fields.empty() || (fields.front() != "0" && fields.front() != "1")) return false;
  std::size_t next = fields.front() == "0" ? 0 : 1;
  return std::all_of(fields.begin(), fields.end(),
                     [&](std::string_view field) { return field == std::to_string(next++); });
}

// "2,5": the numbers of some columns of pandas.
bool may_number_columns(std::span<const std::string_view> fields) {
  std::vector<std::int64_t> numbers;
  for (const std::string_view field : fields) {
    const auto number = to_integer(field);
    if (!number || *number < 0) return false;
    numbers.push_back(*number);
  }
  std::sort(numbers.begin(), numbers.end());
  return std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end();
}

// Times as text, numbers in equal steps, or whole ones that rise, where rows were left out.
bool is_index(const std::vector<Fields>& rows) {
  constexpr std::size_t least_rows = 10;
  const std::vector<double> numbers = numbers_in(rows, 0);
  if (numbers.empty()) {
    return std::all_of(rows.begin(), rows.end(), [](const Fields& row) { return clock_seconds(row.front()); });
  }
  if (numbers.size() != rows.size() || numbers.size() < least_rows) return false;
  const bool rises = std::adjacent_find(numbers.begin(), numbers.end(), std::greater_equal<>()) == numbers.end();
  const bool whole = std::all_of(numbers.begin(), numbers.end(), [](double x) { return x == std::floor(x); });
  return rises && (whole || series::read_stamps(numbers).kind == series::StampKind::even);
}

bool is_quoted(std::string_view line, std::string_view field) {
  return !field.empty() && std::count(line.data(), field.data(), '"') % 2 == 1;
}

// Nine in ten of a column, which is many of 200 lines.
bool mostly_decimals(const std::vector<TextLine>& lines, char separator, std::size_t column) {
  constexpr std::size_t least_numbers = 10;
  std::size_t numbers = 0, decimals = 0;
  for (std::size_t k = 1; k < lines.size(); ++k) {
    const Fields fields = fields_of(lines[k].text, separator);
    if (column >= fields.size() || !is_number(fields[column])) continue;
    ++numbers;
    decimals += has_decimals(fields[column]) ? 1 : 0;
  }
  return numbers >= least_numbers && 10 * decimals >= 9 * numbers;
}

bool is_large_and_whole(std::string_view field, double value) {
  constexpr double least = 10.0;
  return !has_decimals(field) && value >= least;
}

// Not less than the samples among the first lines.
bool counts_samples(const std::vector<Fields>& rows, std::size_t column, double value) {
  return is_large_and_whole(rows.front()[column], value) && value + 1.0 >= static_cast<double>(rows.size());
}

// Ten times as large as all below it, which have decimals.
bool may_be_number_of_samples(const std::vector<Fields>& rows, std::size_t column, double value) {
  constexpr double times = 10.0;
  if (!is_large_and_whole(rows.front()[column], value)) return false;
  const auto below = std::span(rows).subspan(1);
  const std::vector<double> numbers = numbers_in(below, column);
  const bool decimals = std::any_of(
      below.begin(), below.end(), [&](const Fields& row) { return column < row.size() && has_decimals(row[column]); });
  return decimals && std::all_of(numbers.begin(), numbers.end(), [&](double x) { return value > times * std::abs(x); });
}

}  // namespace

void refuse_decimal_commas(const Input& input, const std::vector<TextLine>& lines, std::string_view separators) {
  for (const char separator : separators) {
    std::size_t suspicious = 0;
    std::pair<const TextLine*, std::string> example{nullptr, ""};
    for (const TextLine& line : lines) {
      const Fields fields = fields_of(line.text, separator);
      const bool plain = std::all_of(fields.begin(), fields.end(), is_plain);
      const auto found = std::find_if(fields.begin(), fields.end(), has_decimal_comma);
      // Beside a decimal point a comma is none of decimals.
      const bool has_point = std::any_of(fields.begin(), fields.end(), has_decimals);
      if (fields.size() < 2 || found == fields.end() || has_point || (separator == ' ' && !plain)) continue;
      if (suspicious++ == 0) example = {&line, std::string(*found)};
    }
    if (2 * suspicious >= lines.size() && suspicious > 0) throw decimal_comma(input, *example.first, example.second);
  }
}

void refuse_unclear_commas(const Input& input, const std::vector<TextLine>& lines) {
  refuse_pairs(input, lines);
  refuse_commas_of_both_kinds(input, lines);
}

bool are_quoted_names(const std::vector<TextLine>& lines, char separator) {
  const std::string_view line = lines.front().text;
  const Fields first = fields_of(line, separator);
  const auto is_name = [&](std::string_view field) { return field.empty() || is_quoted(line, field); };
  if (lines.size() < 2 || !std::all_of(first.begin(), first.end(), is_name)) return false;
  bool any_number = false;
  for (std::size_t k = 1; k < lines.size(); ++k) {
    const Fields below = fields_of(lines[k].text, separator);
    const bool has_row_name = first.front().empty() || below.size() == first.size() + 1;
    for (std::size_t c = has_row_name ? 1 : 0; c < below.size(); ++c) {
      if (!is_number(below[c])) continue;
      if (is_quoted(lines[k].text, below[c])) return false;
      any_number = true;
    }
  }
  return any_number && std::any_of(first.begin(), first.end(), [](std::string_view name) {
           const auto number = table_number(name);
           return !number || !std::isnan(*number);
         });
}

bool are_numbers_above_index(const std::vector<TextLine>& lines, char separator) {
  const Fields first = fields_of(lines.front().text, separator);
  if (lines.size() < 2 || first.size() < 2 || !first.front().empty()) return false;
  std::vector<Fields> rows;
  for (std::size_t k = 1; k < lines.size(); ++k) {
    rows.push_back(fields_of(lines[k].text, separator));
    if (rows.back().front().empty()) return false;
  }
  const auto numbers = std::span(first).subspan(1);
  return counts_columns(numbers) || (may_number_columns(numbers) && is_index(rows));
}

void warn_of_whole_numbers(const std::vector<TextLine>& lines, char separator, std::vector<std::string>& warnings) {
  const Fields first = fields_of(lines.front().text, separator);
  if (first.size() < 2 || !may_number_columns(first)) return;
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (!mostly_decimals(lines, separator, c)) return;
  }
  warnings.push_back(
      fmt::format("line {}: {} was read as the first sample, though all below has decimals: if these are names of the "
                  "columns, write names that are no numbers",
                  lines.front().number, in_quotes(trimmed(lines.front().text))));
}

// pandas names columns by numbers, from 0 on, if it knows no names, and such a line could be the first sample as well.
// Two columns of integers, or one, are samples: 0 and 1 are common there.
void refuse_numbered_columns(const Input& input, const std::vector<TextLine>& lines, char separator) {
  const Fields first = fields_of(lines.front().text, separator);
  if (lines.size() < 2 || first.size() < 2 || !counts_columns(first)) return;
  const Fields below = fields_of(lines[1].text, separator);
  const bool may_be_sample = first.size() == 2 || first.front() != "0";
  if (may_be_sample && std::none_of(below.begin(), below.end(), has_decimals)) return;
  throw input.error(ErrorCode::unsupported,
                    fmt::format("line {}: {} may be names of the columns or the first sample: write names that are no "
                                "numbers, or the numbers of the sample with a decimal point",
                                lines.front().number, in_quotes(trimmed(lines.front().text))));
}

void refuse_numbers_of_samples(const Input& input, const std::vector<Fields>& rows, std::uint64_t line) {
  constexpr std::size_t least_rows = 10;
  constexpr double most_ratio = 1.01;
  if (rows.size() < least_rows) return;
  // Where time, which rises, has no value in this line alone, the line is no sample, or a damaged one.
  const std::vector<double> first = numbers_in(rows, 0);
  const bool rises = std::adjacent_find(first.begin(), first.end(), std::greater_equal<>()) == first.end();
  const bool lacks_time = rows.front().front().empty() && first.size() + 1 == rows.size() && rises;
  double least = 0.0, most = 0.0;
  for (std::size_t c = 0; c < rows.front().size(); ++c) {
    const auto value = to_finite(rows.front()[c]);
    if (!value) continue;
    if (!(lacks_time ? counts_samples(rows, c, *value) : may_be_number_of_samples(rows, c, *value))) return;
    least = most > 0.0 ? std::min(least, *value) : *value;
    most = std::max(most, *value);
  }
  if (most == 0.0 || most > most_ratio * least) return;
  throw input.error(
      ErrorCode::unsupported,
      fmt::format("line {}: {} is whole, and {}: if it is the number of samples, as AcqKnowledge writes it, remove the "
                  "line; if it is a sample, write it with a decimal point",
                  line, most, lacks_time ? "column 1 has no value there" : "far above all that follows"));
}

}  // namespace biotropy::files
