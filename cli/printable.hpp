// SPDX-License-Identifier: Apache-2.0
//
// Text of others on a terminal. Names of files and labels may hold sequences that a terminal obeys.
#pragma once

#include <string>
#include <string_view>

namespace biotropy::cli {

/// The text with a blank for each control character, among them those of eight bits and those that turn the direction of
/// text, and with '?' for each byte that is no UTF-8. @param kept a control character that stays.
std::string printable(std::string_view text, char kept = '\0');

}  // namespace biotropy::cli
