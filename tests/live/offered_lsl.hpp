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
  std::int32_t format = 1;                                ///< of its channels: 1 float, 3 text, 7 integers of 64 bits
  std::uint32_t left = 0;                                 ///< samples, and the mark of the end, that are lost with it
  bool stays = false;                                     ///< after its last sample
};

void offer(OfferedStream stream);

/// The predicate of the last search, and the buffer of the last inlet, in seconds or in hundreds of samples.
std::string asked_for();
std::int32_t most_buffered();

}  // namespace biotropy::live
