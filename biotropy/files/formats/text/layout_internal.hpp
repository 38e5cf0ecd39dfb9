// SPDX-License-Identifier: Apache-2.0
//
// Layout of a table, by its first lines and the options: separator, names, channels and time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::files {

/// The number in a field, by the options: NaN for a missing one, nothing for other words.
std::optional<double> field_number(std::string_view field, const OpenOptions& options);

/// A number with a decimal comma; nothing beside a point, where the comma may part thousands.
std::optional<double> number_with_comma(std::string_view text);

using Fields = std::vector<std::string_view>;
/// One more than `most`, if there are more.
void split(std::string_view line, Separator separator, std::size_t most, Fields& fields);
/// As many as a table can have at most, and one more.
Fields fields_of(std::string_view line, Separator separator);

struct TextLine {
  std::uint64_t number = 0;
  std::string text;
  Fields fields{};  ///< of `text`, when the separator is known

  bool has_quotes(std::string_view field) const { return field.data() > text.data() && field.data()[-1] == '"'; }
};

struct FirstLines {
  std::vector<TextLine> lines, comments;

  /// The second line, as the first one may have names.
  const TextLine& example() const { return lines[lines.size() > 1 ? 1 : 0]; }
};

struct TableLayout {
  OpenOptions options;      ///< all that concern text are set: with them the file is read alike, and nothing is decided
  std::uint64_t above = 0;  ///< number of the last line in front of the samples
  std::size_t width = 0;    ///< number of columns
  std::vector<std::string> labels;
  std::vector<std::size_t> channels;   ///< columns
  std::optional<std::size_t> time;     ///< column
  std::optional<double> time_seconds;  ///< of its unit, where it is known
  std::optional<double> time_step;     ///< of numbers of samples, some of which may be left out
  std::optional<std::size_t> series;   ///< column whose name means a person or a channel

  /// "column 2 (Fz)", for messages.
  std::string name_of(std::size_t column) const;
};

/// A channel takes about 1,200 bytes beside its samples, and a file no more memory than ten times its bytes, but for
/// the first 16,384.
void require_few_channels(const Input& input, std::uint64_t n_channels, std::string_view advice);

/// Sets the options of the known program that wrote the first lines, where they are not given, and removes the lines
/// that are neither names nor samples.
void apply_program(FirstLines& first, TableLayout& layout, Notices& notices);

/// Appends to `notices` what is left out, and why.
/// @throws Error bad_file if there are no numbers; unsupported for what the options have to decide; invalid_argument if
/// they name a missing column.
TableLayout find_layout(Input& input, const OpenOptions& options, Notices& notices);

}  // namespace biotropy::files
