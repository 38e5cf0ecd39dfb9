// SPDX-License-Identifier: Apache-2.0
//
// Nesting depth of a TOML text, found without recursion. The TOML library recurses for each level, and limits only
// lists and inline tables: a key of 40,000 parts would overflow the stack.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace biotropy::study {

/// Far more than the two levels of a description.
inline constexpr std::size_t kMostTomlLevels = 16;

/// First line with a key of more parts, or brackets nested deeper, than kMostTomlLevels; nothing if there is none.
/// Invalid TOML is left to the library.
std::optional<std::size_t> too_deep_line(std::string_view text);

}  // namespace biotropy::study
