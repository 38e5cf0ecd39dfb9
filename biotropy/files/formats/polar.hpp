// SPDX-License-Identifier: Apache-2.0
//
// RR intervals in files of Polar's heart rate monitors (.hrm; Polar HRM2 File Format Description, version 1.4): text in
// sections, of which [Params] tells what the lines of [HRData] are.
#pragma once

#include <filesystem>
#include <string_view>

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// The format of recordings that read_polar() returns.
inline constexpr std::string_view kPolarFormat = "Polar HRM";

/// True if the first line that is not blank is "[Params]".
bool begins_like_polar(std::string_view first_bytes);

/// begins_like_polar() of a file; false for standard input, which can be read once.
/// @throws Error as Input.
bool is_polar(const std::filesystem::path& path);

/// One channel "RR" of intervals in ms, without a rate. A warning tells where the intervals last another time than the
/// recording.
/// @throws Error bad_file for a file that was cut off, has no intervals, or has other words than whole milliseconds of
/// at most a day; unsupported for versions other than 102 to 107, for heart rates and for lines with several values.
series::Recording read_polar(Input& input, const OpenOptions& options = {});

}  // namespace biotropy::files
