// SPDX-License-Identifier: Apache-2.0
//
// biotropy::Error as the Python exceptions of biotropy/errors.py: what a caller did wrong is also a ValueError, a file
// that is not there a FileNotFoundError, and so on.
#pragma once

#include "biotropy/error.hpp"

namespace biotropy::python {

void translate_errors();

}  // namespace biotropy::python
