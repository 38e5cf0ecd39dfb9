// SPDX-License-Identifier: Apache-2.0
//
// Lists of numbers as text: "2", "1,2,3", "1-5,10,20" and "0.1,0.15,0.2".
#pragma once

#include <string>
#include <vector>

namespace biotropy {

/// Parses integers and ranges of integers, in the order given.
/// @param parameter its name in messages.
/// @throws Error invalid_argument.
std::vector<int> whole_numbers(const std::string& parameter, const std::string& text);

/// Parses numbers. @throws Error invalid_argument.
std::vector<double> real_numbers(const std::string& parameter, const std::string& text);

/// @throws Error invalid_argument for a number that a list, the labels of a dimension, has twice.
void require_distinct(const std::string& parameter, const std::vector<double>& numbers);

}  // namespace biotropy
