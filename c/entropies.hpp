// SPDX-License-Identifier: Apache-2.0
//
// Values of measures with their counts, as arrays of a result.
#pragma once

#include <functional>
#include <vector>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/surrogate_test.hpp"
#include "c/result.hpp"
#include "c/warnings.hpp"

namespace biotropy::c {

void add_entropies(biotropy_result& result, const std::vector<entropy::Entropy>& found, const Dimensions& dims);

/// The numbers of a test against surrogates; its warnings are handed over.
void add_test(biotropy_result& result, const Run& run, entropy::SurrogateTest test, const TestedSeries& tested,
              const Dimensions& dims);

/// Makes a result, which the caller owns only if it became whole.
void make_result(biotropy_result** place, const std::function<void(biotropy_result&)>& fill);

}  // namespace biotropy::c
