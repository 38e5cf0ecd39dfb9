// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "biotropy/prepare/filter.hpp"
#include "biotropy/prepare/fir.hpp"
#include "biotropy/prepare/reflection.hpp"
#include "fixtures.hpp"

namespace biotropy::prepare {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<double> by_definition(const std::vector<double>& taps, const std::vector<double>& samples) {
  const std::vector<double> extended = odd_reflection(samples, (taps.size() - 1) / 2);
  std::vector<double> result(samples.size(), 0.0);
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (std::size_t k = 0; k < taps.size(); ++k) result[i] += taps[k] * extended[i + taps.size() - 1 - k];
  }
  return result;
}

TEST(Fir, TapsAreThoseOfScipy) {
  for (const Fixture& fixture : fixtures("firwin")) {
    const auto& p = fixture.parameters;
    const std::vector<double> taps = windowed_fir({p[1], p[2]}, static_cast<std::size_t>(p[0]), p[3]);
    EXPECT_LT(relative_error(stored(taps), fixture.values), 1e-12) << p[0] << " taps";
  }
}

TEST(Fir, FilteringEqualsScipy) {
  for (const Fixture& fixture : fixtures("fir_zero_phase")) {
    const auto& p = fixture.parameters;
    const std::vector<double> taps = windowed_fir({p[1], p[2]}, static_cast<std::size_t>(p[0]), p[3]);
    const std::vector<double> samples = fixture_series(static_cast<std::size_t>(p[4]));
    EXPECT_LT(relative_error(stored(zero_phase_fir(taps, samples)), fixture.values), 1e-9) << p[0] << " taps";
  }
}

TEST(Fir, BlocksJoinWithoutASeam) {
  // Lengths around the borders of the transform blocks, and series not longer than the filter.
  for (const std::size_t n_taps : {3u, 51u, 129u, 301u}) {
    const std::vector<double> taps = windowed_fir({4.0, 30.0}, n_taps, 100.0);
    for (const std::size_t n : {301u, 302u, 723u, 724u, 725u, 973u, 974u, 975u, 1024u, 1025u, 2048u, 3000u}) {
      const std::vector<double> samples = noise(n, static_cast<unsigned>(n));
      EXPECT_LT(relative_error(zero_phase_fir(taps, samples), by_definition(taps, samples)), 1e-13)
          << n_taps << " taps, " << n << " samples";
    }
  }
}

TEST(Fir, AnImpulseReturnsTheTaps) {
  const std::vector<double> taps = windowed_fir({4.0, 30.0}, 101, 100.0);
  std::vector<double> impulse(1001, 0.0);
  impulse[500] = 1.0;
  const std::vector<double> response = zero_phase_fir(taps, impulse);
  for (std::size_t i = 0; i < impulse.size(); ++i) {
    const double wanted = i >= 450 && i <= 550 ? taps[i - 450] : 0.0;
    EXPECT_NEAR(response[i], wanted, 1e-15) << i;
  }
}

TEST(Fir, LowPassKeepsTheMeanAndHighPassTheFastest) {
  const std::vector<double> low = windowed_fir({0.0, 10.0}, 51, 100.0);
  EXPECT_NEAR(std::accumulate(low.begin(), low.end(), 0.0), 1.0, 1e-14);
  const std::vector<double> high = windowed_fir({10.0, kInfinity}, 51, 100.0);
  double at_nyquist = 0.0;
  for (std::size_t i = 0; i < high.size(); ++i) at_nyquist += i % 2 == 0 ? high[i] : -high[i];
  EXPECT_NEAR(std::abs(at_nyquist), 1.0, 1e-14);
}

TEST(Fir, LengthFollowsTheNarrowerTransition) {
  struct Case {
    Band band;
    double rate;
    std::size_t taps;
    Band half_amplitude;
  };
  for (const Case& c : std::vector<Case>{
           {{1.0, 40.0}, 500.0, 1651, {0.5, 45.0}},            // 1 Hz below, 10 Hz above
           {{0.5, 40.0}, 500.0, 3301, {0.25, 45.0}},           // 0.5 Hz below
           {{0.0, 40.0}, 250.0, 83, {0.0, 45.0}},              // 3.3 / 10 Hz
           {{0.0, 4.0}, 250.0, 413, {0.0, 5.0}},               // never less than 2 Hz above
           {{20.0, kInfinity}, 100.0, 67, {17.5, kInfinity}},  // a quarter of 20 Hz below
           {{8.0, 49.0}, 100.0, 331, {7.0, 49.5}},             // only 1 Hz is left below 50 Hz
       }) {
    const FirDesign design = fir_design(c.band, c.rate);
    EXPECT_EQ(design.taps, c.taps) << c.band.low << " to " << c.band.high;
    EXPECT_DOUBLE_EQ(design.half_amplitude.low, c.half_amplitude.low);
    EXPECT_DOUBLE_EQ(design.half_amplitude.high, c.half_amplitude.high);
  }
}

TEST(Fir, PassBandIsWholeAndStopBandIsEmpty) {
  const Filter filter = make_filter({.band = {1.0, 40.0}, .design = FilterDesign::fir}, 500.0);
  EXPECT_EQ(filter.least_samples(), 1651u);
  const auto amplitude = [&](double frequency) {
    const std::vector<double> response = filter.apply(sine(frequency, 500.0, 10000));
    return peak_to_peak(series::Samples(response).subspan(2000, 6000)) / 2.0;
  };
  EXPECT_NEAR(amplitude(1.0), 1.0, 0.004);
  EXPECT_NEAR(amplitude(10.0), 1.0, 0.004);
  EXPECT_NEAR(amplitude(40.0), 1.0, 0.004);
  EXPECT_NEAR(amplitude(45.0), 0.5, 0.004);
  EXPECT_LT(amplitude(50.0), 0.004);
}

TEST(Fir, ChosenNumberOfTapsIsTaken) {
  const Filter filter = make_filter({.band = {1.0, 40.0}, .design = FilterDesign::fir, .taps = 501}, 500.0);
  EXPECT_EQ(filter.least_samples(), 501u);
}

}  // namespace
}  // namespace biotropy::prepare
