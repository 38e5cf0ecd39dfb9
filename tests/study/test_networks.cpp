// SPDX-License-Identifier: Apache-2.0
//
// Networks of a cohort: which recordings, covariates and pairs reach the test, which is tested elsewhere.
#include <fmt/format.h>

#include <random>

#include "biotropy/study/statistics.hpp"
#include "tests/error_of.hpp"
#include "tests/notices.hpp"

namespace biotropy::study {
namespace {

constexpr std::size_t kChannels = 5, kEntries = kChannels * kChannels;

/// Three groups of six recordings; age and sex are covariates, and a person is in every group.
Cohort cohort_of_three() {
  std::mt19937_64 engine(5);
  std::normal_distribution<double> normal;
  Cohort cohort{.groups = {"c", "a", "e"}, .pairs = true};
  for (std::size_t channel = 0; channel < kChannels; ++channel) cohort.labels.push_back(std::to_string(channel));
  cohort.units.assign(kChannels, "");
  for (int number = 0; number < 18; ++number) {
    CohortSubject& one = cohort.subjects.emplace_back();
    one.group = number / 6;
    one.participant.person = fmt::format("p{}", number % 6);
    one.participant.covariates = {fmt::format("{}", 20 + 7 * number % 31), number % 4 == 0 ? "F" : "M"};
    for (std::size_t entry = 0; entry < kEntries; ++entry) cohort.values.push_back(normal(engine));
  }
  return cohort;
}

Description description_of(const NetworkSettings& networks) {
  Description description;
  description.statistics.permutations.permutations = 200;
  description.networks = networks;
  return description;
}

struct Outcome {
  std::vector<NetworkComparison> made;
  Notices notices;
};

Outcome outcome_of(const Cohort& cohort, const NetworkSettings& networks) {
  Outcome found;
  found.made = compare_networks(cohort, description_of(networks), {{0, 1}, {2, 1}}, {}, found.notices);
  return found;
}

std::vector<std::string> names(const Outcome& found) {
  std::vector<std::string> list;
  for (const NetworkComparison& one : found.made) list.push_back(one.name);
  return list;
}

/// The test of rows of the cohort, in this order of groups.
groups::NetworkTest test_of(const Cohort& cohort, const std::vector<std::size_t>& rows, const std::vector<int>& order,
                            const NetworkSettings& networks, const std::vector<double>& covariates = {},
                            const std::vector<int>& people = {}) {
  std::vector<double> values;
  std::vector<int> group_of;
  for (const std::size_t row : rows) {
    const auto begin = cohort.values.begin() + static_cast<std::ptrdiff_t>(row * kEntries);
    values.insert(values.end(), begin, begin + kEntries);
    group_of.push_back(static_cast<int>(std::ranges::find(order, cohort.subjects[row].group) - order.begin()));
  }
  return groups::network_test({values, kEntries, group_of, static_cast<int>(order.size())}, networks.test({200, 1}),
                              {covariates, covariates.size() / rows.size(), people, {}});
}

void expect_same(const groups::NetworkTest& a, const groups::NetworkTest& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.component, b.component);
  EXPECT_EQ(a.largest_intensity, b.largest_intensity);
  EXPECT_EQ(a.threshold, b.threshold);
  EXPECT_GT(a.largest_intensity.size(), 0u);
}

std::vector<std::size_t> rows_from(std::size_t first, std::size_t last) {
  std::vector<std::size_t> rows;
  for (std::size_t row = first; row < last; ++row) rows.push_back(row);
  return rows;
}

TEST(Networks, AreComparedForAllGroupsAndContrasts) {
  const Cohort cohort = cohort_of_three();
  NetworkSettings networks;
  networks.threshold_p = 0.2;
  const Outcome found = outcome_of(cohort, networks);
  EXPECT_THAT(names(found), ElementsAre("all groups", "a - c", "a - e"));
  EXPECT_THAT(found.notices, IsEmpty());
  expect_same(found.made[0].test, test_of(cohort, rows_from(0, 18), {0, 1, 2}, networks));
  expect_same(found.made[1].test, test_of(cohort, rows_from(0, 12), {0, 1}, networks));
  expect_same(found.made[2].test, test_of(cohort, rows_from(6, 18), {2, 1}, networks));
  EXPECT_TRUE(found.made[0].test.directed);
}

TEST(Networks, CovariatesAreNumbersOrCategories) {
  Cohort cohort = cohort_of_three();
  NetworkSettings networks;
  networks.threshold_p = 0.2;
  networks.covariates = {"age", "sex"};
  cohort.subjects[3].participant.covariates[0] = "";
  cohort.subjects[7].exclusion = "bad";
  const Outcome found = outcome_of(cohort, networks);
  std::vector<std::size_t> rows = rows_from(0, 12);
  std::erase_if(rows, [](std::size_t row) { return row == 3 || row == 7; });
  std::vector<double> covariates;
  for (const std::size_t row : rows) {
    covariates.push_back(static_cast<double>(20 + 7 * row % 31));
    covariates.push_back(row % 4 == 0 ? 0.0 : 1.0);
  }
  expect_same(found.made[1].test, test_of(cohort, rows, {0, 1}, networks, covariates));
  EXPECT_THAT(found.notices, ElementsAre(coded("recordings_left_out"), coded("recordings_left_out")));
}

TEST(Networks, PairsAreThePeopleInEveryGroup) {
  Cohort cohort = cohort_of_three();
  NetworkSettings networks;
  networks.threshold = 1.0;
  networks.statistic = groups::EdgeStatistic::t;
  networks.subject_column = "person";
  cohort.subjects[8].exclusion = "bad";
  const Outcome found = outcome_of(cohort, networks);
  EXPECT_THAT(names(found), ElementsAre("a - c", "a - e"));
  const std::vector<std::size_t> rows{0, 1, 3, 4, 5, 6, 7, 9, 10, 11};
  expect_same(found.made[0].test, test_of(cohort, rows, {0, 1}, networks, {}, {0, 1, 2, 3, 4, 0, 1, 2, 3, 4}));
  EXPECT_EQ(found.made[0].test.degrees_of_freedom, 4.0);
  EXPECT_EQ(found.made[0].test.arrangements, 32u);
  EXPECT_THAT(found.notices[0], coded("recordings_left_out"));
}

TEST(Networks, WhatCannotBeComparedIsANotice) {
  Cohort cohort = cohort_of_three();
  NetworkSettings networks;
  networks.threshold = 2.0;
  Outcome found = outcome_of(cohort, networks);
  EXPECT_THAT(names(found), ElementsAre("a - c", "a - e"));
  EXPECT_THAT(found.notices, ElementsAre(coded("network_not_tested")));
  networks.covariates = {"age", "sex"};
  for (CohortSubject& one : cohort.subjects) one.participant.covariates[0] = "44";
  cohort.values[1] = std::numeric_limits<double>::quiet_NaN();
  found = outcome_of(cohort, networks);
  EXPECT_THAT(names(found), IsEmpty());
  EXPECT_THAT(found.notices[1].text, HasSubstr("(covariates: 0 age, 1 sex M)"));
  networks.covariates = {};
  found = outcome_of(cohort, networks);
  EXPECT_THAT(found.notices[1], coded("edges_not_tested"));
}

TEST(Networks, AColumnOfNumbersAndWordsIsRefused) {
  NetworkSettings networks;
  networks.threshold = 2.0;
  networks.covariates = {"age"};
  std::vector<files::Participant> people(3);
  for (files::Participant& one : people) one.covariates = {"33"};
  people[2].covariates = {""};
  require_covariates(description_of(networks), people);
  for (const char* covariate : {"3O", "0,5"}) {
    people[1].covariates = {covariate};
    EXPECT_THAT(biotropy::error_of([&] { require_covariates(description_of(networks), people); }),
                refuses("covariates", "age"));
  }
}

}  // namespace
}  // namespace biotropy::study
