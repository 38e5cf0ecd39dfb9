// SPDX-License-Identifier: Apache-2.0
//
// Sources of kernels/, embedded by the build.
#pragma once

namespace biotropy::sicamm {

extern const char* const densities_c;
extern const char* const single_densities_c;

}  // namespace biotropy::sicamm
