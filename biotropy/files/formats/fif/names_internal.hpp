// SPDX-License-Identifier: Apache-2.0
//
// Texts and lists of names in FIF files: Latin-1, with "&#8230;" for other characters, ':' between names and "{COLON}"
// for one inside a name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace biotropy::files {

std::string fif_text(std::string_view content);

std::vector<std::string> fif_names(std::string_view content);

}  // namespace biotropy::files
