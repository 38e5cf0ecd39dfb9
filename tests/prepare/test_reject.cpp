// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "biotropy/prepare/epochs.hpp"
#include "biotropy/prepare/reject.hpp"
#include "fixtures.hpp"

namespace biotropy::prepare {
namespace {

series::Epochs one_per_channel(std::vector<std::vector<double>> channels) {
  std::vector<std::size_t> all;
  for (std::size_t k = 0; k < channels.size(); ++k) all.push_back(k);
  return cut(recording(1.0, std::move(channels)), all, {});
}

TEST(Reject, EachReasonSaysTheValueAndTheLimit) {
  series::Epochs epochs = one_per_channel({{-60, 50, 0, 1},
                                           {0.01, 0.0, 0.02, 0.0},
                                           {7, 7, 7, 7},
                                           {1, kNaN, 2, kNaN},
                                           {1, -kInfinity, 2, kNaN},
                                           {kNaN, kNaN, kNaN, kNaN},
                                           {-50, 50, 0, 1},
                                           {0, 0.5, 0, 0.25}});
  reject(epochs, {.max_peak_to_peak = 100.0, .min_peak_to_peak = 0.5});
  EXPECT_THAT(epochs.reasons, ElementsAre("peak-to-peak 110 uV is above the limit of 100 uV",
                                          "peak-to-peak 0.02 uV is below the limit of 0.5 uV: flat",
                                          "all 4 samples equal 7 uV", StartsWith("2 of 4 samples are missing; "),
                                          "1 of 4 samples are infinite", "all samples are missing", "", ""));
}

TEST(Reject, LimitsCanBeSmall) {
  series::Epochs epochs = one_per_channel({{0.0, 3e-12}, {0.0, 5e-13}});
  epochs.units = {"T", ""};
  reject(epochs, {.max_peak_to_peak = 2e-12, .min_peak_to_peak = 1e-12});
  EXPECT_THAT(epochs.reasons, ElementsAre("peak-to-peak 3e-12 T is above the limit of 2e-12 T",
                                          "peak-to-peak 5e-13 is below the limit of 1e-12: flat"));
}

TEST(Reject, ALimitFarAboveAllIsSaid) {
  series::Epochs epochs = one_per_channel({{0.0, 8e-5, kNaN, 0.0}, {0.0, 9.0, 0.0, 0.0}});
  epochs.units = {"V", "V"};
  epochs.reasons[1] = "the reader said so";
  const auto found = notice_of_far_limit(largest_peak_to_peak(epochs), 100.0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->code, "limit_far");
  EXPECT_THAT(found->text, HasSubstr("8e-05 V"));
  EXPECT_FALSE(notice_of_far_limit(largest_peak_to_peak(epochs), 0.07));
  EXPECT_FALSE(notice_of_far_limit(largest_peak_to_peak(epochs), std::nullopt));
  epochs.reasons[0] = epochs.reasons[1];
  EXPECT_FALSE(notice_of_far_limit(largest_peak_to_peak(epochs), 100.0));
}

TEST(Reject, WhatIsSwitchedOffIsNoReason) {
  series::Epochs epochs = one_per_channel({{7, 7, 7, 7}, {1, kNaN, 2, 3}, {kNaN, kNaN, kNaN, kNaN}});
  reject(epochs, {.constant = false, .missing = false});
  EXPECT_THAT(epochs.reasons, ElementsAre("", "", "all samples are missing"));
}

TEST(Reject, AnEarlierReasonStays) {
  series::Epochs epochs = one_per_channel({{7, 7, 7, 7}});
  epochs.reasons[0] = "the reader said so";
  reject(epochs, {});
  EXPECT_EQ(epochs.reasons[0], "the reader said so");
}

TEST(Reject, LimitsAreChecked) {
  for (const double limit : {0.0, -1.0, kInfinity, kNaN}) {
    EXPECT_EQ(error_of([&] { validate(Rejection{.max_peak_to_peak = limit}); }).parameter(), "largest peak-to-peak");
    EXPECT_EQ(error_of([&] { validate(Rejection{.min_peak_to_peak = limit}); }).parameter(), "least peak-to-peak");
  }
  const Error error = error_of([] { validate(Rejection{.max_peak_to_peak = 100.0, .min_peak_to_peak = 100.0}); });
  EXPECT_EQ(error.allowed(), "a limit below the largest peak-to-peak of 100");
  EXPECT_EQ(error_of([] { validate(Rejection{.padding = 1}); }).parameter(), "padding");
}

}  // namespace
}  // namespace biotropy::prepare
