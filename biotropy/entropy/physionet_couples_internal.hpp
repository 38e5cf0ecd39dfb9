// SPDX-License-Identifier: Apache-2.0
//
// The numbers of couples of overlapping matching pairs as sampen -v of PhysioNet adds them up. It does not list them:
// for templates that end at the samples e and e - d it multiplies how many matches each of the two has, without those
// so near that the pair would be coupled with itself. Couples that overlap at both templates count twice, pairs that
// end at the last sample are there, too, and beyond the end of the series the last pair of each distance stands for
// those that are missing. Its standard deviations are those of these numbers, digit for digit.
#pragma once

#include "biotropy/match/query.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::entropy {

struct PhysionetCouples {
  double at_m = 0.0, at_m1 = 0.0;  ///< of pairs that match at length m, and at m + 1
};

/// @param x without missing samples. @param rule of SampEn: lengths m and m + 1, and a delay of 1.
/// Takes the time of the counts and O(n m^2) more. @throws Error cancelled.
PhysionetCouples physionet_couples(match::Samples x, const match::Rule& rule, const Execution& execution);

}  // namespace biotropy::entropy
