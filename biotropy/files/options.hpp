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
  automatic,  ///< arrays: the shorter dimension, an error where the longer one is not twice as long; text: columns
  rows,
  columns
};

struct OpenOptions {
  /// Samples per second of formats that do not say (text, NPY, MAT). EDF and BDF keep their own, with a warning
  /// where it differs.
  std::optional<double> rate;

  Orientation orientation = Orientation::automatic;

  /// MAT: the name of the variable; empty: the largest numeric one.
  std::string variable;

  /// Text: comma-separated header names, 1-based numbers or ranges ("Fp1,O2", "2-9"); empty: every column of numbers
  /// that does not count time or samples.
  std::string columns;

  /// Text: ',', ';', tab or ' ' (any run of blanks and tabs); empty: found from the content.
  std::optional<char> separator;

  /// WFDB: the annotator, which is the ending of annotation files ("atr", "wqrs"); empty: the first of atr, ecg and qrs
  /// beside a header, otherwise the only file beside it that holds annotations.
  std::string annotator;

  /// WFDB: signal files may lie outside the folder of the header that names them.
  bool outside_files = false;
};

/// The words for these choices, as every door of the library takes them.
/// @throws Error invalid_argument for another word than "automatic", "rows" and "columns".
Orientation orientation(std::string_view word);
/// ',' for "comma", and so on.
/// @throws Error invalid_argument for another word than "comma", "semicolon", "tab" and "blank".
char separator(std::string_view word);

/// @throws Error invalid_argument unless the rate is positive and finite, the separator one of those listed, and the
/// annotator made of letters, digits, '_', '-' and '~'.
void validate(const OpenOptions& options);

}  // namespace biotropy::files
