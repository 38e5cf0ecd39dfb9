// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "biotropy/study/cohort.hpp"
#include "tests/matchers.hpp"

namespace biotropy::study {
namespace {

Subject subject(const std::string& id, const std::string& group) {
  return Subject{.participant = {id, group, ""}};
}

// Value (channel, partner) is 10 times the channel's number plus the partner's, by label.
SubjectValues values_of(const std::vector<std::string>& labels, double epochs = 4.0) {
  SubjectValues found{.labels = labels};
  found.units.assign(labels.size(), "fT");
  found.n_epochs = 5;
  found.epochs_used = static_cast<std::size_t>(epochs);
  for (const std::string& channel : labels) {
    for (const std::string& partner : labels) {
      found.values.push_back(10.0 * (channel[0] - '0') + (partner[0] - '0'));
      found.valid_epochs.push_back(epochs);
    }
  }
  return found;
}

TEST(Cohort, ChannelsOfMostSubjectsInWhateverOrder) {
  Description description;
  SubjectValues turned = values_of({"2", "1"});
  turned.rejections.push_back({3, 0, "flat"});
  const Cohort cohort = join(description, {subject("a", "x"), subject("b", "y"), subject("c", "x"), subject("d", "y")},
                             {values_of({"1", "3"}), values_of({"1", "2"}), turned, values_of({"1", "2", "3"})});
  EXPECT_THAT(cohort.labels, ElementsAre("1", "2"));
  EXPECT_THAT(cohort.groups, ElementsAre("x", "y"));
  EXPECT_EQ(cohort.n_used(), 2u);
  EXPECT_THAT(cohort.subjects[0].exclusion, HasSubstr("1 missing (2), 1 more (3)"));
  EXPECT_THAT(cohort.subjects[3].exclusion, HasSubstr("most subjects have: 1 more (3)"));
  const auto row = [&](std::size_t number) {
    return std::vector<double>(cohort.values.begin() + static_cast<std::ptrdiff_t>(4 * number),
                               cohort.values.begin() + static_cast<std::ptrdiff_t>(4 * number + 4));
  };
  EXPECT_THAT(row(1), ElementsAre(11, 12, 21, 22));
  EXPECT_THAT(row(2), ElementsAre(11, 12, 21, 22));
  EXPECT_TRUE(std::isnan(row(0)[0]) && std::isnan(row(3)[3]));
  ASSERT_EQ(cohort.subjects[2].rejections.size(), 1u);
  EXPECT_EQ(cohort.subjects[2].rejections[0].channel, 1u);
}

// Window k of channel c has the value 10 c + k.
SubjectValues windows_of(std::size_t windows) {
  SubjectValues found;
  found.labels = {"1", "2"};
  found.units = {"fT", "fT"};
  found.rate = 100.0;
  found.n_epochs = found.epochs_used = windows;
  for (std::size_t k = 0; k < windows; ++k) found.onsets.push_back(0.5 * static_cast<double>(k));
  for (const double channel : {1.0, 2.0}) {
    for (std::size_t k = 0; k < windows; ++k) found.values.push_back(10.0 * channel + static_cast<double>(k));
  }
  found.valid_epochs.assign(found.values.size(), 1.0);
  return found;
}

TEST(Cohort, WindowsStartAtTheSameTimes) {
  Description description;
  description.measure.measure = entropy::Measure::sampen;
  description.prepare.window = 80;
  description.prepare.step = 50;
  SubjectValues late = windows_of(4), turned = windows_of(2);
  for (std::size_t k = 2; k < 4; ++k) late.onsets[k] += 0.3;
  turned.labels = {"2", "1"};
  const Cohort cohort = join(description, {subject("a", "x"), subject("b", "y"), subject("c", "x"), subject("d", "y")},
                             {windows_of(2), windows_of(3), late, turned});
  EXPECT_EQ(cohort.subjects[2].exclusion,
            "its window 2 starts at 1.3 s and not at 1: a gap in the recording has moved it");
  EXPECT_EQ(cohort.n_used(), 3u);
  EXPECT_THAT(cohort.onsets, ElementsAre(0.0, 0.5, 1.0));
  EXPECT_EQ(cohort.common_windows, 2u);
  const auto row = [&](std::size_t number) {
    const auto begin = cohort.values.begin() + static_cast<std::ptrdiff_t>(6 * number);
    return std::vector<double>(begin, begin + 6);
  };
  EXPECT_THAT(row(0), ElementsAre(10, 11, IsNan(), 20, 21, IsNan()));
  EXPECT_THAT(row(1), ElementsAre(10, 11, 12, 20, 21, 22));
  EXPECT_THAT(row(2), Each(IsNan()));
  EXPECT_THAT(row(3), ElementsAre(20, 21, IsNan(), 10, 11, IsNan()));
}

TEST(Cohort, OneRateForAll) {
  SubjectValues slow = values_of({"1", "2"}), rounded = slow, none = slow, near = slow;
  rounded.rate = 1.0 + 0.9e-4;
  near.rate = 1.0 + 2.1e-4;
  slow.rate = 0.5;
  none.has_rate = false;
  const Cohort cohort = join({},
                             {subject("a", "x"), subject("b", "y"), subject("c", "x"), subject("d", "y"),
                              subject("e", "y"), subject("f", "y")},
                             {slow, values_of({"1", "2"}), rounded, none, values_of({"1", "2"}), near});
  EXPECT_EQ(cohort.subjects[0].exclusion, "it has 0.5 Hz where most subjects have 1 Hz");
  EXPECT_EQ(cohort.subjects[3].exclusion, "it has no rate where most subjects have 1 Hz");
  EXPECT_EQ(cohort.subjects[5].exclusion, "it has 1.00021 Hz where most subjects have 1 Hz");
  EXPECT_EQ(cohort.n_used(), 3u);
}

// Files round the rate of one recorder to several ones.
TEST(Cohort, RatesThatAreRoundedAreCountedTogether) {
  std::vector<SubjectValues> found(5, values_of({"1", "2"}));
  for (std::size_t i = 0; i < found.size(); ++i) found[i].rate = i < 2 ? 500.0 : 256.0 + 1e-3 * static_cast<double>(i);
  const Cohort cohort =
      join({}, {subject("a", "x"), subject("b", "y"), subject("c", "x"), subject("d", "y"), subject("e", "y")}, found);
  EXPECT_EQ(cohort.subjects[0].exclusion, "it has 500 Hz where most subjects have 256.002 Hz");
  EXPECT_EQ(cohort.n_used(), 3u);
}

TEST(Cohort, UnitsOnlyWhereANumberIsInThem) {
  SubjectValues other = values_of({"2", "1"});
  other.units = {"V", "fT"};
  const std::vector<Subject> subjects = {subject("a", "x"), subject("b", "y"), subject("c", "y")};
  const std::vector<SubjectValues> found = {values_of({"1", "2"}), other, values_of({"1", "2"})};
  Description description;
  EXPECT_EQ(join(description, subjects, found).n_used(), 3u);
  description.measure.set(*entropy::find_option("r_unit"), "absolute");
  EXPECT_EQ(join(description, subjects, found).subjects[1].exclusion,
            "the unit of its channel 2 is 'V' where most subjects have 'fT'");
  description.measure.options.clear();
  description.measure.measure = entropy::Measure::cross_fuzzyen;
  EXPECT_EQ(join(description, subjects, found).n_used(), 3u);
  description.measure.set(*entropy::find_option("membership"), "chen");
  EXPECT_EQ(join(description, subjects, found).n_used(), 2u);
  description.measure.options.clear();
  description.measure.measure = Description().measure.measure;
  description.prepare.flat = 1.0;
  EXPECT_EQ(join(description, subjects, found).n_used(), 2u);
}

TEST(Cohort, UnitsAreComparedHoweverTheyAreWrittenAndWhereTheyAreKnown) {
  std::vector<SubjectValues> found(6, values_of({"1", "2"}));
  const std::vector<std::string> written = {"", "mV", "uV", "\xc2\xb5V", "UV", "MV"};
  for (std::size_t i = 0; i < found.size(); ++i) found[i].units = {"fT", written[i]};
  Description description;
  description.prepare.reject = 100.0;
  std::vector<Subject> subjects;
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) subjects.push_back(subject(name, "x"));
  const Cohort cohort = join(description, subjects, found);
  EXPECT_THAT(cohort.units, ElementsAre("fT", "uV"));
  EXPECT_EQ(cohort.subjects[1].exclusion, "the unit of its channel 2 is 'mV' where most subjects have 'uV'");
  EXPECT_EQ(cohort.subjects[5].exclusion, "the unit of its channel 2 is 'MV' where most subjects have 'uV'");
  EXPECT_EQ(cohort.n_used(), 4u);
}

TEST(Cohort, OneRecordingIsNotTwoSubjects) {
  std::vector<Subject> subjects = {subject("a", "x"), subject("b", "y"), subject("c", "y")};
  subjects[0].sha256 = subjects[2].sha256 = "1234";
  subjects[1].sha256 = "5678";
  const Cohort cohort = join({}, subjects, {values_of({"1", "2"}), values_of({"1", "2"}), values_of({"1", "2"})});
  EXPECT_EQ(cohort.subjects[0].exclusion, "it has the same recording as c");
  EXPECT_EQ(cohort.subjects[2].exclusion, "it has the same recording as a");
  EXPECT_TRUE(cohort.subjects[1].used());
}

TEST(Cohort, TooFewEpochsOfASubjectOrOfAnEntry) {
  Description description;
  description.least_epochs = 3;
  SubjectValues thin = values_of({"1", "2"});
  thin.epochs_used = 3;  // just enough
  thin.valid_epochs[1] = 3.0;
  thin.valid_epochs[2] = 2.0;
  SubjectValues unreadable{.failure = "no header"};
  const Cohort cohort = join(description, {subject("a", "x"), subject("b", "x"), subject("c", "x")},
                             {values_of({"1", "2"}, 2.0), thin, unreadable});
  EXPECT_EQ(cohort.subjects[0].exclusion, "2 of 5 epochs are left; there must be at least 3");
  EXPECT_EQ(cohort.subjects[2].exclusion, "no header");
  EXPECT_EQ(cohort.values[5], 12.0);
  EXPECT_TRUE(std::isnan(cohort.values[6]));
  EXPECT_EQ(cohort.valid_epochs[6], 2.0);
}

TEST(Cohort, OfNobody) {
  SubjectValues failed{.failure = "no header"};
  const Cohort cohort = join(Description(), {subject("a", "x")}, {failed});
  EXPECT_EQ(cohort.n_used(), 0u);
  EXPECT_EQ(cohort.entries(), 0u);
}

}  // namespace
}  // namespace biotropy::study
