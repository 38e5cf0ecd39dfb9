// SPDX-License-Identifier: Apache-2.0
//
// The result of a study as a file: its variables have the numbers of the cohort and of the statistics, in their places.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <random>

#include "biotropy/files/results/arrays.hpp"
#include "biotropy/study/result_file.hpp"
#include "tests/files/scratch.hpp"
#include "tests/matchers.hpp"

namespace biotropy::study {
namespace {

using ::testing::ElementsAreArray;
using ::testing::EndsWith;

constexpr std::size_t kNodes = 5, kMatrix = kNodes * kNodes;

/// Three groups of five; the second one has larger values at two pairs that share a channel, and one that does not.
Cohort cohort_of_pairs() {
  std::mt19937_64 engine(7);
  Cohort cohort{.groups = {"c", "a", "e"}, .pairs = true};
  for (std::size_t channel = 0; channel < kNodes; ++channel) cohort.labels.push_back(fmt::format("A{}", channel));
  cohort.units.assign(kNodes, "fT");
  for (int number = 0; number < 15; ++number) {
    CohortSubject& one = cohort.subjects.emplace_back();
    one.participant.id = fmt::format("sub-{}", number);
    one.group = number / 5;
    one.participant.group = cohort.groups[static_cast<std::size_t>(one.group)];
    for (std::size_t entry = 0; entry < kMatrix; ++entry) {
      const bool differs = one.group == 1 && (entry == 1 || entry == 7 || entry == 19);
      cohort.values.push_back(static_cast<double>(engine() % 1000) / 1000.0 + (differs ? 3.0 : 0.0));
    }
  }
  cohort.valid_epochs.assign(cohort.values.size(), 4.0);
  return cohort;
}

Description description_of_networks(bool threshold_free) {
  Description description;
  description.statistics.permutations.permutations = 100;
  description.networks.emplace();
  description.networks->threshold_p = 0.001;
  description.networks->threshold_free = threshold_free;
  return description;
}

/// What a file has, by name.
class Contents {
 public:
  Contents(const Description& description, const Cohort& cohort, const Statistics& statistics) {
    const Scratch scratch;
    write_result(scratch.path("result.nc"), "the key", description, cohort, statistics);
    arrays_ = files::read_arrays(scratch.path("result.nc"));
  }

  const files::ArrayVariable& operator[](const std::string& name) const {
    static const files::ArrayVariable none;
    const auto found = std::ranges::find(arrays_.variables, name, &files::ArrayVariable::name);
    EXPECT_NE(found, arrays_.variables.end()) << name;
    return found == arrays_.variables.end() ? none : *found;
  }

  bool has(const std::string& name) const {
    return std::ranges::find(arrays_.variables, name, &files::ArrayVariable::name) != arrays_.variables.end();
  }

  std::string text_attribute(const std::string& name) const {
    const auto found = std::ranges::find(arrays_.attributes, name, &files::Parameter::name);
    return found == arrays_.attributes.end() ? "" : std::get<std::string>(found->value);
  }

 private:
  files::Arrays arrays_;
};

/// Compared by their bits: NaNs are equal to each other.
void expect_numbers(const files::ArrayVariable& found, const std::vector<std::string>& dimensions,
                    const std::vector<double>& wanted) {
  EXPECT_THAT(found.dimensions, ElementsAreArray(dimensions)) << found.name;
  EXPECT_TRUE(std::ranges::equal(found.numbers, wanted, {}, std::bit_cast<std::uint64_t, double>,
                                 std::bit_cast<std::uint64_t, double>))
      << found.name << " " << ::testing::PrintToString(found.numbers) << " " << ::testing::PrintToString(wanted);
}

/// A number of every comparison.
template <typename Of>
std::vector<double> of_each(const Statistics& statistics, Of of) {
  std::vector<double> list;
  for (const NetworkComparison& one : statistics.networks) list.push_back(static_cast<double>(of(one.test)));
  return list;
}

/// The numbers of every comparison, one after the other.
template <typename Of>
std::vector<double> edges_of(const Statistics& statistics, Of of) {
  std::vector<double> list;
  for (const NetworkComparison& one : statistics.networks) {
    for (const auto number : one.test.*of) list.push_back(static_cast<double>(number));
  }
  return list;
}

using groups::NetworkTest;

TEST(ResultFile, HasTheNetworksOfEveryComparison) {
  const Cohort cohort = cohort_of_pairs();
  const Description description = description_of_networks(true);
  const Statistics statistics = compare(cohort, description, {});
  ASSERT_EQ(statistics.networks.size(), 3u);
  const Contents file(description, cohort, statistics);
  EXPECT_THAT(file["network"].texts, ElementsAre("all groups", "a - c", "e - a"));
  EXPECT_THAT(file["network_kind"].texts, ElementsAre("f", "t", "t"));
  const auto expect_each = [&](const std::string& name, auto of) {
    expect_numbers(file["network_" + name], {"network"}, of_each(statistics, of));
  };
  expect_each("threshold", [](const NetworkTest& test) { return test.threshold; });
  expect_each("degrees_of_freedom", [](const NetworkTest& test) { return test.degrees_of_freedom; });
  expect_each("directed", [](const NetworkTest& test) { return test.directed; });
  expect_each("tested_edges", [](const NetworkTest& test) { return test.tested_edges; });
  expect_each("arrangements", [](const NetworkTest& test) { return test.arrangements; });
  expect_each("arrangements_are_all", [](const NetworkTest& test) { return test.exact; });
  EXPECT_THAT(file["network_degrees_of_freedom"].numbers, ElementsAre(12.0, 8.0, 8.0));
  const std::vector<std::string> edges{"network", "channel", "partner"};
  expect_numbers(file["network_statistic"], edges, edges_of(statistics, &NetworkTest::statistic));
  expect_numbers(file["network_component"], edges, edges_of(statistics, &NetworkTest::component));
  expect_numbers(file["network_score"], edges, edges_of(statistics, &NetworkTest::score));
  expect_numbers(file["network_score_p"], edges, edges_of(statistics, &NetworkTest::score_p));
  EXPECT_THAT(file["network_statistic"].numbers, SizeIs(3 * kMatrix));
}

// The three pairs form two components in every comparison: A0, A1 and A2 are connected, and A3 and A4.
TEST(ResultFile, HasTheComponentsOfEachNetwork) {
  const Cohort cohort = cohort_of_pairs();
  const Description description = description_of_networks(false);
  const Statistics statistics = compare(cohort, description, {});
  const Contents file(description, cohort, statistics);
  EXPECT_THAT(file["component_network"].numbers, ElementsAre(0.0, 0.0, 1.0, 1.0, 2.0, 2.0));
  EXPECT_THAT(file["component_number"].numbers, ElementsAre(1.0, 2.0, 1.0, 2.0, 1.0, 2.0));
  EXPECT_THAT(file["component_n_channels"].numbers, ElementsAre(3.0, 2.0, 3.0, 2.0, 3.0, 2.0));
  EXPECT_THAT(file["component_extent"].numbers, ElementsAre(2.0, 1.0, 2.0, 1.0, 2.0, 1.0));
  std::vector<double> intensity, p_extent, p_intensity;
  for (const NetworkComparison& one : statistics.networks) {
    for (const groups::Component& component : one.test.components) {
      intensity.push_back(component.intensity);
      p_extent.push_back(component.p_extent);
      p_intensity.push_back(component.p_intensity);
    }
  }
  expect_numbers(file["component_intensity"], {"component"}, intensity);
  expect_numbers(file["component_p_extent"], {"component"}, p_extent);
  expect_numbers(file["component_p_intensity"], {"component"}, p_intensity);
  EXPECT_NE(p_extent, p_intensity);
  EXPECT_FALSE(file.has("network_score"));
  EXPECT_FALSE(file.has("network_score_p"));
}

TEST(ResultFile, WithoutAComponentAContrastOrARejectionHasNoSuchDimension) {
  Cohort cohort = cohort_of_pairs();
  Description description = description_of_networks(true);
  description.networks->threshold_p = 1e-14;
  const Contents networks(description, cohort, compare(cohort, description, {}));
  EXPECT_TRUE(networks.has("network_component"));
  EXPECT_FALSE(networks.has("component_number"));
  EXPECT_FALSE(networks.has("rejected_reason"));
  description.networks.reset();
  cohort.groups = {"all"};
  for (CohortSubject& one : cohort.subjects) one.group = 0;
  const Contents alone(description, cohort, compare(cohort, description, {}));
  EXPECT_TRUE(alone.has("kruskal_p"));
  EXPECT_FALSE(alone.has("contrast"));
  EXPECT_FALSE(alone.has("network"));
}

TEST(ResultFile, LongTextsEndWithWords) {
  Cohort cohort = cohort_of_pairs();
  cohort.subjects[1].notices = {warning("a", std::string(12'000, 'x')), warning("b", std::string(12'000, 'y'))};
  cohort.subjects[2].notices = {note("one", "first"), note("two", "second")};
  const Description description;
  Statistics statistics = compare(cohort, description, {});
  statistics.notices.assign(3000, note("code", "a notice"));
  const Contents file(description, cohort, statistics);
  const std::vector<std::string>& notices = file["subject_notices"].texts;
  ASSERT_THAT(notices, SizeIs(15));
  const std::string end = "\n... and more";
  EXPECT_EQ(notices[1], std::string(12'000, 'x') + "\n" + std::string(7'999, 'y') + end);
  EXPECT_EQ(notices[2], "first\nsecond");
  EXPECT_EQ(file["subject_notice_codes"].texts[2], "one\ntwo");
  EXPECT_THAT(file.text_attribute("notices"), AllOf(SizeIs(20'000 + end.size()), EndsWith(end)));
  EXPECT_EQ(file.text_attribute("key"), "the key");
}

// Rejections of all subjects, one after the other, each under the name of its subject and channel.
TEST(ResultFile, HasEveryRejection) {
  Cohort cohort = cohort_of_pairs();
  cohort.subjects[3].rejections = {{2, 4, "flat"}, {7, 0, "high"}};
  cohort.subjects[9].rejections = {{0, 1, "marked"}};
  const Description description;
  const Contents file(description, cohort, compare(cohort, description, {}));
  EXPECT_THAT(file["rejected_subject"].texts, ElementsAre("sub-3", "sub-3", "sub-9"));
  EXPECT_THAT(file["rejected_epoch"].numbers, ElementsAre(2.0, 7.0, 0.0));
  EXPECT_THAT(file["rejected_channel"].texts, ElementsAre("A4", "A0", "A1"));
  EXPECT_THAT(file["rejected_reason"].texts, ElementsAre("flat", "high", "marked"));
}

}  // namespace
}  // namespace biotropy::study
