// SPDX-License-Identifier: Apache-2.0
//
// Translates biotropy::Error to the Python exceptions of biotropy/errors.py: a wrong argument is also a ValueError, a
// missing file a FileNotFoundError, and so on.
#pragma once

#include "biotropy/error.hpp"

namespace biotropy::python {

void translate_errors();

}  // namespace biotropy::python
