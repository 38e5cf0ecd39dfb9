// SPDX-License-Identifier: Apache-2.0
//
// Results as a derivative dataset of BIDS. The standard has no suffix for entropies yet, so those of a recording are in
// a table of its channels, whose suffix (channels) the official validator accepts with any columns that the JSON file
// beside it describes:
//
//   dataset_description.json                     the dataset
//   sub-X/.../sub-X_..._desc-LABEL_channels.tsv  one line for each channel, with JSON beside it
//   sub-X/.../beh/sub-X_..._desc-LABEL_beh.tsv   the same of heartbeats, as tables of channels are of the brain
//   group_..._desc-LABEL_DATATYPE.nc             a comparison of groups, and its entries as a table with JSON beside it
//   .bidsignore                                  names group_* and files of states, for which the standard has no rule
#pragma once

#include <filesystem>
#include <string>

#include "biotropy/study/cohort.hpp"
#include "biotropy/study/dataset.hpp"
#include "biotropy/study/statistics.hpp"

namespace biotropy::study {

/// @throws Error invalid_argument unless the label is made of letters and digits, and if `folder` is that of the
/// dataset.
void require_derivatives(const std::filesystem::path& dataset, const std::filesystem::path& folder,
                         const std::string& label);

/// Makes the folder and the files about the dataset. @throws Error io; bad_file for a dataset of another program.
void begin_derivatives(const std::filesystem::path& dataset, const std::filesystem::path& folder);

class Derivatives {
 public:
  /// @param label of desc-LABEL; empty: made from the measure ("sampen", "crossapen", "rcmsesampen").
  /// @throws Error as require_derivatives().
  Derivatives(const Dataset& dataset, const Description& description, std::filesystem::path folder, std::string label);

  const std::string& label() const { return label_; }

  /// begin_derivatives().
  void begin() const;

  /// Writes the table of a recording. @throws Error io; bad_file for a damaged table of channels.
  void write(const Subject& subject, const SubjectValues& values) const;

  /// Path of the result of a condition, which compare_measured() writes.
  std::filesystem::path group_result(const Condition& condition) const;

  /// Writes the entries of the result as a table. @throws Error io.
  void write(const Condition& condition, const Cohort& cohort, const Statistics& statistics) const;

 private:
  std::filesystem::path table_of(const Subject& subject) const;

  const Dataset& dataset_;
  const Description& description_;
  std::filesystem::path folder_;
  std::string label_;
};

}  // namespace biotropy::study
