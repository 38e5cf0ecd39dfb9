// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "biotropy/entropy/each_channel_internal.hpp"
#include "biotropy/error.hpp"

namespace biotropy::entropy {
namespace {

// Reasons of three channels; the measure fails in the second.
std::vector<std::string> reasons_after(ErrorCode code) {
  const std::vector<double> samples(6);
  const series::EpochView epochs(1, 3, 2, samples);
  std::vector<std::string> reasons(3);
  for_each_channel(
      epochs, Measure::sampen, {},
      [&](std::size_t index, std::span<const series::Samples>) {
        if (index == 1) throw Error(code, "it failed");
      },
      [&](std::size_t index, const std::string& reason) { reasons[index] = reason; });
  return reasons;
}

TEST(EachChannel, WhatIsAboutTheSamplesIsAReason) {
  for (const ErrorCode code :
       {ErrorCode::invalid_data, ErrorCode::missing_values, ErrorCode::constant_series, ErrorCode::too_short}) {
    EXPECT_EQ(reasons_after(code), (std::vector<std::string>{"", "it failed", ""})) << name(code);
  }
}

TEST(EachChannel, WhatIsAboutTheMachineOrTheProgramIsAnError) {
  for (const ErrorCode code :
       {ErrorCode::out_of_memory, ErrorCode::internal, ErrorCode::device, ErrorCode::cancelled, ErrorCode::no_engine}) {
    try {
      reasons_after(code);
      ADD_FAILURE() << name(code) << " became a reason";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code);
    }
  }
}

}  // namespace
}  // namespace biotropy::entropy
