// SPDX-License-Identifier: Apache-2.0
//
// Words for the flags of a sample.
#pragma once

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/words.hpp"

namespace biotropy {

template <>
inline constexpr std::array kWords<sicamm::Flag>{
    Word{"missing", sicamm::kMissing}, Word{"outlier", sicamm::kOutlier}, Word{"unexplained", sicamm::kUnexplained},
    Word{"gap", sicamm::kGap},         Word{"warm-up", sicamm::kWarmUp},
};

}  // namespace biotropy
