// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "biotropy/groups/multiplicity.hpp"
#include "tests/groups/naive.hpp"

namespace biotropy::groups {
namespace {

/// Minimum, over all levels at or above p, of the expected share of false discoveries at that level.
double naive_q(const std::vector<double>& p, std::size_t entry, bool any_dependence) {
  double tested = 0.0, harmonic = 0.0;
  for (const double one : p) {
    if (!std::isnan(one)) harmonic += 1.0 / (tested += 1.0);
  }
  double smallest = 1.0;
  for (const double level : p) {
    if (std::isnan(level) || level < p[entry]) continue;
    double found = 0.0;
    for (const double one : p) found += one <= level ? 1.0 : 0.0;
    smallest = std::min(smallest, level * tested / found * (any_dependence ? harmonic : 1.0));
  }
  return smallest;
}

RC_GTEST_PROP(QValues, AreTheSmallestRateAtWhichAnEntryIsFound, ()) {
  const auto tenths = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-2, 11));
  std::vector<double> p;
  for (const int tenth : tenths) p.push_back(tenth < 0 ? kNaN : tenth / 10.0);
  for (const bool any_dependence : {false, true}) {
    const auto method = any_dependence ? FalseDiscovery::benjamini_yekutieli : FalseDiscovery::benjamini_hochberg;
    const std::vector<double> q = q_values(p, method);
    RC_ASSERT(q.size() == p.size());
    for (std::size_t entry = 0; entry < p.size(); ++entry) {
      RC_ASSERT(std::isnan(q[entry]) == std::isnan(p[entry]));
      if (std::isnan(p[entry])) continue;
      RC_ASSERT(std::abs(q[entry] - naive_q(p, entry, any_dependence)) <= 1e-14);
    }
  }
}

TEST(QValues, RefuseWhatIsNoProbability) {
  for (const double wrong : {-0.1, 1.1, std::numeric_limits<double>::infinity()}) {
    const std::vector<double> p = {0.5, wrong};
    const Error error = error_of([&] { q_values(p, FalseDiscovery::benjamini_hochberg); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_data);
    EXPECT_NE(std::string(error.what()).find("entry 1"), std::string::npos);
  }
  EXPECT_TRUE(q_values({}, FalseDiscovery::benjamini_yekutieli).empty());
}

TEST(Share, IsOfTheTestedEntriesBelowTheLevel) {
  const std::vector<double> p = {0.001, 0.01, kNaN, 0.5, 0.0099999};
  const Share share = share_below(p, 0.01);
  EXPECT_EQ(share.below, 2u);
  EXPECT_EQ(share.tested, 4u);
  EXPECT_EQ(share.percent, 50.0);
  EXPECT_TRUE(std::isnan(share_below(std::vector<double>{kNaN}, 0.01).percent));
  for (const double wrong : {0.0, 1.0, -1.0, kNaN}) {
    EXPECT_EQ(error_of([&] { share_below(p, wrong); }).parameter(), "alpha");
  }
}

}  // namespace
}  // namespace biotropy::groups
