// SPDX-License-Identifier: Apache-2.0
//
// What the scores of `biotropy states bids` were measured with, so that those of other options are not put beside them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/states_validation.hpp"

namespace biotropy::cli {

/// Every option that scores depend on, by its name and with its preset where it is not given.
/// @throws Error invalid_argument as the options do.
nlohmann::ordered_json parameters_of(const ValidationOptions& options);

/// The first of these that differ, as "folds: 2 there, 5 here"; empty if none does.
std::string difference(const nlohmann::ordered_json& there, const nlohmann::ordered_json& here);

}  // namespace biotropy::cli
