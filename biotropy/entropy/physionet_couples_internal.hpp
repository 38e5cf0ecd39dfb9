// SPDX-License-Identifier: Apache-2.0
//
// Numbers of couples of overlapping matching pairs as computed by sampen -v of PhysioNet, whose standard deviations
// follow from them digit for digit. It does not list the couples: for templates that end at the samples e and e - d it
// multiplies their numbers of matches, without matches so near that a pair would be coupled with itself. Couples that
// overlap at both templates count twice, pairs that end at the last sample are included, and beyond the end of the
// series the last pair of each distance is used again.
#pragma once

#include "biotropy/match/query.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::entropy {

struct PhysionetCouples {
  double at_m = 0.0, at_m1 = 0.0;  ///< couples of pairs that match at length m, and at m + 1
};

/// @param x without missing samples. @param rule of SampEn: lengths m and m + 1, and a delay of 1.
/// Time: that of counting and O(n m^2). @throws Error cancelled.
PhysionetCouples physionet_couples(match::Samples x, const match::Rule& rule, const Execution& execution);

}  // namespace biotropy::entropy
