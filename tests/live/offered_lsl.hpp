// SPDX-License-Identifier: Apache-2.0
//
// The stream that the replacement of liblsl offers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace biotropy::live {

struct OfferedStream {
  std::int32_t channels = 0;
  double rate = 0.0;
  std::string source_id{};
  std::vector<std::array<std::string, 3>> description{};  ///< label, type and unit of each channel
  std::vector<double> samples{};                          ///< time and numbers of each sample, one after the other
  std::size_t others = 0;                                 ///< streams of the same name and another source
};

void offer(OfferedStream stream);

}  // namespace biotropy::live
