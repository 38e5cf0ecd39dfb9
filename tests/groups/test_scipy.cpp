// SPDX-License-Identifier: Apache-2.0
//
// Comparison with SciPy, to the 12th digit.
#include <algorithm>

#include "biotropy/groups/multiplicity.hpp"
#include "biotropy/groups/permutation.hpp"
#include "biotropy/groups/rank_tests.hpp"
#include "tests/groups/naive.hpp"

namespace biotropy::groups {
namespace {

// SciPy's H has cancellation near 0, with the error of its terms: 3 (N + 1).
constexpr double kTolerance = 1e-12;

void expect_equal(double got, double wanted, double of) {
  EXPECT_NEAR(got, wanted, kTolerance * std::max(std::abs(wanted), of));
}

TEST(SciPy, KruskalWallis) {
  for (const auto& fixture : fixtures("kruskal")) {
    const Table table = table_of(fixture[0], fixture[1]);
    const KruskalWallis result = kruskal_wallis(table.view());
    expect_equal(result.h[0], fixture[2][0], 1.0);
    expect_equal(result.p[0], fixture[2][1], 0.0);
  }
}

TEST(SciPy, MannWhitneyByTheNormalDistributionAndExactly) {
  for (const ContrastP p : {ContrastP::chi_squared, ContrastP::exact}) {
    for (const auto& fixture : fixtures(p == ContrastP::exact ? "exact" : "normal")) {
      const ContrastTest result = compare(table_of(fixture[0], fixture[1]).view(), {0, 1}, p);
      EXPECT_EQ(result.u[0], fixture[2][0]);
      expect_equal(result.p[0], fixture[2][1], 0.0);
    }
  }
}

TEST(SciPy, SharesOfTiedRanksExactly) {
  for (const auto& fixture : fixtures("tied_exact")) {
    const Table table = table_of(fixture[0], fixture[1]);
    expect_equal(compare(table.view(), {0, 1}, ContrastP::exact).p[0], fixture[2][0], 0.0);
    const PermutationTest permuted = permutation_test(table.view());
    EXPECT_TRUE(permuted.exact);
    expect_equal(permuted.p[0], fixture[2][0], 0.0);
  }
}

TEST(SciPy, FalseDiscoveries) {
  for (const auto& fixture : fixtures("fdr")) {
    const std::vector<double> bh = q_values(fixture[0], FalseDiscovery::benjamini_hochberg);
    const std::vector<double> by = q_values(fixture[0], FalseDiscovery::benjamini_yekutieli);
    EXPECT_EQ(bh, fixture[1]);
    ASSERT_EQ(by.size(), fixture[2].size());
    for (std::size_t entry = 0; entry < by.size(); ++entry) expect_equal(by[entry], fixture[2][entry], 0.0);
  }
}

}  // namespace
}  // namespace biotropy::groups
