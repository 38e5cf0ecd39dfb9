// SPDX-License-Identifier: Apache-2.0
//
// Lists of numbers as people write them: "2", "1,2,3", "1-5,10,20" and "0.1,0.15,0.2".
#pragma once

#include <string>
#include <vector>

namespace biotropy::study {

/// Whole numbers and ranges of them, in the order in which they are given, each once.
/// @param parameter its name in messages. @throws Error invalid_argument.
std::vector<int> whole_numbers(const std::string& parameter, const std::string& text);

/// Numbers, each once. @throws Error invalid_argument.
std::vector<double> real_numbers(const std::string& parameter, const std::string& text);

}  // namespace biotropy::study
