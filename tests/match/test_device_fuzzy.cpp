// SPDX-License-Identifier: Apache-2.0
//
// Fuzzy sums on every device of the machine: bits equal to the processor's in double precision, approximate otherwise;
// and devices that fail or do not support a query.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <mutex>

#include "biotropy/device/devices.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/devices/device_fuzzy_internal.hpp"
#include "faulty_device.hpp"
#include "inputs.hpp"
#include "tests/notices.hpp"

namespace biotropy::match {
namespace {

// Relative tolerance of a sum in single precision.
constexpr double kSingleTolerance = 2e-6;

// Every form, and every way to compute a power.
std::vector<Membership> memberships() {
  std::vector<Membership> list;
  for (int form = 0; form <= static_cast<int>(MembershipForm::gudermannian); ++form) {
    list.push_back({static_cast<MembershipForm>(form), 2.0, 0.34});
  }
  list.push_back({MembershipForm::exponential, 3.0, 0.0});
  for (const auto form : {MembershipForm::exponential, MembershipForm::chen, MembershipForm::bell}) {
    list.push_back({form, 2.5, 0.0});
  }
  return list;
}

// Two groups of three series of different lengths, one with missing samples, one with ties and zeros of either sign.
struct FuzzyStudy {
  explicit FuzzyStudy(std::size_t n = 150) {
    for (unsigned s = 0; s < 6; ++s) data.push_back(noise(n + 9 * s, s));
    data[1][20] = data[1][60] = std::nan("");
    for (double& value : data[2]) value = std::round(value * 2.0) / 2.0;
    series.assign(data.begin(), data.end());
    rule.lengths = {2, 3};
    rule.r = 0.2;
    rule.theiler = kExcludeSelf;
    rule.templates = TemplateRule::common;
  }

  FuzzyQuery query() const { return {{series, 3, pairs, rule}, membership, local}; }

  std::vector<std::vector<double>> data;
  std::vector<Samples> series;
  std::vector<Pair> pairs{{0, 0}, {0, 1}, {1, 0}, {2, 2}, {1, 2}};
  Rule rule;
  Membership membership;
  bool local = true;
};

using FuzzyFound = std::map<std::pair<std::size_t, std::size_t>, std::vector<std::pair<double, std::uint64_t>>>;

FuzzyFound sums_on(const std::vector<device::Device*>& devices, const FuzzyStudy& study,
                   const Execution& execution = {}) {
  FuzzyFound all;
  std::mutex storing;
  fuzzy_sums_on(
      devices, study.query(),
      [&](const FuzzySums& found) {
        std::vector<std::pair<double, std::uint64_t>> lengths;
        for (const FuzzySum& sum : found.lengths) lengths.emplace_back(sum.total, sum.pairs);
        const std::lock_guard lock(storing);
        EXPECT_TRUE(all.emplace(std::pair{found.group, found.pair}, lengths).second) << "arrived twice";
      },
      execution);
  return all;
}

double worst_error(const FuzzyFound& found, const FuzzyFound& right) {
  double worst = 0.0;
  EXPECT_EQ(found.size(), right.size());
  for (const auto& [where, sums] : right) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      EXPECT_EQ(found.at(where)[i].second, sums[i].second);
      if (sums[i].first == 0.0) {
        EXPECT_EQ(found.at(where)[i].first, 0.0);
      } else {
        worst = std::max(worst, std::abs(found.at(where)[i].first / sums[i].first - 1.0));
      }
    }
  }
  return worst;
}

class DeviceFuzzyTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (device::devices().empty()) GTEST_SKIP() << "no device on this machine";
    faulty_ = std::make_unique<FaultyDevice>(*device::devices().back());
    execution_.notify = [this](const Notice& notice) { notices_.push_back(notice); };
  }

  std::unique_ptr<FaultyDevice> faulty_;
  Execution execution_;
  Notices notices_;
};

TEST_F(DeviceFuzzyTest, HaveTheBitsOfTheProcessorsForEveryForm) {
  for (device::Device* device : device::devices()) {
    if (!device->description().has_doubles) continue;
    for (const Membership& membership : memberships()) {
      FuzzyStudy study;
      study.rule.lengths = {2};  // a program is compiled for every length
      study.membership = membership;
      EXPECT_EQ(sums_on({device}, study, execution_), sums_on({}, study))
          << word(membership.form) << ", n = " << membership.n;
    }
  }
  EXPECT_THAT(notices_, Each(coded("device_unused")));
}

// Lengths 3 and 4 of long series: the first is summed without looking at pairs, on the processor.
TEST_F(DeviceFuzzyTest, HaveTheBitsOfTheProcessorsWhereItSumsOneOfTheLengths) {
  for (device::Device* device : device::devices()) {
    if (!device->description().has_doubles) continue;
    FuzzyStudy study(2100);
    study.rule.lengths = {3, 4};
    study.pairs = {{0, 0}, {1, 1}};
    EXPECT_EQ(sums_on({device}, study, execution_), sums_on({}, study));
    study.rule.lengths = {3};
    EXPECT_EQ(sums_on({device}, study, execution_), sums_on({}, study));
  }
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(DeviceFuzzyTest, HaveTheBitsOfTheProcessorsForEveryRule) {
  for (device::Device* device : device::devices()) {
    if (!device->description().has_doubles) continue;
    for (const std::int64_t theiler : {-1, 0, 7, 1000}) {
      for (const auto& [m, tau] : {std::pair{1, 1}, std::pair{2, 3}}) {
        FuzzyStudy study;
        study.rule.theiler = theiler;
        study.rule.lengths = {m, m + 1};
        study.rule.tau = tau;
        study.local = tau == 1;
        EXPECT_EQ(sums_on({device}, study, execution_), sums_on({}, study)) << theiler << ", " << m;
      }
    }
    for (const std::size_t n : {3U, 4U, 66U, 67U, 68U, 1030U, 2100U}) {  // borders of blocks and runs
      FuzzyStudy study(n < 60 ? 70 : n);
      study.data[0].resize(n);
      study.series[0] = study.data[0];
      study.rule.r = 4.0;
      EXPECT_EQ(sums_on({device}, study, execution_), sums_on({}, study)) << n;
    }
  }
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(DeviceFuzzyTest, AreNearInSinglePrecision) {
  faulty_->pretended().has_doubles = false;
  double worst = 0.0;
  for (const Membership& membership : memberships()) {
    FuzzyStudy study;
    study.rule.lengths = {2};
    study.membership = membership;
    const double error = worst_error(sums_on({faulty_.get()}, study, execution_), sums_on({}, study));
    EXPECT_LE(error, kSingleTolerance) << word(membership.form) << ", n = " << membership.n;
    worst = std::max(worst, error);
  }
  RecordProperty("worst", fmt::format("{}", worst));
  EXPECT_GT(worst, 0.0) << "double precision was used";
  EXPECT_THAT(notices_, Each(coded("device_unused")));
}

TEST_F(DeviceFuzzyTest, InSinglePrecisionNeitherScaleNorOffsetMatter) {
  faulty_->pretended().has_doubles = false;
  for (const auto& [sd, offset] : {std::pair{1e-13, 0.0}, std::pair{6.0, 200000.0}, std::pair{1e-60, 0.0}}) {
    for (const double r : {0.2, 1e-3}) {  // with 1e-3 single precision does not suffice, and the processor sums
      FuzzyStudy study;
      study.data[0] = noise(150, 7, sd, offset);
      study.data[1] = noise(170, 8, sd, offset);
      study.series.assign(study.data.begin(), study.data.begin() + 3);
      study.pairs = {{0, 0}, {0, 1}};
      study.rule.r = r * sd;
      for (const bool local : {true, false}) {
        study.local = local;
        EXPECT_LE(worst_error(sums_on({faulty_.get()}, study, execution_), sums_on({}, study)), kSingleTolerance)
            << sd << r;
      }
    }
  }
  EXPECT_THAT(notices_, IsEmpty());
}

// Two templates that agree except for one coordinate, beyond the range of single precision in both.
TEST_F(DeviceFuzzyTest, InSinglePrecisionPlacesBeyondItsNumbersAreTheProcessors) {
  faulty_->pretended().has_doubles = false;
  for (const double far : {1e39, 1e200}) {
    FuzzyStudy study;
    study.data[0][20] = study.data[0][50] = 0.0;
    study.data[0][21] = far;
    study.data[0][51] = 1.5 * far;
    study.pairs = {{0, 0}, {0, 1}, {1, 1}};
    study.local = false;
    study.membership.form = MembershipForm::triangular;
    EXPECT_LE(worst_error(sums_on({faulty_.get()}, study, execution_), sums_on({}, study)), kSingleTolerance) << far;
  }
  EXPECT_THAT(notices_, IsEmpty());
}

// Every kernel once, with small input, for memory checkers.
TEST_F(DeviceFuzzyTest, OnEveryDeviceInBothPrecisions) {
  const FuzzyStudy study(60);
  const FuzzyFound right = sums_on({}, study);
  for (device::Device* device : device::devices()) {
    FaultyDevice pretending(*device);
    for (const bool doubles : {true, false}) {
      if (doubles && !device->description().has_doubles) continue;
      pretending.pretended().has_doubles = doubles;
      const double worst = worst_error(sums_on({&pretending}, study, execution_), right);
      EXPECT_LE(worst, doubles ? 0.0 : kSingleTolerance) << device->description().name;
      EXPECT_EQ(worst > 0.0, !doubles) << device->description().name;
    }
  }
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(DeviceFuzzyTest, WhatADeviceCannotDoTheProcessorDoesAndSaysWhy) {
  FuzzyStudy study;
  study.membership.form = MembershipForm::gudermannian;
  EXPECT_EQ(sums_on({faulty_.get()}, study, execution_), sums_on({}, study));
  EXPECT_THAT(notices_, ElementsAre(coded("device_unused")));
  notices_.clear();
  study.membership = {};
  study.rule.lengths = {2, 33};
  EXPECT_EQ(sums_on({faulty_.get()}, study, execution_), sums_on({}, study));
  EXPECT_THAT(notices_, ElementsAre(coded("device_unused")));
}

TEST_F(DeviceFuzzyTest, SmallPartsAndLittleMemoryGiveTheSame) {
  const FuzzyStudy study;
  const FuzzyFound right = sums_on({}, study);
  for (const std::size_t memory : {1U, 20000U}) {
    faulty_->pretended().memory = memory;
    EXPECT_EQ(sums_on({faulty_.get()}, study, execution_), right) << memory;
  }
  faulty_->pretended().memory = std::size_t{1} << 30;
  faulty_->refuse_above(12000);
  EXPECT_EQ(sums_on({faulty_.get()}, study, execution_), right);
  EXPECT_GT(faulty_->n_refused(), 0U);
  EXPECT_THAT(notices_, IsEmpty());
  faulty_->refuse_above(8);
  EXPECT_EQ(sums_on({faulty_.get()}, study, execution_), right);
  EXPECT_THAT(notices_, ElementsAre(device_failed("10 of 10 pairs")));
}

TEST_F(DeviceFuzzyTest, WhateverCommandIsTheLastTheProcessorFinishes) {
  const FuzzyStudy study(80);
  const FuzzyFound right = sums_on({}, study);
  std::size_t last = 0;
  for (bool failed = true; failed; ++last) {
    ASSERT_LT(last, 500U);
    notices_.clear();
    faulty_->fail_after(last);
    ASSERT_EQ(sums_on({faulty_.get()}, study, execution_), right) << last;
    failed = !notices_.empty();
    if (!failed) break;
    ASSERT_THAT(notices_, ElementsAre(device_failed("of 10 pairs")));
  }
  EXPECT_GT(last, 20U);
}

TEST_F(DeviceFuzzyTest, ADeviceThatLiesIsNotTrusted) {
  const FuzzyStudy study;
  const FuzzyFound right = sums_on({}, study);
  faulty_->lie();
  for (const bool doubles : {true, false}) {
    notices_.clear();
    faulty_->pretended().has_doubles = doubles;
    EXPECT_EQ(sums_on({faulty_.get()}, study, execution_), right);
    EXPECT_THAT(notices_, ElementsAre(device_failed("10 of 10 pairs")));
  }
}

// Each length has its own program, so a test of the first does not cover the second.
TEST_F(DeviceFuzzyTest, ALieAboutAnotherLengthIsFound) {
  const FuzzyStudy study;
  faulty_->lie_after(1);
  EXPECT_EQ(sums_on({faulty_.get()}, study, execution_), sums_on({}, study));
  EXPECT_THAT(notices_, ElementsAre(device_failed("10 of 10 pairs")));
}

// The lowest templates are so far apart that the sum of their block is 0, which would test nothing.
TEST_F(DeviceFuzzyTest, ADeviceThatDoesNothingIsNotTrusted) {
  FuzzyStudy study;
  std::vector<double> samples = noise(300, 5);
  for (std::size_t i = 0; i < 100; ++i) samples[i] = -100.0 * static_cast<double>(i + 1);
  study.series = {samples, samples, samples};
  study.pairs = {{0, 0}};
  study.local = false;
  study.membership.form = MembershipForm::triangular;
  faulty_->answer_zero();
  for (const bool doubles : {true, false}) {
    faulty_->pretended().has_doubles = doubles;
    const FuzzyFound right = sums_on({}, study);
    for (const auto& [total, pairs] : right.at({0, 0})) ASSERT_GT(total, 0.0);
    EXPECT_EQ(sums_on({faulty_.get()}, study, execution_), right);
  }
  EXPECT_THAT(notices_, ElementsAre(device_failed("1 of 1 pairs")));
}

TEST_F(DeviceFuzzyTest, ErrorsOfTheSinkAreItsOwn) {
  const FuzzyStudy study;
  for (const ErrorCode code : {ErrorCode::device, ErrorCode::out_of_memory}) {
    const FuzzySink sink = [&](const FuzzySums&) { throw Error(code, "the sink is full"); };
    try {
      fuzzy_sums_on({faulty_.get()}, study.query(), sink, execution_);
      FAIL() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), "the sink is full");
    }
  }
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(DeviceFuzzyTest, AreMadeWhereTheExecutionSays) {
  const FuzzyStudy study;
  execution_.device = device::devices().back()->description().name;
  EXPECT_EQ(devices_for(study.query(), execution_), std::vector{device::devices().back()});
  for (const char* device : {"auto", "cpu"}) {
    execution_.device = device;
    EXPECT_TRUE(devices_for(study.query(), execution_).empty()) << "so little work";
  }
  execution_.device = "opencl:77";
  EXPECT_THROW(devices_for(study.query(), execution_), Error);
  CancelFlag flag;
  flag.cancel();
  execution_.cancel = &flag;
  EXPECT_THROW(sums_on({faulty_.get()}, study, execution_), Error);
}

}  // namespace
}  // namespace biotropy::match
