// SPDX-License-Identifier: Apache-2.0
//
// The entries of a recording for people: what the writers of results get, as aligned columns.
#pragma once

#include <string>

#include "biotropy/files/results/results.hpp"

namespace biotropy::cli {

/// One row for each entry of (epoch, channel[, axes]). @param measure the name above the values.
std::string entry_table(const files::ResultsHead& head, const files::FileResults& results, std::string_view measure);

/// A row for each (epoch, channel) with the numbers that do not go along the axes.
std::string summary_table(const files::ResultsHead& head, const files::FileResults& results);

}  // namespace biotropy::cli
