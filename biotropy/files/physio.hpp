// SPDX-License-Identifier: Apache-2.0
//
// Continuous recordings of physiology in BIDS: a table without a header, separated by tabs and compressed with gzip
// (*_physio.tsv.gz), whose columns, rate and start are in the JSON files that hold for it. "n/a" marks unknown values.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

struct PhysioColumn {
  std::string name;
  std::string unit;            ///< as the JSON files say it; empty if they do not
  double rate = 0.0;           ///< rows per second
  double start = 0.0;          ///< seconds from the start of the recording to the first row
  std::vector<double> values;  ///< NaN where unknown
};

/// True for the name of such a file.
bool is_physio(const std::filesystem::path& path);

/// The JSON files that hold for the table, the closest first. A key counts as the closest one gives it.
/// @throws Error as bids_table().
std::vector<std::filesystem::path> physio_sidecars(const std::filesystem::path& path);

/// One column of the table. @param chosen its name, or its number from 1; empty: the only one.
/// @throws Error file_not_found, io; bad_file for a table that is damaged or does not have the columns of its JSON
/// files, and for JSON files without Columns, SamplingFrequency or StartTime; invalid_argument ("columns") for a column
/// that does not exist, and for none of several.
PhysioColumn read_physio(const std::filesystem::path& path, const std::string& chosen);

/// The values of the column `position` of a table of `n_columns`, NaN where unknown.
/// @throws Error bad_file for a table that is damaged, empty or has other columns.
std::vector<double> read_physio_values(Input& input, std::size_t position, std::size_t n_columns);

}  // namespace biotropy::files
