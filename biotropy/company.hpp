// SPDX-License-Identifier: Apache-2.0
//
// Options that another one must accompany. A value that is the default cannot be told from one that was not given; the
// program, which knows what was given, refuses that as well.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "biotropy/option.hpp"

namespace biotropy {

/// @param without what is not given, such as "band or notch".
/// @throws Error invalid_argument for an option with another value than its default.
template <typename Settings>
void refuse_given(std::span<const OptionRow<Settings>> rows, const Settings& settings, const std::string& without) {
  for (const OptionRow<Settings>& row : rows) {
    const auto value = row.get(settings);
    if (value == row.get({})) continue;
    throw Error::argument(std::string(row.name), text_of(*value), "left out without " + without);
  }
}

/// @throws Error invalid_argument for an option without any of those that it needs.
template <typename Settings>
void require_company(std::span<const OptionRow<Settings>> rows, const Settings& settings) {
  for (const OptionRow<Settings>& row : rows) {
    std::string without;
    const auto is_beside = [&](const std::string& name) {
      const OptionRow<Settings>* other = find_row(rows, name);
      without += (without.empty() ? "" : " or ") + name;
      return other == nullptr || other->get(settings) != other->get({});
    };
    const auto needed = row.needed();
    if (needed.empty() || std::any_of(needed.begin(), needed.end(), is_beside)) continue;
    refuse_given(std::span(&row, 1), settings, without);
  }
}

}  // namespace biotropy
