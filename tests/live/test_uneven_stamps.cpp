// SPDX-License-Identifier: Apache-2.0
//
// Stamps that come late and catch up are no gap; missing time is one gap.
#include <random>

#include "biotropy/live/stamps.hpp"
#include "tests/error_of.hpp"
#include "tests/live/stream_model.hpp"

namespace biotropy::live {
namespace {

// Indices of the stamps that follow a gap, at 500 Hz.
std::vector<std::size_t> gaps(const std::vector<double>& stamps) {
  UnevenStamps uneven(500.0);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    if (uneven.follows_gap(stamps[i])) found.push_back(i);
  }
  return found;
}

// Stamps with a pause of so many seconds before the 20,001st.
template <class Late>
std::vector<double> paused(double seconds, const Late& late) {
  std::vector<double> stamps;
  for (std::size_t i = 0; i < 30'000; ++i) {
    stamps.push_back(0.002 * static_cast<double>(i) + (i >= 20'000 ? seconds : 0.0) + late(i));
  }
  return stamps;
}

TEST(UnevenStamps, APauseIsOneGap) {
  const auto even = [](std::size_t) { return 0.0; };
  for (const double seconds : {0.01, 1.0, 3.0, -1.0})
    EXPECT_THAT(gaps(paused(seconds, even)), ElementsAre(20'000U)) << seconds;
  EXPECT_THAT(gaps(paused(0.0, even)), IsEmpty());
}

TEST(UnevenStamps, StampsThatComeLateAndCatchUpAreNone) {
  std::mt19937 engine(3);
  const auto jitter = [&](std::size_t) { return 0.004 * static_cast<double>(engine() % 1000) / 1000.0; };
  const auto packets = [](std::size_t i) { return 0.002 * static_cast<double>(31 - i % 32); };
  const auto hiccups = [](std::size_t i) { return 0.002 * static_cast<double>(i % 1000 < 15 ? 15 - i % 1000 : 0); };
  for (const double seconds : {0.0, 1.0}) {
    const std::size_t expected = seconds > 0.0 ? 1 : 0;
    EXPECT_EQ(gaps(paused(seconds, jitter)).size(), expected);
    EXPECT_EQ(gaps(paused(seconds, packets)).size(), expected);
    EXPECT_EQ(gaps(paused(seconds, hiccups)).size(), expected);
  }
}

// A clock that runs a little fast, or slow, does not add up to a gap, nor hides one.
TEST(UnevenStamps, AnotherRateIsNone) {
  for (const double rate : {485.0, 515.0}) {
    std::vector<double> stamps;
    for (std::size_t i = 0; i < 60'000; ++i)
      stamps.push_back(static_cast<double>(i) / rate + (i >= 50'000 ? 0.5 : 0.0));
    EXPECT_THAT(gaps(stamps), ElementsAre(50'000U)) << rate;
  }
}

TEST(UnevenStamps, TimesOfStatesNeverRunBackwards) {
  StateStreamSettings settings;
  settings.uneven_stamps = true;
  StateStream stream(stream_model(false), settings);
  States states;
  stream.push(stream_samples(5), std::vector<double>{1.0, 1.01, 1.005, 1.03, 3.0}, states);
  EXPECT_THAT(states.times, ElementsAre(1.0, 1.01, 1.01, 1.03, 3.0));
  EXPECT_THAT(states.flags, ElementsAre(sicamm::kWarmUp, 0, 0, 0, sicamm::kGap | sicamm::kWarmUp));
}

TEST(UnevenStamps, AStateIsNotTrusted) {
  const std::array<double, 3> state = {1.0, 0.0, -1.0};
  UnevenStamps uneven(100.0);
  EXPECT_EQ(error_of([&] { uneven.restore(state); }).code(), ErrorCode::invalid_data);
}

}  // namespace
}  // namespace biotropy::live
