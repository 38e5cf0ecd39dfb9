// SPDX-License-Identifier: Apache-2.0
//
// Values of the options of a command, to be kept with a result, so that it is not put beside one of other options.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace CLI {
class Option;
}

namespace biotropy::cli {

/// Each option by its name: the text that was given, or that of its preset.
nlohmann::ordered_json values_of(const std::vector<const CLI::Option*>& options);

/// The first value that differs, as "folds: 2 there, 5 here"; empty if none does.
std::string difference(const nlohmann::ordered_json& there, const nlohmann::ordered_json& here);

}  // namespace biotropy::cli
