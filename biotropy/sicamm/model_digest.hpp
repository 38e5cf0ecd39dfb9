// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

/// The SHA-256 of everything in a model, as 64 hexadecimal digits: the same before it is saved and after it is loaded,
/// and another one where a number or a note differs.
std::string digest(const Model& model);

}  // namespace biotropy::sicamm
