// SPDX-License-Identifier: Apache-2.0
//
// What the directions are that a model leaves out: each cause leaves a direction that can be known again.
#pragma once

#include <string>
#include <vector>

#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

/// In words: constant channels, channels that are copies of one another, the average reference, and the number of other
/// directions. Empty for a model of full rank.
std::vector<std::string> left_out(const Model& model);

}  // namespace biotropy::sicamm
