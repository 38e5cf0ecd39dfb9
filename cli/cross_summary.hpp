// SPDX-License-Identifier: Apache-2.0
//
// Printed summary of matrices.
#pragma once

#include <string>
#include <vector>

#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::cli {

/// Sizes, epochs used and rejected, and the mean over epochs: over pairs, and the smallest and largest pairs.
std::string summary(const std::string& path, const std::string& measure, const series::Epochs& epochs,
                    const entropy::Pairwise& pairs);

/// The same of many scales: a line for each.
std::string summary(const std::string& path, const std::string& title, const series::Epochs& epochs,
                    const std::vector<int>& scales, const std::vector<entropy::Pairwise>& matrices);

}  // namespace biotropy::cli
