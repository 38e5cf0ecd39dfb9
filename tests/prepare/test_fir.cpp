// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numeric>

#include "biotropy/prepare/filter.hpp"
#include "biotropy/prepare/fir.hpp"
#include "biotropy/prepare/sections.hpp"
#include "fixtures.hpp"

namespace biotropy::prepare {
namespace {

std::vector<double> by_definition(const std::vector<double>& taps, const std::vector<double>& samples) {
  const std::vector<double> whole = extended(samples, (taps.size() - 1) / 2);
  std::vector<double> result(samples.size(), 0.0);
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (std::size_t k = 0; k < taps.size(); ++k) result[i] += taps[k] * whole[i + taps.size() - 1 - k];
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

TEST(Fir, BandFilterIsMadeOfTheLowPassesOfScipy) {
  for (const Fixture& fixture : fixtures("band_fir")) {
    const auto& p = fixture.parameters;
    const std::vector<double> taps = band_fir({p[0], p[1]}, p[2]);
    EXPECT_EQ(taps.size(), static_cast<std::size_t>(p[3])) << p[0] << " to " << p[1];
    EXPECT_LT(relative_error(stored(taps), fixture.values), 1e-12) << p[0] << " to " << p[1];
  }
}

TEST(Fir, BandFilteringEqualsScipy) {
  for (const Fixture& fixture : fixtures("band_fir_zero_phase")) {
    const auto& p = fixture.parameters;
    const Filter filter = make_filter({.band = {p[0], p[1]}, .design = FilterDesign::fir}, p[2]);
    const std::vector<double> samples = fixture_series(static_cast<std::size_t>(p[3]));
    EXPECT_LT(relative_error(stored(filter.apply(samples)), fixture.values), 1e-9) << p[0] << " to " << p[1];
  }
}

TEST(Fir, LengthFollowsTheNarrowerTransition) {
  EXPECT_EQ(band_fir({1.0, 40.0}, 500.0).size(), 1651u);      // 1 Hz below, 10 Hz above
  EXPECT_EQ(band_fir({0.5, 40.0}, 500.0).size(), 3301u);      // 0.5 Hz below
  EXPECT_EQ(band_fir({0.0, 40.0}, 250.0).size(), 83u);        // a quarter of 40 Hz above
  EXPECT_EQ(band_fir({0.0, 4.0}, 250.0).size(), 413u);        // never less than 2 Hz above
  EXPECT_EQ(band_fir({20.0, kInfinity}, 100.0).size(), 67u);  // a quarter of 20 Hz below
  EXPECT_EQ(band_fir({8.0, 49.0}, 100.0).size(), 331u);       // only 1 Hz is left below 50 Hz
}

TEST(Fir, BandFilterRemovesAConstantExactly) {
  for (const Band& band : {Band{0.5, 40.0}, Band{.low = 1.0}}) {
    const std::vector<double> taps = band_fir(band, 250.0);
    EXPECT_NEAR(std::accumulate(taps.begin(), taps.end(), 0.0), 0.0, 1e-14);
  }
}

TEST(Fir, PassBandIsWholeAndStopBandIsEmpty) {
  const Filter filter = make_filter({.band = {1.0, 40.0}, .design = FilterDesign::fir}, 500.0);
  EXPECT_EQ(filter.least_samples(), 1651u);
  const auto amplitude = [&](double frequency) {
    const std::vector<double> response = filter.apply(sine(frequency, 500.0, 10000));
    return peak_to_peak(series::Samples(response).subspan(2000, 6000)) / 2.0;
  };
  EXPECT_NEAR(amplitude(1.0), 1.0, 0.01);
  EXPECT_NEAR(amplitude(10.0), 1.0, 0.01);
  EXPECT_NEAR(amplitude(40.0), 1.0, 0.01);
  EXPECT_NEAR(amplitude(45.0), 0.5, 0.01);
  EXPECT_LT(amplitude(50.0), 0.005);
}

TEST(Fir, ChosenNumberOfTapsIsTaken) {
  const Filter filter = make_filter({.band = {1.0, 40.0}, .design = FilterDesign::fir, .taps = 501}, 500.0);
  EXPECT_EQ(filter.least_samples(), 501u);
}

}  // namespace
}  // namespace biotropy::prepare
