// SPDX-License-Identifier: Apache-2.0
//
// A model from the arrays of its file, whoever has read them.
#pragma once

#include <string>

#include "biotropy/files/results/arrays.hpp"
#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

/// @param name of the file, for messages. @throws Error as load_model().
Model model_of(const files::Arrays& arrays, const std::string& name);

}  // namespace biotropy::sicamm
