// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/text/programs_internal.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/time_unit.hpp"

namespace biotropy::files {

namespace {

// The number of all fields of a line, if it is one and the same.
std::optional<double> equal_number(const TextLine& line) {
  const Fields fields = fields_of(line.text, line.text.find(',') == std::string::npos ? ' ' : ',');
  const auto number = to_finite(fields.front());
  const bool is_one = std::all_of(fields.begin(), fields.end(), [&](auto field) { return to_finite(field) == number; });
  return is_one ? number : std::nullopt;
}

// Seconds since 1970 of the years 2001 to 2033, in all fields above a rate, or in front of "IBI".
bool begins_like_empatica(const std::vector<TextLine>& lines) {
  constexpr double begin = 1e9, end = 2e9, most_rate = 1e5;
  const TextLine& line = lines.front();
  const Fields fields = fields_of(line.text, ',');
  const bool is_ibi = fields.size() == 2 && fields.back() == "IBI";
  const auto start = is_ibi ? to_finite(fields.front()) : equal_number(line);
  if (!start || *start < begin || *start >= end || line.text.find('.') == std::string::npos) return false;
  const double rate = lines.size() > 2 ? equal_number(lines[1]).value_or(0.0) : 0.0;
  return is_ibi || (rate > 0.0 && rate <= most_rate);
}

// "sec,CH1,CH2" above ",5000,5000".
bool begins_like_acqknowledge(const std::vector<TextLine>& lines) {
  if (lines.size() < 3) return false;
  const char separator = lines[0].text.find('\t') == std::string::npos ? ',' : '\t';
  const Fields names = fields_of(lines[0].text, separator), numbers = fields_of(lines[1].text, separator);
  return names.size() > 1 && names.size() <= numbers.size() && seconds_in(names.front()) && numbers.front().empty() &&
         to_integer(numbers[1]);
}

// "250.0" of "%Sample Rate = 250.0 Hz".
std::string value_of(const std::vector<TextLine>& comments, std::string_view name) {
  for (const TextLine& comment : comments) {
    const std::size_t equals = comment.text.find('=');
    if (equals == std::string::npos || trimmed(std::string_view(comment.text).substr(1, equals - 1)) != name) continue;
    return std::string(trimmed(std::string_view(comment.text).substr(equals + 1)));
  }
  return {};
}

// A counter, the channels, and where the comments say so the time. Files of later versions have names.
void apply_openbci(const std::vector<TextLine>& lines, const std::vector<TextLine>& comments, TableLayout& layout) {
  OpenOptions& options = layout.options;
  const std::string rate = value_of(comments, "Sample Rate");
  if (!options.rate) options.rate = to_finite(std::string_view(rate).substr(0, rate.find(' ')));
  if (options.time.empty()) {
    options.time = "=1";
    options.time_unit = StampUnit::samples;
  }
  const Fields first = fields_of(lines.front().text, ',');
  if (!options.columns.empty() || !to_double(first.front())) return;
  const std::size_t end = first.size() - (value_of(comments, "Last Column") == "Timestamp" ? 1 : 0);
  for (std::size_t c = 1; c < end; ++c) {
    if (to_double(first[c])) options.columns += fmt::format("{}={}", options.columns.empty() ? "" : ",", c + 1);
  }
}

// The start, then the rate, both once a column; intervals between beats stand beside their time instead.
void apply_empatica(std::vector<TextLine>& lines, TableLayout& layout) {
  OpenOptions& options = layout.options;
  const bool are_intervals = !equal_number(lines.front());
  const std::size_t n = are_intervals ? 1 : 2;
  if (lines.size() <= n) return;
  if (are_intervals) {
    if (options.time.empty()) options.time = "=1";
    if (options.time_unit == StampUnit::automatic) options.time_unit = StampUnit::s;
  } else if (!options.rate) {
    options.rate = equal_number(lines[1]);
  }
  options.skip_lines = static_cast<std::uint32_t>(lines[n - 1].number);
  options.header = Header::no;
  options.input_format = TextFormat::table;
  lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(n));
}

}  // namespace

TextFormat program_of(const std::vector<TextLine>& lines, const std::vector<TextLine>& comments) {
  if (!comments.empty() &&
      (comments.front().text.starts_with("%OpenBCI") || comments.front().text.starts_with("%OBCI")))
    return TextFormat::openbci;
  if (begins_like_empatica(lines)) return TextFormat::empatica;
  return begins_like_acqknowledge(lines) ? TextFormat::acqknowledge : TextFormat::table;
}

void apply_program(std::vector<TextLine>& lines, const std::vector<TextLine>& comments, TableLayout& layout) {
  OpenOptions& options = layout.options;
  switch (options.input_format) {
    case TextFormat::openbci:
      apply_openbci(lines, comments, layout);
      break;
    case TextFormat::empatica:
      apply_empatica(lines, layout);
      break;
    case TextFormat::acqknowledge:
      // Below the names stand the numbers of samples.
      if (lines.size() < 2) break;
      if (options.time.empty()) options.time = "=1";
      layout.above = lines[1].number;
      lines.erase(lines.begin() + 1);
      break;
    case TextFormat::kubios:
      if (options.time.empty()) options.time = "=1";
      if (options.columns.empty()) options.columns = "=2";
      options.input_format = TextFormat::table;
      break;
    default:
      break;
  }
}

}  // namespace biotropy::files
