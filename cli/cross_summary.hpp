// SPDX-License-Identifier: Apache-2.0
//
// What a person wants to know about matrices first.
#pragma once

#include <string>

#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::cli {

/// Sizes, epochs used and rejected, and the mean over epochs: over pairs, and the smallest and largest of them.
std::string summary(const std::string& path, const std::string& measure, const series::Epochs& epochs,
                    const entropy::Pairwise& pairs);

}  // namespace biotropy::cli
