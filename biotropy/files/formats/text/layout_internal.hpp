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

struct TextLine {
  std::uint64_t number = 0;
  std::string text;
};

using Fields = std::vector<std::string_view>;
/// One more than a table can have at most, if there are more.
Fields fields_of(std::string_view line, Separator separator);

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

/// Channels that a text file may have: each takes about 1,200 bytes beside its samples, and a file no more memory than
/// ten times its bytes, but for the first 16,384.
std::uint64_t most_text_channels(const Input& input);

/// Sets the options of the known program that wrote the first lines, where they are not given, and removes the lines
/// that are neither names nor samples.
void apply_program(std::vector<TextLine>& lines, const std::vector<TextLine>& comments, TableLayout& layout,
                   Notices& notices);

/// Appends to `notices` what is left out, and why.
/// @throws Error bad_file if there are no numbers; unsupported for what the options have to decide; invalid_argument if
/// they name a missing column.
TableLayout find_layout(Input& input, const OpenOptions& options, Notices& notices);

}  // namespace biotropy::files
