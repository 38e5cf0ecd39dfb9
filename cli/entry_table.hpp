// SPDX-License-Identifier: Apache-2.0
//
// Entries of a recording as aligned columns; the input is that of the writers of results.
#pragma once

#include <string>

#include "biotropy/files/results/results.hpp"

namespace biotropy::cli {

/// One row for each entry of (epoch, channel[, axes]). @param measure header of the values.
std::string entry_table(const files::ResultsHead& head, const files::FileResults& results, std::string_view measure);

/// A row for each (epoch, channel) with the numbers that do not vary along the axes.
std::string summary_table(const files::ResultsHead& head, const files::FileResults& results);

}  // namespace biotropy::cli
