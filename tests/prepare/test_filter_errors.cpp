// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "biotropy/prepare/decimate.hpp"
#include "biotropy/prepare/fir.hpp"
#include "biotropy/prepare/iir.hpp"
#include "fixtures.hpp"
#include "tests/error_of.hpp"

namespace biotropy::prepare {
namespace {

TEST(FilterErrors, BandIsCheckedAgainstTheRate) {
  struct Case {
    Band band;
    double rate;
    const char* parameter;
    const char* allowed;
  };
  const std::vector<Case> cases = {
      {{0.5, 300.0}, 500.0, "band", "below 250 Hz, half the sampling rate of 500 Hz"},
      {{0.5, 250.0}, 500.0, "band", "below 250 Hz, half the sampling rate of 500 Hz"},
      {{250.0, kInfinity}, 500.0, "band", "below 250 Hz, half the sampling rate of 500 Hz"},
      {{40.0, 0.5}, 500.0, "band", "a lower edge below the upper one"},
      {{40.0, 40.0}, 500.0, "band", "a lower edge below the upper one"},
      {{0.0, kInfinity}, 500.0, "band", "a lower edge, an upper edge or both"},
      {{-1.0, 40.0}, 500.0, "band", "from a frequency of at least 0 Hz (0: low-pass)"},
      {{NAN, 40.0}, 500.0, "band", "from a frequency of at least 0 Hz (0: low-pass)"},
      {{kInfinity, kInfinity}, 500.0, "band", "from a frequency of at least 0 Hz (0: low-pass)"},
      {{0.5, NAN}, 500.0, "band", "to a frequency above 0 Hz (infinity: high-pass)"},
      {{0.0, 0.0}, 500.0, "band", "to a frequency above 0 Hz (infinity: high-pass)"},
      {{0.5, 40.0}, 0.0, "rate", "a positive sampling rate"},
      {{0.5, 40.0}, kInfinity, "rate", "a positive sampling rate"},
      {{0.5, 40.0}, NAN, "rate", "a positive sampling rate"},
  };
  for (const Case& c : cases) {
    for (const Error& error :
         {error_of([&] { butterworth(c.band, 4, c.rate); }), error_of([&] { windowed_fir(c.band, 101, c.rate); }),
          error_of([&] { band_fir(c.band, c.rate); })}) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_EQ(error.parameter(), c.parameter) << error.what();
      EXPECT_EQ(error.allowed(), c.allowed) << error.what();
    }
  }
}

TEST(FilterErrors, OrderIsCheckedByBothDesigns) {
  for (const int order : {-1, 0, 21}) {
    for (const Error& error : {error_of([&] {
                                 butterworth({0.5, 40.0}, order, 500.0);
                               }),
                               error_of([&] {
                                 chebyshev({0.5, 40.0}, order, 0.1, 500.0);
                               })}) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_EQ(error.value(), std::to_string(order));
      EXPECT_EQ(error.allowed(), "an integer from 1 to 20");
    }
  }
}

TEST(FilterErrors, RippleMustBePositive) {
  for (const double ripple : {0.0, -1.0, kInfinity, static_cast<double>(NAN)}) {
    EXPECT_EQ(error_of([&] { chebyshev({0.5, 40.0}, 4, ripple, 500.0); }).parameter(), "ripple");
  }
}

TEST(FilterErrors, BandTooNearToZeroForDoublePrecisionIsRefused) {
  EXPECT_THAT(error_of([] { butterworth({1e-9, kInfinity}, 4, 1000.0); }), refuses("band"));
}

TEST(FilterErrors, NotchNamesFrequencyAndQuality) {
  for (const double frequency : {0.0, -50.0, 250.0, 300.0, static_cast<double>(NAN)}) {
    const Error error = error_of([&] { notch(frequency, 30.0, 500.0); });
    EXPECT_EQ(error.parameter(), "notch");
    EXPECT_EQ(error.allowed(), "a frequency between 0 and 250 Hz, half the sampling rate");
  }
  for (const double quality : {0.0, -30.0, 0.2, kInfinity, static_cast<double>(NAN)}) {
    const Error error = error_of([&] { notch(50.0, quality, 500.0); });
    EXPECT_EQ(error.parameter(), "notch quality");
    EXPECT_EQ(error.allowed(), "a number above 0.2 (twice the frequency over the rate)");
  }
}

TEST(FilterErrors, TapsMustBeOdd) {
  for (const std::size_t taps : {0u, 1u, 2u, 100u}) {
    EXPECT_EQ(error_of([&] { windowed_fir({0.5, 40.0}, taps, 500.0); }).parameter(), "taps");
  }
}

TEST(FilterErrors, FirOfAbsurdLengthIsRefused) {
  EXPECT_THAT(error_of([] { band_fir({1e-9, 40.0}, 500.0); }), refuses("band", "1e-09 to 40 Hz"));
}

TEST(FilterErrors, ShortSeriesNameWhatIsNeeded) {
  const Sections band = butterworth({0.5, 40.0}, 4, 500.0);
  ASSERT_EQ(reflection_length(band), 27u);
  const Error recursive = error_of([&] { zero_phase(band, std::vector<double>(27)); });
  EXPECT_EQ(recursive.code(), ErrorCode::too_short);
  EXPECT_STREQ(recursive.what(), "zero-phase filtering by 4 sections needs more than 27 samples, not 27");
  EXPECT_EQ(zero_phase(band, std::vector<double>(28)).size(), 28u);

  const std::vector<double> taps = windowed_fir({0.5, 40.0}, 101, 500.0);
  const Error finite = error_of([&] { zero_phase_fir(taps, std::vector<double>(100)); });
  EXPECT_EQ(finite.code(), ErrorCode::too_short);
  EXPECT_STREQ(finite.what(), "a filter of 101 taps needs at least as many samples, not 100");
  EXPECT_EQ(zero_phase_fir(taps, std::vector<double>(101)).size(), 101u);

  EXPECT_EQ(error_of([&] { zero_phase(band, {}); }).code(), ErrorCode::too_short);
  EXPECT_EQ(error_of([&] { zero_phase_fir(taps, {}); }).code(), ErrorCode::too_short);
}

TEST(FilterErrors, DecimationFactorHasBounds) {
  for (const std::size_t factor : {std::size_t{0}, kMaxDecimation + 1}) {
    const Error error = error_of([&] { decimate(std::vector<double>(100), factor); });
    EXPECT_EQ(error.parameter(), "decimate");
    EXPECT_EQ(error.allowed(), "an integer from 1 to 1000");
  }
  EXPECT_EQ(error_of([] { decimate(std::vector<double>(20), 2); }).code(), ErrorCode::too_short);
}

}  // namespace
}  // namespace biotropy::prepare
