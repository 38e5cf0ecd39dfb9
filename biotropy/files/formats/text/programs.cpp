// SPDX-License-Identifier: Apache-2.0
//
// Tables of known programs and devices: their first lines, and the options of a table that follow from them.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <vector>

#include "biotropy/files/formats/text/layout_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/time_unit.hpp"

namespace biotropy::files {

namespace {

struct Program {
  TextFormat format;
  std::optional<std::regex> known_by{};  // the first lines, or the first comments
  std::optional<std::regex> rate{};
  std::uint32_t lines_above = 0;  // the names or samples
  bool counts_samples = false;    // in a line below the names
  std::string_view time{}, columns{};
  StampUnit unit = StampUnit::automatic;
};

const std::vector<Program>& programs() {
  static const std::vector<Program> all{
      {.format = TextFormat::openbci,
       .known_by = std::regex("%(OpenBCI|OBCI)"),
       .rate = std::regex("%Sample Rate = ([0-9.]+)"),
       .time = "=1",
       .unit = StampUnit::samples},
      // Seconds since 1970 of the years 2001 to 2033, above the rate, once for each column.
      {.format = TextFormat::empatica,
       .known_by = std::regex("(1[0-9]{9}\\.[0-9]+)(, *\\1)*\n([0-9]{1,5}(\\.[0-9]+)?)(, *\\3)*\n."),
       .rate = std::regex("\n([0-9.]+)"),
       .lines_above = 2},
      {.format = TextFormat::empatica,
       .known_by = std::regex("1[0-9]{9}\\.[0-9]+, *IBI\n"),
       .lines_above = 1,
       .time = "=1",
       .unit = StampUnit::s},
      {.format = TextFormat::acqknowledge,
       .known_by = std::regex("(sec|msec|ms|min|hour)([,\t]).*\n\\2[0-9]+.*\n."),
       .counts_samples = true,
       .time = "=1"},
      {.format = TextFormat::kubios, .time = "=1", .columns = "=2"}};
  return all;
}

std::string first_of(const std::vector<TextLine>& lines) {
  constexpr std::size_t most_lines = 20, longest = 200;
  std::string text;
  for (std::size_t i = 0; i < std::min(lines.size(), most_lines); ++i) text += lines[i].text.substr(0, longest) + '\n';
  return text;
}

// Removes the lines of AcqKnowledge above the names of the columns: a title, the time of a sample, which gives the
// rate, the number of channels, and the label and unit of each.
bool remove_head(std::vector<TextLine>& lines, OpenOptions& options) {
  static const std::regex head("(.*\n)?([0-9.]+) (msec|sec|min)/sample.*\n([0-9]{1,4}) channels?\n");
  const std::string first = first_of(lines);
  std::smatch found;
  if (!std::regex_search(first, found, head, std::regex_constants::match_continuous)) return false;
  const auto n_head = std::count(found[0].first, found[0].second, '\n') + 2 * to_integer(found[4].str()).value_or(0);
  if (std::cmp_greater_equal(n_head + 2, lines.size())) return false;
  const double seconds = to_finite(found[2].str()).value_or(0.0) * seconds_in(found[3].str()).value_or(0.0);
  if (seconds > 0.0 && !options.rate) options.rate = 1.0 / seconds;
  lines.erase(lines.begin(), lines.begin() + n_head);
  if (options.time.empty() && lines.front().text.starts_with("CH")) options.time = "none";
  return true;
}

}  // namespace

void apply_program(FirstLines& first_lines, TableLayout& layout, Notices& notices) {
  std::vector<TextLine>& lines = first_lines.lines;
  OpenOptions& options = layout.options;
  const bool is_automatic = options.input_format == TextFormat::automatic;
  const auto may_be = [&](TextFormat format) {
    return options.input_format == TextFormat::automatic || options.input_format == format;
  };
  if (may_be(TextFormat::acqknowledge) && remove_head(lines, options)) options.input_format = TextFormat::acqknowledge;
  const std::string first = first_of(lines), above = first_of(first_lines.comments);
  std::smatch match;
  const auto finds = [&](const std::optional<std::regex>& pattern, std::regex_constants::match_flag_type where) {
    return pattern &&
           (std::regex_search(first, match, *pattern, where) || std::regex_search(above, match, *pattern, where));
  };
  const auto is_known = [&](const Program& one) {
    return may_be(one.format) && finds(one.known_by, std::regex_constants::match_continuous);
  };
  auto program = std::ranges::find_if(programs(), is_known);
  if (program == programs().end()) program = std::ranges::find(programs(), options.input_format, &Program::format);
  const bool is_table = program == programs().end();
  if (is_automatic) options.input_format = is_table ? TextFormat::table : program->format;
  if (is_table) return;
  if (is_automatic) {
    notices.push_back(note("program_recognised", fmt::format("its first lines are those of `input_format = {}`",
                                                             word(options.input_format))));
  }
  const std::size_t n_removed = program->lines_above + program->counts_samples;
  if (lines.size() <= n_removed) return;
  if (!options.rate && finds(program->rate, std::regex_constants::match_default))
    options.rate = to_finite(match[1].str());
  if (options.time.empty()) {
    options.time = program->time;
    if (options.time_unit == StampUnit::automatic) options.time_unit = program->unit;
  }
  const bool are_given = !options.columns.empty();
  if (!are_given) options.columns = program->columns;
  // Without names a time that the comments name is the last number.
  const Fields fields = fields_of(first_lines.example().text, Separator::comma);
  const bool has_names = !to_double(fields_of(lines.front().text, Separator::comma).front());
  const bool ends_with_time = !has_names && above.find("%Last Column = Timestamp") != std::string::npos;
  for (std::size_t c = 1; c + 1 < fields.size() && ends_with_time && !are_given; ++c) {
    if (to_double(fields[c])) options.columns += fmt::format("{}={}", options.columns.empty() ? "" : ",", c + 1);
  }
  if (program->counts_samples) {
    layout.above = lines[1].number;
    lines.erase(lines.begin() + 1);
  } else if (program->lines_above > 0) {
    options.skip_lines = static_cast<std::uint32_t>(lines[n_removed - 1].number);
    options.header = Header::no;
    lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(n_removed));
  }
  // What follows from these is given by the other options.
  if (program->format == TextFormat::empatica || program->format == TextFormat::kubios)
    options.input_format = TextFormat::table;
}

}  // namespace biotropy::files
