// SPDX-License-Identifier: Apache-2.0
//
// Choice of a device, and its failure: every pair arrives once, with the right counts.
#include <atomic>
#include <cmath>
#include <map>
#include <mutex>

#include "biotropy/device/devices.hpp"
#include "biotropy/match/devices/device_engine.hpp"
#include "biotropy/match/devices/device_team.hpp"
#include "biotropy/match/engines.hpp"
#include "counts_by_pair.hpp"
#include "faulty_device.hpp"
#include "inputs.hpp"
#include "tests/error_of.hpp"
#include "tests/notices.hpp"

namespace biotropy::match {
namespace {

// Some epochs of some channels, with all ordered pairs.
struct Study {
  explicit Study(std::size_t n, bool per_template = true) : rule{{1, 2}, 1, 0.3} {
    for (std::size_t s = 0; s < kGroups * kChannels; ++s) data.push_back(inputs(n - s, 0, s)[0].x);
    series.assign(data.begin(), data.end());
    for (std::uint32_t x = 0; x < kChannels; ++x) {
      for (std::uint32_t y = 0; y < kChannels; ++y) pairs.push_back({x, y});
    }
    rule.per_template = per_template;
  }

  Query query() const { return {series, kChannels, pairs, rule}; }

  static constexpr std::size_t kGroups = 4, kChannels = 3;
  std::vector<std::vector<double>> data;
  std::vector<Samples> series;
  std::vector<Pair> pairs;
  Rule rule;
};

class DeviceEngines : public ::testing::Test {
 protected:
  void SetUp() override {
    if (device::devices().empty()) GTEST_SKIP() << "no device on this machine";
    faulty_ = std::make_unique<FaultyDevice>(*device::devices().back());
  }

  // The engines of the faulty device, each past its self test.
  std::vector<std::unique_ptr<DeviceEngine>> engines() {
    auto list = device_engines(*faulty_);
    for (const auto& engine : list) EXPECT_EQ(engine->self_test(), "");
    return list;
  }

  Found with_fallback(const Engine& engine, const Query& query) {
    Execution execution;
    execution.notify = [this](const Notice& notice) { notices_.push_back(notice); };
    return counts_by_pair([&](const Sink& sink) { count_with_cpu_fallback(engine, query, sink, execution); });
  }

  std::unique_ptr<FaultyDevice> faulty_;
  Notices notices_;
};

TEST_F(DeviceEngines, EveryDevicePassesItsSelfTest) {
  for (device::Device* device : device::devices()) {
    for (const auto& engine : device_engines(*device)) EXPECT_EQ(engine->self_test(), "") << engine->name();
  }
}

TEST_F(DeviceEngines, ADeviceThatIsNoGpuIsUsedOnlyWhenAskedFor) {
  const Study study(100);
  faulty_->pretended().is_gpu = false;
  for (const auto& engine : engines()) EXPECT_TRUE(std::isinf(engine->cost(study.query(), QuerySketch(study.query()))));
  faulty_->pretended().is_gpu = true;
  for (const auto& engine : engines()) EXPECT_LT(engine->cost(study.query(), QuerySketch(study.query())), 10.0);
}

TEST_F(DeviceEngines, ADeviceIsChosenByName) {
  const Study study(100);
  Execution execution{.device = device::devices().back()->description().name};
  EXPECT_EQ(choose(study.query(), {}, execution).device(), device::devices().back());
  EXPECT_EQ(error_of([&] { choose(study.query(), "direct", execution); }).code(), ErrorCode::no_engine);
  execution.device = "cpu";
  EXPECT_EQ(choose(study.query(), {}, execution).device(), nullptr);
  const std::string on_device(device_engines(*device::devices().back()).front()->name());
  EXPECT_EQ(error_of([&] { choose(study.query(), on_device, execution); }).code(), ErrorCode::no_engine);
  execution.device = "opencl:77";
  EXPECT_EQ(error_of([&] { choose(study.query(), {}, execution); }).code(), ErrorCode::invalid_argument);
}

TEST_F(DeviceEngines, WhatNoEngineOfADeviceCanAnswerIsAnError) {
  const std::vector<double> data(10, 1.0);
  const Samples samples(data);
  const Pair pair;
  Rule rule;
  for (int length = 1; length < 60; ++length) rule.lengths.push_back(length);
  Execution execution{.device = device::devices().back()->description().name};
  const Error error = error_of([&] { choose({std::span(&samples, 1), 1, std::span(&pair, 1), rule}, {}, execution); });
  EXPECT_EQ(error.code(), ErrorCode::no_engine);
}

// For short and long series, missing samples, and templates without a match.
TEST_F(DeviceEngines, ProductsHaveTheBitsOfTheProcessors) {
  for (device::Device* device : device::devices()) {
    if (!device->description().has_doubles) continue;
    for (const std::size_t n : {14U, 40U, 300U, 1100U, 2400U}) {
      Study study(n);
      study.data[0][n / 2] = std::nan("");
      study.data[1][n / 3] = 1e6;
      for (const TemplateRule templates : {TemplateRule::all, TemplateRule::common}) {
        study.rule.templates = templates;
        study.rule.products_suffice = true;
        std::map<std::pair<std::size_t, std::size_t>, std::vector<CountProduct>> products;
        std::mutex storing;
        const Sink keep = [&](const PairCounts& counts) {
          const std::lock_guard lock(storing);
          for (const LengthCounts& at : counts.lengths) {
            ASSERT_NE(at.product, nullptr);
            EXPECT_TRUE(at.per_template.empty());
            products[{counts.group, counts.pair}].push_back(*at.product);
          }
        };
        device_bits(*device)->count(study.query(), keep, nullptr);
        EXPECT_EQ(products.size(), study.query().groups() * study.pairs.size());
        const Sink compare = [&](const PairCounts& counts) {
          const std::size_t n_longest = counts.lengths.back().per_template.size();
          for (std::size_t slot = 0; slot < counts.lengths.size(); ++slot) {
            const CountProduct& found = products.at({counts.group, counts.pair})[slot];
            EXPECT_EQ(found, count_product(counts.lengths[slot].per_template, n_longest)) << n << ", " << slot;
          }
        };
        study.rule.products_suffice = false;
        with_threads({1, nullptr}, [&] { bits_engine().count(study.query(), compare, nullptr); });
      }
    }
  }
}

TEST_F(DeviceEngines, SmallBatchesGiveTheSame) {
  for (const bool per_template : {true, false}) {
    const Study study(150, per_template);
    const Found right = plain_counts(study.query());
    for (const std::size_t memory : {1U, 100000U, 300000U}) {
      faulty_->pretended().memory = memory;
      for (const auto& engine : engines()) EXPECT_EQ(with_fallback(*engine, study.query()), right) << engine->name();
    }
  }
  EXPECT_THAT(notices_, IsEmpty());
}

// As many as possible on a device that is infinitely slow.
TEST_F(DeviceEngines, SmallLaunchesGiveTheSame) {
  for (const bool per_template : {true, false}) {
    const Study study(300, per_template);
    const Found right = plain_counts(study.query());
    for (const std::uint32_t units : {1U, 0U}) {
      faulty_->pretended().units = units;
      for (const auto& engine : engines()) {
        const std::size_t before = faulty_->n_launches();
        EXPECT_EQ(with_fallback(*engine, study.query()), right) << engine->name();
        EXPECT_GE(faulty_->n_launches() - before, units == 0 ? 24U : 1U) << engine->name();
      }
    }
  }
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(DeviceEngines, StopsBetweenBatchesOfASlowDevice) {
  const Study study(100);
  faulty_->pretended().units = 0;
  for (const auto& engine : engines()) {
    CancelFlag cancel;
    std::atomic<int> n_pairs = 0;
    const Sink sink = [&](const PairCounts&) {
      ++n_pairs;
      cancel.cancel();
    };
    EXPECT_EQ(error_of([&] { engine->count(study.query(), sink, &cancel); }).code(), ErrorCode::cancelled);
    EXPECT_LE(n_pairs, 2) << engine->name();
  }
}

TEST_F(DeviceEngines, WithoutMemoryBatchesShrink) {
  const Study study(150);
  const Found right = plain_counts(study.query());
  for (const auto& engine : engines()) {
    // Enough for a pair, not for all of them.
    faulty_->refuse_above(20000);
    EXPECT_EQ(with_fallback(*engine, study.query()), right) << engine->name();
    EXPECT_THAT(notices_, IsEmpty());
    EXPECT_GT(faulty_->n_refused(), 0U);
  }
}

TEST_F(DeviceEngines, WithoutAnyMemoryTheProcessorCounts) {
  const Study study(150);
  const Found right = plain_counts(study.query());
  for (const auto& engine : engines()) {
    faulty_->refuse_above(1);
    notices_.clear();
    EXPECT_EQ(with_fallback(*engine, study.query()), right) << engine->name();
    EXPECT_THAT(notices_, ElementsAre(device_failed("36 of 36 pairs")));
    faulty_->refuse_above(std::size_t{1} << 40);
  }
}

TEST_F(DeviceEngines, WhateverCommandIsTheLastTheProcessorFinishes) {
  const Study study(120);
  const Found right = plain_counts(study.query());
  faulty_->pretended().memory = 200000;
  for (const auto& engine : engines()) {
    // Every command of the first pairs, and then some of all kinds.
    constexpr std::size_t all_below = 150, step = 37;
    std::size_t last = 0;
    for (bool failed = true; failed; last += last < all_below ? 1 : step) {
      ASSERT_LT(last, 4000U);
      notices_.clear();
      faulty_->fail_after(last);
      ASSERT_EQ(with_fallback(*engine, study.query()), right) << engine->name() << " after " << last;
      failed = !notices_.empty();
      if (failed) {
        ASSERT_THAT(notices_, ElementsAre(device_failed("of 36 pairs")));
      }
    }
    EXPECT_GT(last, 20U);
    faulty_->fail_after(std::size_t{1} << 40);
  }
}

TEST_F(DeviceEngines, ADeviceThatLiesIsNotTrusted) {
  const Study study(100);
  const Found right = plain_counts(study.query());
  faulty_->lie();
  for (const auto& engine : device_engines(*faulty_)) {
    EXPECT_THAT(engine->self_test(), AllOf(HasSubstr("known series"), HasSubstr(std::string(engine->name()))));
    notices_.clear();
    EXPECT_EQ(with_fallback(*engine, study.query()), right);
    EXPECT_THAT(notices_, ElementsAre(coded("device_failed")));
  }
}

TEST_F(DeviceEngines, EveryProgramIsTestedBeforeItIsUsed) {
  const Study study(100);
  Query other = study.query();
  other.rule.tau += 1;
  for (const auto& engine : engines()) {
    EXPECT_EQ(with_fallback(*engine, study.query()), plain_counts(study.query()));
    EXPECT_THAT(notices_, IsEmpty());
    faulty_->lie_after(0);
    EXPECT_EQ(with_fallback(*engine, other), plain_counts(other)) << engine->name();
    EXPECT_THAT(notices_, ElementsAre(coded("device_failed"))) << engine->name();
    faulty_->be_sound();
    notices_.clear();
  }
}

// Up to the longest templates, with matches at every length, on tiles inside all windows and others.
TEST_F(DeviceEngines, LongTemplatesThatMatchAreCounted) {
  for (const std::size_t n : {120U, 700U}) {
    Study study(n);
    for (auto& samples : study.data) {
      for (double& value : samples) value = std::round(value / 2.0);
    }
    study.series.assign(study.data.begin(), study.data.end());
    study.rule.r = 1.0;
    // A device compiles a program for each rule.
    for (const int length : {4, 16, 31}) {
      study.rule.lengths = {length, length + 1};
      for (const bool per_template : {false, true}) {
        study.rule.templates = per_template ? TemplateRule::all : TemplateRule::common;
        study.rule.theiler = per_template ? kKeepAllPairs : kExcludeSelf;
        study.rule.per_template = per_template;
        const Found right = plain_counts(study.query());
        for (const auto& engine : device_engines(*device::devices().back())) {
          if (!engine->can(study.query())) continue;
          EXPECT_EQ(with_fallback(*engine, study.query()), right) << engine->name() << ", " << n << ", " << length;
        }
      }
    }
  }
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(DeviceEngines, ADeviceThatCountsNothingFailsAtEveryLengthAndDelay) {
  faulty_->answer_zero();
  for (const std::size_t n : {75U, 600U}) {
    Study study(n);
    study.rule.per_template = false;
    for (const int length : {1, 16, 31}) {
      for (const int tau : {1, 7}) {
        study.rule.lengths = {length + 1};
        study.rule.tau = tau;
        if (template_count(study.rule, n, length + 1) == 0) continue;
        for (const auto& engine : device_engines(*faulty_)) {
          if (!engine->can(study.query())) continue;
          EXPECT_EQ(error_of([&] {
                      engine->count(
                          study.query(), [](const PairCounts&) {}, nullptr);
                    }).code(),
                    ErrorCode::device)
              << engine->name() << ", " << n << ", " << length << ", " << tau;
        }
      }
    }
  }
}

TEST_F(DeviceEngines, ErrorsOfTheSinkAreItsOwn) {
  const Study study(100);
  for (const auto& engine : engines()) {
    for (const ErrorCode code : {ErrorCode::device, ErrorCode::out_of_memory, ErrorCode::io}) {
      const Sink sink = [&](const PairCounts&) { throw Error(code, "the sink is full"); };
      const Error error = error_of([&] { count_with_cpu_fallback(*engine, study.query(), sink, {}); });
      EXPECT_EQ(error.code(), code);
      EXPECT_STREQ(error.what(), "the sink is full");
    }
  }
}

TEST_F(DeviceEngines, NothingToCountIsNoError) {
  const Study study(100);
  Query query = study.query();
  query.pairs = {};
  for (const auto& engine : engines()) EXPECT_TRUE(with_fallback(*engine, query).empty());
  query = study.query();
  query.series = {};
  for (const auto& engine : engines()) EXPECT_TRUE(with_fallback(*engine, query).empty());
}

}  // namespace
}  // namespace biotropy::match
