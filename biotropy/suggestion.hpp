// SPDX-License-Identifier: Apache-2.0
//
// For a word that is not known: the one that was probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace biotropy {

/// " (did you mean 'entropy'?)", to stand behind a message; empty where no word is close: at most one letter in three is
/// missing, added, another one or in another order. Upper and lower case count as the same. Of several, the first.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

}  // namespace biotropy
