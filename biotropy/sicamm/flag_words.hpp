// SPDX-License-Identifier: Apache-2.0
//
// Words for the flags of a sample.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/words.hpp"

namespace biotropy {

template <>
inline constexpr std::array kWords<sicamm::Flag>{
    Word{"missing", sicamm::kMissing}, Word{"outlier", sicamm::kOutlier}, Word{"unexplained", sicamm::kUnexplained},
    Word{"gap", sicamm::kGap},         Word{"warm-up", sicamm::kWarmUp},
};

}  // namespace biotropy

namespace biotropy::sicamm {

/// @param flags a set of Flag.
inline std::vector<std::string> words_of(std::uint8_t flags) {
  std::vector<std::string> words;
  for (const auto& [text, flag] : kWords<Flag>) {
    if ((flags & flag) != 0) words.emplace_back(text);
  }
  return words;
}

}  // namespace biotropy::sicamm
