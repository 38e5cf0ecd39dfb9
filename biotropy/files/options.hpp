// SPDX-License-Identifier: Apache-2.0
//
// What a reader cannot know from the file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace biotropy::files {

/// Which dimension of a two-dimensional array counts the channels.
enum class Orientation {
  automatic,  ///< NPY: rows, as NumPy users write (channels, samples); MAT: the shorter dimension, rows if equal
  rows,
  columns
};

struct OpenOptions {
  /// Samples per second of formats that do not say (text, NPY, MAT). EDF and BDF keep their own, with a warning
  /// where it differs.
  std::optional<double> rate;

  Orientation orientation = Orientation::automatic;

  /// MAT: the name of the variable, or of a field of a structure ("EEG.data"); empty: the only array of numbers.
  std::string variable;

  /// Text: comma-separated header names, 1-based numbers or ranges ("Fp1,O2", "2-9"); empty: every column of numbers.
  std::string columns;

  /// Text: ',', ';', tab or ' ' (any run of blanks and tabs); empty: found from the content.
  std::optional<char> separator;
};

/// The words for these choices, as every door of the library takes them.
/// @throws Error invalid_argument for another word than "automatic", "rows" and "columns".
Orientation orientation(std::string_view word);
/// ',' for "comma", and so on.
/// @throws Error invalid_argument for another word than "comma", "semicolon", "tab" and "blank".
char separator(std::string_view word);

/// @throws Error invalid_argument unless the rate is positive and finite and the separator one of those listed.
void validate(const OpenOptions& options);

}  // namespace biotropy::files
