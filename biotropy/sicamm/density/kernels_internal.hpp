// SPDX-License-Identifier: Apache-2.0
//
// The files of kernels/ as the build has put them into the library.
#pragma once

namespace biotropy::sicamm {

extern const char* const densities_c;
extern const char* const single_densities_c;

}  // namespace biotropy::sicamm
