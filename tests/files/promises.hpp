// SPDX-License-Identifier: Apache-2.0
//
// What holds for every file, however damaged: reading it gives a sound recording that the file has bytes for, or one
// error that names the file.
#pragma once

#include <functional>
#include <string>

#include "biotropy/series/recording.hpp"

namespace biotropy::files::test {

/// @param name of the input, which every error must name.
/// @param most_numbers that a file of this size can hold.
/// @returns the promise that was broken, or an empty text.
std::string broken_promise(const std::string& name, double most_numbers,
                           const std::function<series::Recording()>& read);

}  // namespace biotropy::files::test
