// SPDX-License-Identifier: Apache-2.0
//
// Guarantee for every file, however damaged: reading gives a valid recording no larger than the file allows, or one
// error that names the file.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "biotropy/series/recording.hpp"

namespace biotropy::files::test {

/// @param name name of the input, required in every error.
/// @param most_numbers largest number of values in a file of this size.
/// @returns the guarantee that was violated, or an empty text.
std::string broken_promise(const std::string& name, double most_numbers,
                           const std::function<series::Recording()>& read);

/// Values of a table of physiology as a recording, as the function above takes it.
series::Recording recording_of(std::vector<double> values);

}  // namespace biotropy::files::test
