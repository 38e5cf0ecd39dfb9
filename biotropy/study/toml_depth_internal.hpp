// SPDX-License-Identifier: Apache-2.0
//
// How deep a TOML text nests, found without recursion. The TOML library calls itself once for each level, and bounds
// those of lists and inline tables alone: a key of 40,000 parts would overflow the stack.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace biotropy::study {

/// Far more than the two levels of a description.
inline constexpr std::size_t kMostTomlLevels = 16;

/// The first line in which a key has more parts, or brackets nest deeper, than kMostTomlLevels; none where all are
/// fine. Text that is not TOML is left to the library.
std::optional<std::size_t> too_deep_line(std::string_view text);

}  // namespace biotropy::study
