// SPDX-License-Identifier: Apache-2.0
//
// Tables whose first lines can be read in two ways, of which the second changes the numbers: the user is asked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/formats/csv_first_lines_internal.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// @throws Error unsupported if fields between one of the separators have decimal commas.
void refuse_decimal_commas(const Input& input, const std::vector<TextLine>& lines, std::string_view separators);

/// @throws Error unsupported if every line is a number with a decimal comma or two columns ("0,812"), or if commas seem
/// to be decimal between commas that part columns ("1, 7,55").
void refuse_unclear_commas(const Input& input, const std::vector<TextLine>& lines);

/// True if the first line has names in quotes, be they numbers, as R writes them, above numbers without quotes.
bool are_quoted_names(const std::vector<TextLine>& lines, char separator);

/// True if the first line numbers the columns above an index, as pandas writes it (",0,1,2" or ",2,5"): only it has
/// nothing there.
bool are_numbers_above_index(const std::vector<TextLine>& lines, char separator);

/// @throws Error unsupported if the first line may number the columns or be the first sample ("0,1,2").
void refuse_numbered_columns(const Input& input, const std::vector<TextLine>& lines, char separator);

/// Warns of a first sample of whole numbers above decimals ("2,5"), which may be names.
void warn_of_whole_numbers(const std::vector<TextLine>& lines, char separator, std::vector<std::string>& warnings);

/// @throws Error unsupported if the first row below the names is no sample but the numbers of samples, as AcqKnowledge
/// writes them.
void refuse_numbers_of_samples(const Input& input, const std::vector<Fields>& rows, std::uint64_t line);

}  // namespace biotropy::files
