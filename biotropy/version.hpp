// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace biotropy {

/// The version of the library, for example "0.1.0"; written once, in the file VERSION.
std::string_view version();

}  // namespace biotropy
