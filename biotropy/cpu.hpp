// SPDX-License-Identifier: Apache-2.0
//
// The instruction sets that the vector code was compiled for, and which of them this process uses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace biotropy {

/// Names of the usable instruction sets, best first, for example {"AVX3_DL", "AVX3", "AVX2", "SSE4", "SSSE3", "SSE2"}.
std::vector<std::string> instruction_sets();

/// Restricts vector code to the named set and those below it, so that tests and benchmarks reach every one.
/// An empty name lifts the restriction.
/// @throws Error invalid_argument for a name that this machine or build does not have.
void limit_instruction_set(std::string_view name);

/// The same with the name in the environment variable BIOTROPY_SIMD, where it is set. The counting core does this once,
/// when it is first used.
void limit_instruction_set_by_environment();

}  // namespace biotropy
