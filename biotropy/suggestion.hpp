// SPDX-License-Identifier: Apache-2.0
//
// Suggests a known word for an unknown one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace biotropy {

/// " (did you mean 'entropy'?)", to append to a message; empty if no word is close: at most one letter in three is
/// missing, added, replaced or transposed, also of the last word of several ("Fz" of "EEG Fz"). Case is ignored. The first
/// of several.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

}  // namespace biotropy
