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

bool are_numbers_above_index(const std::vector<TextLine>& lines, char separator) {
  const Fields first = fields_of(lines.front().text, separator);
  if (lines.size() < 2 || first.size() < 2 || !first.front().empty()) return false;
  return counts_columns(std::span(first).subspan(1)) &&
         std::none_of(lines.begin() + 1, lines.end(),
                      [&](const auto& line) { return fields_of(line.text, separator).front().empty(); });
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
