// SPDX-License-Identifier: Apache-2.0
//
// Warnings of samples and of tests, in words. They call epochs and channels by numbers from 1 and say of how many, so
// that a message means the same in languages that count from 0 and from 1.
#pragma once

#include "biotropy/entropy/surrogate_test.hpp"
#include "c/run.hpp"

namespace biotropy::c {

/// Series that begin or end in equal samples, which may be padding; constant ones have no value and a reason.
/// @param name of the samples, for the message.
void warn_of_padding(const Run& run, const series::EpochView& epochs, const std::string& name = "x");

/// An absolute r in another unit than the samples, as it seems.
void warn_of_tolerance(const Run& run, const series::EpochView& epochs, entropy::Measure measure,
                       const entropy::Parameters& parameters, const std::string& name = "x");

/// What a test was of: these channels, or as many of x, with those of y behind them.
struct TestedSeries {
  std::size_t n_epochs, n_channels;
  bool has_y = false;
};

/// Series without surrogates, and those that surrogates of kind iaaft reject too often.
void warn_of_test(const Run& run, const entropy::SurrogateTest& test, const TestedSeries& tested);

}  // namespace biotropy::c
