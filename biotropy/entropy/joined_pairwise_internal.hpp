// SPDX-License-Identifier: Apache-2.0
//
// Matrices of the epochs of several calls, one behind the other, and the means over all of them.
#pragma once

#include "biotropy/entropy/pairwise.hpp"

namespace biotropy::entropy {

/// Adds the epochs of `more` behind those of `all`. The mean is a sum until divide_means(). @param keep Keep::mean
/// leaves out the values of single epochs.
void append_epochs(Pairwise& all, const Pairwise& more, Keep keep);

/// Makes means of the sums, over the epochs with a finite value; NaN where there is none.
void divide_means(Pairwise& all);

}  // namespace biotropy::entropy
