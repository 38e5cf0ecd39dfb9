// SPDX-License-Identifier: Apache-2.0
//
// Several devices answer a query together, and some of them fail: every pair arrives once, with the right counts.
#include <atomic>
#include <latch>
#include <map>
#include <mutex>

#include "biotropy/device/devices.hpp"
#include "biotropy/match/devices/device_engine.hpp"
#include "biotropy/match/devices/device_fuzzy_internal.hpp"
#include "biotropy/match/devices/device_team.hpp"
#include "biotropy/match/engines.hpp"
#include "counts_by_pair.hpp"
#include "faulty_device.hpp"
#include "inputs.hpp"
#include "tests/error_of.hpp"
#include "tests/notices.hpp"

namespace biotropy::match {
namespace {

constexpr std::size_t kDevices = 2;

// Epochs of three channels of different lengths, with all ordered pairs.
struct Epochs {
  explicit Epochs(std::size_t n_groups, bool per_template = true) : rule{{1, 2}, 1, 0.3} {
    for (std::size_t s = 0; s < n_groups * kChannels; ++s) data.push_back(inputs(120 - s % 7, 0, s)[0].x);
    series.assign(data.begin(), data.end());
    for (std::uint32_t x = 0; x < kChannels; ++x) {
      for (std::uint32_t y = 0; y < kChannels; ++y) pairs.push_back({x, y});
    }
    rule.per_template = per_template;
  }

  Query query() const { return {series, kChannels, pairs, rule}; }
  std::size_t n_pairs() const { return query().groups() * pairs.size(); }

  static constexpr std::size_t kChannels = 3;
  std::vector<std::vector<double>> data;
  std::vector<Samples> series;
  std::vector<Pair> pairs;
  Rule rule;
};

// An engine that goes on only when each of the engines has a part, so that none of them is left out.
class Together final : public Engine {
 public:
  Together(const Engine& engine, std::latch& all_at_work) : engine_(engine), all_at_work_(all_at_work) {}

  std::string_view name() const override { return engine_.name(); }
  std::string_view description() const override { return engine_.description(); }
  bool can(const Query& query) const override { return engine_.can(query); }
  double cost(const Query& query, const QuerySketch& sketch) const override { return engine_.cost(query, sketch); }
  void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const override {
    if (!has_waited_.exchange(true)) all_at_work_.arrive_and_wait();
    engine_.count(query, sink, cancel);
  }

 private:
  const Engine& engine_;
  std::latch& all_at_work_;
  mutable std::atomic<bool> has_waited_ = false;
};

class SharedQueries : public ::testing::Test {
 protected:
  void SetUp() override {
    if (device::devices().empty()) GTEST_SKIP() << "no device on this machine";
    for (std::size_t i = 0; i < kDevices; ++i) {
      devices_.push_back(std::make_unique<FaultyDevice>(*device::devices().back()));
      engines_.push_back(device_engines(*devices_.back()));
    }
    execution_.notify = [this](const Notice& notice) { notices_.push_back(notice); };
  }

  void count(std::size_t kind, const Query& query, const Sink& sink) {
    std::latch all_at_work(kDevices);
    std::vector<std::unique_ptr<Together>> together;
    std::vector<const Engine*> engines;
    for (const auto& of_device : engines_) {
      engines.push_back(together.emplace_back(std::make_unique<Together>(*of_device[kind], all_at_work)).get());
    }
    count_with_cpu_fallback(DeviceTeam(engines), query, sink, execution_);
  }

  Found counted(std::size_t kind, const Query& query) {
    notices_.clear();
    return counts_by_pair([&](const Sink& sink) { count(kind, query, sink); });
  }

  std::size_t n_kinds() const { return engines_.front().size(); }

  std::vector<std::unique_ptr<FaultyDevice>> devices_;
  std::vector<std::vector<std::unique_ptr<DeviceEngine>>> engines_;  // of each device
  Execution execution_;
  Notices notices_;
};

// Groups are shared where there are enough of them, and pairs otherwise.
TEST_F(SharedQueries, HaveTheSameCounts) {
  for (const std::size_t n_groups : {1U, 3U, 9U}) {
    for (const bool per_template : {true, false}) {
      const Epochs epochs(n_groups, per_template);
      const Found right = plain_counts(epochs.query());
      ASSERT_EQ(right.size(), epochs.n_pairs());
      for (std::size_t kind = 0; kind < n_kinds(); ++kind) {
        const std::size_t before[] = {devices_[0]->n_launches(), devices_[1]->n_launches()};
        EXPECT_EQ(counted(kind, epochs.query()), right) << n_groups << ", " << kind;
        EXPECT_THAT(notices_, IsEmpty());
        for (std::size_t i = 0; i < kDevices; ++i) EXPECT_GT(devices_[i]->n_launches(), before[i]);
      }
    }
  }
}

TEST_F(SharedQueries, WhateverCommandIsTheLastTheOtherDeviceFinishes) {
  for (const std::size_t n_groups : {1U, 5U}) {
    const Epochs epochs(n_groups);
    const Found right = plain_counts(epochs.query());
    for (std::size_t kind = 0; kind < n_kinds(); ++kind) {
      ASSERT_EQ(counted(kind, epochs.query()), right);  // and all programs are tested
      std::size_t n_failed = 0;
      for (const std::size_t last : {0U, 7U, 33U, 46U, 100000U}) {
        devices_[0]->fail_after(last);
        ASSERT_EQ(counted(kind, epochs.query()), right) << kind << " after " << last;
        n_failed += notices_.size();
        if (notices_.empty()) continue;
        ASSERT_THAT(notices_, ElementsAre(device_failed("other devices counted the rest")));
      }
      EXPECT_GE(n_failed, 2U);
      EXPECT_LT(n_failed, 5U);
    }
  }
}

TEST_F(SharedQueries, TheProcessorFinishesWhenAllHaveFailed) {
  const Epochs epochs(5);
  const Found right = plain_counts(epochs.query());
  for (std::size_t kind = 0; kind < n_kinds(); ++kind) {
    ASSERT_EQ(counted(kind, epochs.query()), right);
    for (const std::size_t last : {0U, 25U}) {
      devices_[0]->fail_after(last);
      devices_[1]->fail_after(2 * last);
      ASSERT_EQ(counted(kind, epochs.query()), right) << kind << " after " << last;
      ASSERT_THAT(notices_, ElementsAre(device_failed("of 45 pairs instead")));
    }
    for (const auto& device : devices_) device->fail_after(std::size_t{1} << 40);
  }
}

TEST_F(SharedQueries, ADeviceWithoutMemoryOrThatLiesIsReplaced) {
  const Epochs epochs(5);
  const Found right = plain_counts(epochs.query());
  for (std::size_t kind = 0; kind < n_kinds(); ++kind) {
    devices_[1]->refuse_above(1);
    EXPECT_EQ(counted(kind, epochs.query()), right);
    EXPECT_THAT(notices_, ElementsAre(device_failed("other devices counted the rest")));
    devices_[1]->refuse_above(std::size_t{1} << 40);
    engines_[0] = device_engines(*devices_[0]);
    devices_[0]->lie();
    EXPECT_EQ(counted(kind, epochs.query()), right);
    EXPECT_THAT(notices_, ElementsAre(device_failed("other devices counted the rest")));
    devices_[0]->be_sound();
    engines_[0] = device_engines(*devices_[0]);
  }
}

TEST_F(SharedQueries, ErrorsOfTheSinkAndCancellationStopAll) {
  const Epochs epochs(9);
  for (std::size_t kind = 0; kind < n_kinds(); ++kind) {
    for (const ErrorCode code : {ErrorCode::device, ErrorCode::io}) {
      const Error error = error_of(
          [&] { count(kind, epochs.query(), [&](const PairCounts&) { throw Error(code, "the sink is full"); }); });
      EXPECT_EQ(error.code(), code);
      EXPECT_STREQ(error.what(), "the sink is full");
    }
    CancelFlag cancel;
    execution_.cancel = &cancel;
    EXPECT_EQ(error_of([&] { count(kind, epochs.query(), [&](const PairCounts&) { cancel.cancel(); }); }).code(),
              ErrorCode::cancelled);
    execution_.cancel = nullptr;
  }
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(SharedQueries, NothingToCountIsNoError) {
  const Epochs epochs(2);
  const DeviceTeam team({engines_[0][0].get(), engines_[1][0].get()});
  Query without_pairs = epochs.query(), without_groups = epochs.query();
  without_pairs.pairs = {};
  without_groups.series = {};
  for (const Query& query : {without_pairs, without_groups}) {
    count_with_cpu_fallback(
        team, query, [](const PairCounts&) { FAIL(); }, execution_);
  }
}

TEST_F(SharedQueries, ATeamIsAnEngine) {
  const Epochs epochs(5);
  const Engine &first = *engines_[0][0], &second = *engines_[1][0];
  EXPECT_EQ(&team_of({&first}), &first);
  EXPECT_EQ(members_of(first), std::vector{&first});
  const Engine& team = team_of({&first, &second});
  EXPECT_EQ(&team, &team_of({&first, &second}));
  EXPECT_EQ(members_of(team), (std::vector{&first, &second}));
  EXPECT_EQ(team.name(), std::string(first.name()) + ", " + std::string(second.name()));
  EXPECT_EQ(team.device(), first.device());
  EXPECT_TRUE(team.can(epochs.query()));
  for (const auto& device : devices_) device->pretended().is_gpu = true;
  const QuerySketch sketch(epochs.query());
  EXPECT_DOUBLE_EQ(team.cost(epochs.query(), sketch), first.cost(epochs.query(), sketch) / 2.0);
  EXPECT_EQ(counts_by_pair([&](const Sink& sink) { team.count(epochs.query(), sink, nullptr); }),
            plain_counts(epochs.query()));
  for (const auto& device : devices_) device->fail_after(0);
  const Error error = error_of([&] {
    team.count(
        epochs.query(), [](const PairCounts&) {}, nullptr);
  });
  EXPECT_EQ(error.code(), ErrorCode::device);
}

// Buffers are made for the first batches, and used again by all others.
TEST_F(SharedQueries, LaterBatchesAllocateNothing) {
  FaultyDevice& device = *devices_[0];
  device.pretended().memory = 1;  // batches of one pair
  for (std::size_t kind = 0; kind < n_kinds(); ++kind) {
    std::vector<std::size_t> allocations, launches;
    for (const std::size_t n_groups : {4U, 4U, 16U}) {  // programs are tested in the first call
      Epochs epochs(n_groups);
      for (auto& samples : epochs.series) samples = samples.first(100);
      const std::size_t allocated = device.n_allocated(), launched = device.n_launches();
      engines_[0][kind]->count(
          epochs.query(), [](const PairCounts&) {}, nullptr);
      allocations.push_back(device.n_allocated() - allocated);
      launches.push_back(device.n_launches() - launched);
    }
    EXPECT_GT(launches[2], 3 * launches[1]) << engines_[0][kind]->name();
    EXPECT_EQ(allocations[2], allocations[1]) << engines_[0][kind]->name();
  }
}

using Sums = std::map<std::pair<std::size_t, std::size_t>, std::vector<double>>;

class SharedSums : public SharedQueries {
 protected:
  static Sums sums(const std::vector<device::Device*>& devices, const FuzzyQuery& fuzzy, const Execution& execution) {
    Sums all;
    std::mutex storing;
    const FuzzySink keep = [&](const FuzzySums& found) {
      std::vector<double> totals;
      for (const FuzzySum& sum : found.lengths) totals.push_back(sum.total);
      const std::lock_guard lock(storing);
      EXPECT_TRUE(all.emplace(std::pair{found.group, found.pair}, totals).second) << "arrived twice";
    };
    fuzzy_sums_on(devices, fuzzy, keep, execution);
    return all;
  }
};

TEST_F(SharedSums, HaveTheSameBitsWhateverFails) {
  for (const std::size_t n_groups : {1U, 9U}) {
    Epochs epochs(n_groups, false);
    epochs.rule.theiler = kExcludeSelf;
    epochs.rule.templates = TemplateRule::common;
    const FuzzyQuery fuzzy{epochs.query(), {}, true};
    const Sums right = sums({}, fuzzy, execution_);
    const std::vector<device::Device*> both{devices_[0].get(), devices_[1].get()};
    if (!both[0]->description().has_doubles) GTEST_SKIP() << "no double precision";
    EXPECT_EQ(sums(both, fuzzy, execution_), right);
    EXPECT_THAT(notices_, IsEmpty());
    for (const std::size_t last : {0U, 9U, 30U, 60U}) {
      devices_[1]->fail_after(last);
      EXPECT_EQ(sums(both, fuzzy, execution_), right);
    }
    notices_.clear();
    devices_[0]->fail_after(0);
    devices_[1]->fail_after(0);
    EXPECT_EQ(sums(both, fuzzy, execution_), right);
    EXPECT_THAT(notices_, ElementsAre(device_failed("the processor summed")));
    for (const auto& device : devices_) device->fail_after(std::size_t{1} << 40);
    notices_.clear();
    devices_[0]->pretended().has_doubles = false;
    EXPECT_EQ(sums(both, fuzzy, execution_), right);
    EXPECT_THAT(notices_, ElementsAre(coded("device_unused")));
    devices_[0]->pretended().has_doubles = true;
    notices_.clear();
  }
}

// PoCL makes as many devices as POCL_DEVICES asks for: the test match.several_devices of ctest has two.
// Where there are two, such as those of POCL_DEVICES="basic basic"; PoCL 3.1 itself may stop at an assertion when two
// of its devices build a program at once.
TEST(DeviceTeams, AreChosenByName) {
  if (device::devices().size() < 2) GTEST_SKIP() << "no second device";
  std::string names;
  for (device::Device* device : device::devices()) {
    names += (names.empty() ? "" : ",") + device->description().name;
  }
  const Epochs epochs(5, false);
  const Found right = plain_counts(epochs.query());
  Sums right_sums, sums;
  std::mutex storing;
  const auto keep_in = [&storing](Sums& all) {
    return [&](const FuzzySums& found) {
      const std::lock_guard lock(storing);
      all[{found.group, found.pair}] = {found.lengths[0].total, found.lengths[1].total};
    };
  };
  const FuzzyQuery fuzzy{epochs.query(), {}, true};
  fuzzy_sums(fuzzy, keep_in(right_sums), {.device = "cpu"});
  Notices notices;
  Execution execution{.device = names};
  execution.notify = [&](const Notice& notice) { notices.push_back(notice); };
  const Engine* engine = nullptr;
  EXPECT_EQ(counts_by_pair([&](const Sink& sink) { engine = &match::count(epochs.query(), sink, execution); }), right);
  EXPECT_EQ(members_of(*engine).size(), device::devices().size());
  fuzzy_sums(fuzzy, keep_in(sums), execution);
  EXPECT_EQ(sums, right_sums);
  EXPECT_THAT(notices, IsEmpty());
  execution.device = names + "," + names;
  EXPECT_EQ(error_of([&] { choose(epochs.query(), {}, execution); }).code(), ErrorCode::invalid_argument);
  execution.device = names;
  const std::string last(device_engines(*device::devices().back()).front()->name());
  EXPECT_EQ(choose(epochs.query(), last, execution).device(), device::devices().back());
}

}  // namespace
}  // namespace biotropy::match
