// SPDX-License-Identifier: Apache-2.0
//
// Files prelude.cl and prelude.cu, embedded by the build.
#pragma once

namespace biotropy::device {

extern const char* const prelude_cl;
extern const char* const prelude_cu;

}  // namespace biotropy::device
