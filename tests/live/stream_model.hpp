// SPDX-License-Identifier: Apache-2.0
//
// Models, samples and states for the tests of streams.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "biotropy/live/state_stream.hpp"

namespace biotropy::live {

/// Channels and rate of stream_model().
constexpr std::size_t kChannels = 3;
constexpr double kRate = 100.0;

/// A model of P3, trained at 100 Hz. With features: of their TSI, so that its densities fit.
std::shared_ptr<const sicamm::TrainedModel> stream_model(bool with_features);

/// So many samples of P3, [sample * kChannels + channel], a few of which are missing.
std::vector<double> stream_samples(std::size_t count);

/// Those of one recording, the chain starting anew at the gaps: features of each piece, and one call of the classifier.
States states_of_recording(const sicamm::TrainedModel& model, const std::vector<double>& samples,
                           const std::vector<std::size_t>& gaps, std::size_t lag);

void append(const States& part, States& whole);

/// Every number has the same bits; times are left out.
void expect_same_states(const States& found, const States& expected);

}  // namespace biotropy::live
