// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/decimate.hpp"
#include "fixtures.hpp"

namespace biotropy::prepare {
namespace {

TEST(Decimate, ChebyshevEqualsScipy) {
  for (const Fixture& fixture : fixtures("decimate")) {
    const auto factor = static_cast<std::size_t>(fixture.parameters[0]);
    const auto n = static_cast<std::size_t>(fixture.parameters[1]);
    const std::vector<double> result = decimate(fixture_series(n), factor);
    EXPECT_EQ(result.size(), (n + factor - 1) / factor);
    EXPECT_LT(relative_error(stored(result), fixture.values), 1e-9) << "factor " << factor;
  }
}

TEST(Decimate, FirEqualsScipyButForTheEnds) {
  for (const Fixture& fixture : fixtures("decimate_fir")) {
    const auto factor = static_cast<std::size_t>(fixture.parameters[0]);
    const std::vector<double> samples = fixture_series(static_cast<std::size_t>(fixture.parameters[1]));
    const std::vector<double> got = stored(decimate(samples, factor, AntiAlias::fir));
    ASSERT_EQ(got.size(), fixture.values.size());
    // 16 results are stored at each end, 10 of which depend on values beyond the end.
    const std::size_t inner = got.size() - 20;
    EXPECT_LT(
        relative_error(series::Samples(got).subspan(10, inner), series::Samples(fixture.values).subspan(10, inner)),
        1e-9)
        << "factor " << factor;
  }
}

TEST(Decimate, FactorOneChangesNothing) {
  const std::vector<double> samples = {1.0, 5.0, 2.0};
  EXPECT_EQ(decimate(samples, 1), samples);
}

TEST(Decimate, WhatWouldFoldIsRemoved) {
  // 678.17 Hz / 4 = 169.5425 Hz: 150 Hz would show up at 19.5 Hz.
  const double rate = 678.17;
  const std::vector<double> kept = sine(19.5, rate, 8000), folding = sine(150.0, rate, 8000);
  for (const AntiAlias kind : {AntiAlias::chebyshev, AntiAlias::fir}) {
    const std::vector<double> wanted = decimate(kept, 4, kind), alias = decimate(folding, 4, kind);
    const series::Samples inner = series::Samples(alias).subspan(200, 1600);
    EXPECT_LT(peak_to_peak(inner) / 2.0, 1e-2);
    EXPECT_NEAR(peak_to_peak(series::Samples(wanted).subspan(200, 1600)) / 2.0, 1.0, 0.02);
  }
  double plain = 0.0;
  for (std::size_t i = 0; i < folding.size(); i += 4) plain = std::max(plain, folding[i]);
  EXPECT_GT(plain, 0.9) << "without a filter the fold would be seen";
}

TEST(Decimate, AnOffsetMakesNoEdge) {
  const std::vector<double> constant(500, 200000.0);
  // Chebyshev filters of even order have their ripple at 0 Hz, twice 0.05 dB after both passes.
  for (const double value : decimate(constant, 4)) EXPECT_NEAR(value / 200000.0, 0.98855309, 1e-8);
  for (const double value : decimate(constant, 4, AntiAlias::fir)) EXPECT_NEAR(value / 200000.0, 1.0, 1e-12);
}

TEST(Decimate, TheLargestFactorIsStable) {
  const std::vector<double> slow = sine(0.1, 1000.0, 200000);
  const std::vector<double> result = decimate(slow, kMaxDecimation), wanted = sine(0.1, 1.0, 200);
  EXPECT_LT(relative_error(series::Samples(result).subspan(50, 100), series::Samples(wanted).subspan(50, 100)), 0.02);
}

}  // namespace
}  // namespace biotropy::prepare
