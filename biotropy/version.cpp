// SPDX-License-Identifier: Apache-2.0
#include "biotropy/version.hpp"

namespace biotropy {

std::string_view version() {
  return BIOTROPY_VERSION;
}

}  // namespace biotropy
