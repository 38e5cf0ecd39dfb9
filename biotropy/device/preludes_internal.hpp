// SPDX-License-Identifier: Apache-2.0
//
// The files prelude.cl and prelude.cu as the build has put them into the library.
#pragma once

namespace biotropy::device {

extern const char* const prelude_cl;
extern const char* const prelude_cu;

}  // namespace biotropy::device
