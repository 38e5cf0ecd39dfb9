// SPDX-License-Identifier: Apache-2.0
//
// Printed summary of matrices.
#pragma once

#include <string>

#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::cli {

/// Sizes, epochs used and rejected, and the mean over epochs: over pairs, and the smallest and largest pairs.
std::string summary(const std::string& path, const std::string& measure, const series::Epochs& epochs,
                    const entropy::Pairwise& pairs);

}  // namespace biotropy::cli
