// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/tolerance_warning.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "portable_series.hpp"

namespace biotropy::entropy {
namespace {

struct Tolerance {
  double r = 0.0;
  series::RUnit unit = series::RUnit::absolute;
  match::Boundary boundary = match::Boundary::closed;
};

bool warns(Measure measure, const std::vector<double>& samples, const Tolerance& tolerance) {
  Parameters parameters{.r = tolerance.r, .r_unit = tolerance.unit, .boundary = tolerance.boundary};
  return tolerance_notice({1, 1, samples.size(), samples}, measure, parameters).has_value();
}

bool warns(const std::vector<double>& samples, double r, match::Boundary boundary = match::Boundary::closed) {
  return warns(Measure::sampen, samples, {r, series::RUnit::absolute, boundary});
}

TEST(ToleranceNotice, WhereAllSamplesMatchOrNone) {
  const std::vector<double> samples{3.0, 0.0, std::nan(""), 7.0, 1.0, 15.0};
  EXPECT_TRUE(warns(samples, 15.0));
  EXPECT_FALSE(warns(samples, 14.9));
  EXPECT_FALSE(warns(samples, 1.0));
  EXPECT_TRUE(warns(samples, 0.9));
  EXPECT_FALSE(warns(samples, 15.0, match::Boundary::open));
  EXPECT_TRUE(warns(samples, 1.0, match::Boundary::open));
  EXPECT_FALSE(warns(samples, 0.0));
  EXPECT_FALSE(warns({2.0, 2.0, 2.0}, 1.0));
  EXPECT_FALSE(warns({4.0, 4.0, 9.0}, 1e-6));  // on a lattice equal samples match in every unit
}

// Files have samples of 16 bits, of which some are equal: r in V of samples in uV.
TEST(ToleranceNotice, WhereFewSamplesAreEqualAndNoOthersMatch) {
  std::vector<double> samples = portable_series(6, 2000);
  for (double& sample : samples) sample = 0.1 * std::round(1000.0 * sample);
  EXPECT_TRUE(warns(samples, 1e-5));
  EXPECT_FALSE(warns(samples, 0.15));
  for (double& sample : samples) sample = std::round(0.1 * sample);
  EXPECT_FALSE(warns(samples, 0.5));  // a lattice of few values
}

TEST(ToleranceNotice, IsThatOfMeasuresWhoseRHasTheUnitOfTheSamples) {
  const auto samples = portable_series(5, 200);
  for (const Measure measure : kMeasures) {
    EXPECT_EQ(warns(measure, samples, {10.0}), measure != Measure::permen) << word(measure);
    EXPECT_FALSE(warns(measure, samples, {10.0, series::RUnit::sd})) << word(measure);
  }
}

TEST(ToleranceNotice, LeavesOutRejectedSeries) {
  const std::vector<double> samples{1.0, 2.0, 3.0, 100.0, 200.0, 300.0};
  const std::vector<std::string> reasons{"amplitude", ""};
  series::EpochView epochs(1, 2, 3, samples);
  Parameters parameters{.r = 150.0, .r_unit = series::RUnit::absolute};
  EXPECT_TRUE(tolerance_notice(epochs, Measure::sampen, parameters));
  epochs.reasons = reasons;
  EXPECT_FALSE(tolerance_notice(epochs, Measure::sampen, parameters));
}

}  // namespace
}  // namespace biotropy::entropy
