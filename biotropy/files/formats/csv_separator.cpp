// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/csv_separator_internal.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "biotropy/files/formats/csv_decimal_internal.hpp"
#include "biotropy/files/formats/csv_lines_internal.hpp"
#include "biotropy/files/formats/table_fields.hpp"

namespace biotropy::files {

namespace {

bool is_numeric(std::string_view field, bool comma_is_decimal) {
  return is_number(field) || (comma_is_decimal && has_decimal_comma(field));
}

// Numbers beside words in the first line may belong to names.
bool is_sample(const Fields& fields, bool comma_is_decimal) {
  return std::all_of(fields.begin(), fields.end(),
                     [&](auto field) { return is_numeric(field, comma_is_decimal) || table_number(field); });
}

// Two numbers side by side with a blank between them: blanks part columns here.
bool holds_pair(std::string_view field, bool comma_is_decimal) {
  if (field.find_first_of(" \t") == std::string_view::npos) return false;
  FieldReader words(field, ' ');
  bool after_number = false;
  for (std::string_view word; words.next(word);) {
    const bool numeric = is_numeric(word, comma_is_decimal);
    if (std::exchange(after_number, numeric) && numeric) return true;
  }
  return false;
}

// Whether a separator other than a blank parts all lines into equally many fields, most of them with numbers and none
// with two in a field. The names may be more or fewer, as may the fields of a last line that was cut off, and of every
// line that is a channel.
bool parts_all(const std::vector<TextLine>& lines, std::size_t first_line, char separator, bool comma_is_decimal,
               Orientation orientation) {
  const std::size_t width = usual_width(lines, first_line, separator);
  std::size_t with_numbers = 0;
  for (std::size_t k = first_line; k < lines.size(); ++k) {
    const Fields fields = fields_of(lines[k].text, separator);
    const bool may_differ = orientation == Orientation::rows || (k > first_line && k + 1 == lines.size());
    if (width < 2 || (fields.size() != width && !may_differ)) return false;
    if (std::any_of(fields.begin(), fields.end(), [&](auto field) { return holds_pair(field, comma_is_decimal); }))
      return false;
    with_numbers +=
        std::any_of(fields.begin(), fields.end(), [&](auto field) { return is_numeric(field, comma_is_decimal); }) ? 1
                                                                                                                   : 0;
  }
  return with_numbers > 0 && 2 * with_numbers >= lines.size() - first_line;
}

}  // namespace

std::size_t usual_width(const std::vector<TextLine>& lines, std::size_t first_line, char separator) {
  std::map<std::size_t, std::size_t> counts;
  for (std::size_t k = first_line; k < lines.size(); ++k) {
    if (!is_blank(lines[k].text)) ++counts[fields_of(lines[k].text, separator).size()];
  }
  std::size_t width = 0, most = 0;
  for (const auto& [fields, count] : counts) {
    if (count < most) continue;
    width = fields;
    most = count;
  }
  return width;
}

char find_separator(const std::vector<TextLine>& lines, bool comma_is_decimal, Orientation orientation) {
  const std::size_t first_line = lines.size() > 1 && orientation != Orientation::rows ? 1 : 0;
  char best = '\t';
  bool sure = false;
  std::pair<std::size_t, std::size_t> most{0, 0};
  for (const char separator : {'\t', ';', ',', ' '}) {
    if ((comma_is_decimal && separator == ',') || (sure && separator == ' ')) continue;
    const std::size_t width = usual_width(lines, 0, separator);
    std::pair<std::size_t, std::size_t> counts{0, 0};
    for (std::size_t k = 0; k < lines.size(); ++k) {
      const Fields fields = fields_of(lines[k].text, separator);
      counts.second += fields.size() == width ? 1 : 0;
      if (k < first_line && !is_sample(fields, comma_is_decimal)) continue;
      counts.first += static_cast<std::size_t>(
          std::count_if(fields.begin(), fields.end(), [&](auto field) { return is_numeric(field, comma_is_decimal); }));
    }
    const bool is_worse = sure ? counts.first <= most.first : counts <= most;
    sure = sure || (separator != ' ' && parts_all(lines, first_line, separator, comma_is_decimal, orientation));
    if (is_worse) continue;
    most = counts;
    best = separator;
  }
  return best;
}

}  // namespace biotropy::files
