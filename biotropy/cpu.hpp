// SPDX-License-Identifier: Apache-2.0
//
// Instruction sets for which the vector code was compiled, and those used by this process.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace biotropy {

/// Names of the usable instruction sets, best first, for example {"AVX3_DL", "AVX3", "AVX2", "SSE4", "SSSE3",
/// "SCALAR"}.
std::vector<std::string> instruction_sets();

/// Restricts vector code to the named set and those below it, so that tests and benchmarks cover every one. An empty
/// name lifts the restriction.
/// @throws Error invalid_argument for a name that this machine or build does not have.
void limit_instruction_set(std::string_view name);

/// limit_instruction_set() with the environment variable BIOTROPY_SIMD, if set. Called once, at the first use of the
/// counting code.
void limit_instruction_set_by_environment();

}  // namespace biotropy
