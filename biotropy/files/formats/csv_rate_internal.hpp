// SPDX-License-Identifier: Apache-2.0
//
// The sampling rate that a text file itself gives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/formats/csv_first_lines_internal.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// The rate in hertz from comments such as "% Sample Rate = 250.0 Hz", also from kilohertz; a unit may stand in front
/// of the number in brackets. A number that cannot be read without a guess gives a warning. With `comma_is_decimal` a
/// number with a point is one of these, as it may part thousands.
/// @throws Error unsupported for two rates, which may be those of two devices.
std::optional<double> rate_in_comments(const Input& input, const std::vector<TextLine>& comments, bool comma_is_decimal,
                                       std::vector<std::string>& warnings);

/// The rate in the second line of a file of Empatica: its first line holds the start in seconds since 1970, and its
/// second one the rate, both once for every column.
std::optional<double> rate_below_start(const std::vector<TextLine>& lines, char separator);

/// Says how a rate and that of the times differ; empty if they do not. Their unit is that in their name, seconds in
/// times `of_day`, or else any of seconds, parts of them, and samples.
std::string other_rate_of_times(double rate, const std::string& name, bool of_day, double step);

}  // namespace biotropy::files
