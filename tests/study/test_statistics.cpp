// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "biotropy/error.hpp"
#include "biotropy/study/statistics.hpp"
#include "tests/notices.hpp"

namespace biotropy::study {
namespace {

using ::testing::Pointwise;

// Three groups, two channels; entry (0, 1) rises from group to group, the others are as given.
Cohort example() {
  Cohort cohort{.groups = {"c", "a", "e"}, .labels = {"1", "2"}, .units = {"", ""}, .pairs = true};
  for (int number = 0; number < 9; ++number) {
    CohortSubject& one = cohort.subjects.emplace_back();
    one.group = number / 3;
    const double x = number;
    for (const double value : {1.0, x, 8.0 - x, static_cast<double>(number % 3)}) cohort.values.push_back(value);
  }
  return cohort;
}

TEST(Statistics, OfThreeGroups) {
  Description description;
  description.statistics.alpha = 0.05;
  description.statistics.permutations.permutations = 2000;  // more than the 1680 arrangements that there are
  const Statistics found = compare(example(), description, {});
  // Ranks 1 to 9 in three groups: 12 / (9 * 10) * (6^2 + 15^2 + 24^2) / 3 - 3 * 10 = 7.2; chi-squared with 2 degrees.
  EXPECT_NEAR(found.all.h[1], 7.2, 1e-12);
  EXPECT_NEAR(found.all.p[1], std::exp(-3.6), 1e-14);
  EXPECT_NEAR(found.all.effect[1], 0.9, 1e-14);
  EXPECT_TRUE(std::isnan(found.all.p[0]));  // constant
  EXPECT_NEAR(found.all.h[3], 0.0, 1e-12);
  // Six of the arrangements separate the groups as well.
  EXPECT_NEAR(found.all.permutation_p[1], 6.0 / 1680.0, 1e-14);
  EXPECT_TRUE(found.all.exact);
  EXPECT_EQ(found.all.p_below.tested, 3u);
  EXPECT_THAT(std::vector<double>(found.mean.begin() + 4, found.mean.begin() + 8), ElementsAre(1.0, 4.0, 4.0, 1.0));
  ASSERT_EQ(found.contrasts.size(), 2u);
  EXPECT_EQ(found.contrasts[1].first, 1);
  EXPECT_EQ(found.contrasts[1].second, 2);
  EXPECT_EQ(found.contrasts[0].effect[1], 1.0);
  EXPECT_EQ(found.contrasts[0].effect[2], -1.0);
  EXPECT_THAT(found.nodes.out_mean, Pointwise(DoubleNear(1e-15), {1.0, 7.0, 4.0, 4.0, 7.0, 1.0}));
  EXPECT_NEAR(found.nodes.in_p[0], found.all.p[2], 1e-15);
  EXPECT_THAT(found.notices,
              ElementsAre(coded("entries_not_tested"), coded("entries_not_tested"), coded("entries_not_tested")));
}

TEST(Statistics, AGroupOfNobodyIsLeftOut) {
  Cohort cohort = example();
  for (std::size_t i = 3; i < 6; ++i) cohort.subjects[i].exclusion = "lost";
  Description description;
  description.statistics.contrasts = {{"c", "a"}, {"c", "e"}};
  const Statistics found = compare(cohort, description, {});
  EXPECT_THAT(found.notices, Contains(coded("group_empty")));
  EXPECT_THAT(found.contrasts[0].p, Each(IsNan()));
  EXPECT_NEAR(found.contrasts[1].h[1], found.all.h[1], 1e-14);
  EXPECT_TRUE(std::isnan(found.mean[5]));
  EXPECT_EQ(found.count[5], 0.0);
  EXPECT_EQ(found.mean[9], 7.0);
}

TEST(Statistics, GroupsThatDifferInCapitalLettersAreSaid) {
  Cohort cohort = example();
  cohort.groups = {"Control", "a", "control"};
  EXPECT_THAT(compare(cohort, Description(), {}).notices, Contains(coded("groups_alike")));
}

TEST(Statistics, SaysWhatSoFewSubjectsCannotShowAndWhatWasNotTested) {
  Cohort cohort = example();
  // No value of the group "a" at (0, 1), and none of one subject of "e" at (1, 0).
  for (std::size_t subject = 3; subject < 6; ++subject) cohort.values[4 * subject + 1] = std::nan("");
  cohort.values[4 * 8 + 2] = std::nan("");
  Description description;
  description.statistics.alpha = 0.02;
  const Statistics found = compare(cohort, description, {});
  const auto small = coded("groups_small"), untested = coded("entries_not_tested");
  EXPECT_THAT(found.notices, ElementsAre(small, untested, small, untested, small, untested));
  EXPECT_THAT(found.notices[1].text, HasSubstr("2 of 4 entries could not be tested: in 1 a group has no value, in 1 "));
  EXPECT_NEAR(found.all.smallest_p, std::exp(-3.6), 1e-14);
  description.statistics.contrast_p = groups::ContrastP::exact;
  description.statistics.permutations.permutations = 9;  // drawn
  const Statistics exact = compare(cohort, description, {});
  EXPECT_NEAR(exact.contrasts[0].smallest_p, 0.1, 1e-15);
  EXPECT_THAT(exact.notices, Contains(small).Times(3));
  description.statistics.alpha = 0.2;
  EXPECT_THAT(compare(cohort, description, {}).notices, Each(untested));
}

// Of symmetric pairs each is one test, as if the other entries were not there; their mirror images have its numbers.
TEST(Statistics, SymmetricPairsAreTestedOnce) {
  Cohort cohort = example();
  for (std::size_t subject = 0; subject < 9; ++subject) {
    double* const matrix = cohort.values.data() + 4 * subject;
    matrix[1] = matrix[2] = static_cast<double>(subject * 5 % 9);
  }
  const Statistics every = compare(cohort, Description(), {});
  EXPECT_EQ(every.all.p_below.tested, 3U);
  cohort.symmetric = true;
  const Statistics found = compare(cohort, Description(), {});
  EXPECT_EQ(found.all.p_below.tested, 1U);
  EXPECT_EQ(found.all.p[1], every.all.p[1]);
  for (const TestOfGroups* test : {&found.all, static_cast<const TestOfGroups*>(&found.contrasts[0])}) {
    for (const std::vector<double>* numbers : {&test->p, &test->q_bh, &test->effect, &test->familywise_p}) {
      EXPECT_THAT(*numbers, ElementsAre(IsNan(), (*numbers)[2], (*numbers)[1], IsNan()));
    }
    EXPECT_EQ(test->q_bh[1], test->p[1]);
    EXPECT_EQ(test->familywise_p[1], test->permutation_p[1]);
  }
  EXPECT_EQ(found.mean, every.mean);
}

// Three equal values and three other equal ones: p by chi-squared is 0.0253 where it is at least 0.0495 without ties.
TEST(Statistics, DoesNotSayWhatAPBelowAlphaShows) {
  Cohort cohort = example();
  for (std::size_t subject = 0; subject < 9; ++subject) {
    for (std::size_t entry = 0; entry < 4; ++entry) cohort.values[4 * subject + entry] = subject < 3 ? 1.0 : 2.0;
  }
  Description description;
  description.statistics.alpha = 0.03;
  const Statistics found = compare(cohort, description, {});
  EXPECT_LT(found.contrasts[0].p[0], 0.03);
  EXPECT_THAT(found.notices, Not(Contains(Field(&Notice::text, HasSubstr("a - c: with")))));
}

// Of the test of all groups and of two contrasts, each with the same number of arrangements.
TEST(Statistics, ProgressIsOfAllTests) {
  Description description;
  description.statistics.permutations.permutations = 10;
  std::vector<double> shares;
  compare(example(), description, {}, [&](std::uint64_t done, std::uint64_t total) {
    shares.push_back(static_cast<double>(done) / static_cast<double>(total));
  });
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  for (const double share : {1.0 / 3.0, 2.0 / 3.0, 1.0}) EXPECT_THAT(shares, Contains(share));
}

TEST(Statistics, OneGroupHasMeansAndNoTest) {
  Cohort cohort = example();
  cohort.groups = {"all"};
  for (CohortSubject& one : cohort.subjects) one.group = 0;
  const Statistics found = compare(cohort, Description(), {});
  EXPECT_EQ(found.mean[1], 4.0);
  EXPECT_THAT(found.all.p, Each(IsNan()));
  EXPECT_THAT(found.contrasts, IsEmpty());
  EXPECT_THAT(found.notices, ElementsAre(coded("groups_few")));
}

}  // namespace
}  // namespace biotropy::study
