// SPDX-License-Identifier: Apache-2.0
//
// Guarantee for every file, however damaged: reading gives a valid recording no larger than the file allows, or one
// error that names the file.
#pragma once

#include <functional>
#include <string>

#include "biotropy/series/recording.hpp"

namespace biotropy::files::test {

/// @param name name of the input, required in every error.
/// @param most_numbers largest number of values in a file of this size.
/// @returns the guarantee that was violated, or an empty text.
std::string broken_promise(const std::string& name, double most_numbers,
                           const std::function<series::Recording()>& read);

}  // namespace biotropy::files::test
