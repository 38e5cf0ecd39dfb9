// SPDX-License-Identifier: Apache-2.0
//
// Work shared by several devices: every part is done once, by whichever devices live.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <latch>
#include <limits>
#include <mutex>
#include <numeric>
#include <thread>

#include "biotropy/device/devices.hpp"
#include "biotropy/device/shared_work.hpp"
#include "tests/error_of.hpp"
#include "tests/match/faulty_device.hpp"
#include "tests/notices.hpp"

namespace biotropy::device {
namespace {

const auto kNothing = [](std::size_t, int) { return std::vector<int>(); };
const auto kAll = [](std::size_t, int part) { return std::vector{part}; };

std::vector<int> parts(int n) {
  std::vector<int> list(static_cast<std::size_t>(n));
  std::iota(list.begin(), list.end(), 0);
  return list;
}

TEST(SharedWork, IsDoneByAllDevicesAtTheSameTime) {
  for (const std::size_t n_devices : {1U, 2U, 5U}) {
    SharedWork<int> shared(parts(50));
    std::latch all_at_work(static_cast<std::ptrdiff_t>(n_devices));  // none goes on until each has a part
    std::vector<bool> is_waiting(n_devices, true);
    std::vector<std::vector<int>> done(n_devices);
    shared.run(
        n_devices,
        [&](std::size_t device, int part) {
          if (done[device].empty()) all_at_work.arrive_and_wait();
          done[device].push_back(part);
        },
        kNothing);
    std::vector<int> all;
    for (const auto& of_device : done) {
      EXPECT_FALSE(of_device.empty());
      all.insert(all.end(), of_device.begin(), of_device.end());
    }
    std::ranges::sort(all);
    EXPECT_EQ(all, parts(50));
    EXPECT_THAT(shared.failures(), IsEmpty());
    EXPECT_TRUE(shared.left().empty());
  }
}

TEST(SharedWork, OneDeviceDoesItInOrderOnThisThread) {
  SharedWork<int> shared(parts(5));
  std::vector<int> done;
  const auto here = std::this_thread::get_id();
  shared.run(
      1,
      [&](std::size_t, int part) {
        EXPECT_EQ(std::this_thread::get_id(), here);
        done.push_back(part);
      },
      kNothing);
  EXPECT_EQ(done, parts(5));
}

// A device that has nothing left to take waits, because another one may still fail.
TEST(SharedWork, TheRestOfAFailedDeviceIsDoneByTheOthers) {
  SharedWork<int> shared(parts(2));
  std::latch both_at_work(2);
  std::mutex noting;
  std::vector<int> by_second;
  shared.run(
      2,
      [&](std::size_t device, int part) {
        if (by_second.empty()) both_at_work.arrive_and_wait();
        if (device == 0) {
          for (;;) {  // until the other one has no more
            const std::lock_guard lock(noting);
            if (by_second.size() == 1) break;
          }
          throw Error(ErrorCode::device, "gone");
        }
        const std::lock_guard lock(noting);
        by_second.push_back(part);
      },
      [](std::size_t device, int part) {
        EXPECT_EQ(device, 0U);
        return std::vector{100 + part, 200 + part};
      });
  ASSERT_EQ(by_second.size(), 3U);
  EXPECT_EQ(by_second[2], by_second[1] + 100);
  EXPECT_THAT(shared.failures(), ElementsAre("gone"));
  EXPECT_TRUE(shared.left().empty());
}

TEST(SharedWork, WhatNoDeviceHasDoneIsLeft) {
  SharedWork<int> shared(parts(7));
  std::latch all_at_work(3);
  shared.run(
      3,
      [&](std::size_t device, int) {
        all_at_work.arrive_and_wait();
        throw Error(ErrorCode::out_of_memory, std::to_string(device));
      },
      kAll);
  std::vector<int> left(shared.left().begin(), shared.left().end());
  std::ranges::sort(left);
  EXPECT_EQ(left, parts(7));
  EXPECT_THAT(shared.failures(), ::testing::UnorderedElementsAre("0", "1", "2"));
}

TEST(SharedWork, OtherErrorsStopEverything) {
  for (const bool of_undone : {false, true}) {
    SharedWork<int> shared(parts(1000));
    std::latch both_at_work(2);
    std::atomic<int> n_done = 0;
    const Error error = error_of([&] {
      shared.run(
          2,
          [&](std::size_t device, int) {
            if (n_done == 0) both_at_work.arrive_and_wait();
            if (device == 0) throw Error(of_undone ? ErrorCode::device : ErrorCode::io, "the disk is full");
            ++n_done;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          },
          [](std::size_t, int) -> std::vector<int> { throw Error(ErrorCode::io, "the disk is full"); });
    });
    EXPECT_EQ(error.code(), ErrorCode::io);
    EXPECT_LT(n_done, 999);
  }
}

TEST(SharedWork, PartsGetSmaller) {
  EXPECT_THAT(part_sizes(0, 3), IsEmpty());
  EXPECT_THAT(part_sizes(7, 1), ElementsAre(7U));
  EXPECT_THAT(part_sizes(3, 2), ElementsAre(1U, 1U, 1U));
  for (const std::size_t n : {1U, 10U, 49U, 1470U, 1000000U}) {
    for (const std::size_t n_devices : {2U, 8U}) {
      const auto sizes = part_sizes(n, n_devices);
      EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), n);
      EXPECT_TRUE(std::ranges::is_sorted(sizes, std::greater()));
      EXPECT_LE(sizes.size(), 16 * n_devices);
      EXPECT_LE(sizes.front(), n / (2 * n_devices) + 1);
      EXPECT_LE(sizes.back(), n / (16 * n_devices) + 1);
    }
  }
}

class SeveralDevices : public ::testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no device on this machine";
    for (int i = 0; i < 4; ++i) {
      auto& pretended = list_.emplace_back(std::make_unique<match::FaultyDevice>(*devices().back()))->pretended();
      pretended.name = "cuda:" + std::to_string(i);
      pretended.api = Api::cuda;
      pretended.is_gpu = true;
      pretended.has_doubles = true;
      all_.push_back(list_.back().get());
    }
  }

  Description& about(std::size_t which) { return list_[which]->pretended(); }

  std::vector<std::unique_ptr<match::FaultyDevice>> list_;
  std::vector<Device*> all_;
};

TEST_F(SeveralDevices, GpusOfTheSameApiHelpWhereItIsWorthIt) {
  about(1).api = Api::opencl;
  about(2).is_gpu = false;
  const auto any = [](Device&) { return true; };
  EXPECT_THAT(with_helpers(*all_[0], 10.0, all_, any), ElementsAre(all_[0], all_[3]));
  EXPECT_THAT(with_helpers(*all_[1], 10.0, all_, any), ElementsAre(all_[1]));
  EXPECT_THAT(with_helpers(*all_[3], 10.0, all_, any), ElementsAre(all_[3], all_[0]));
  EXPECT_THAT(with_helpers(*all_[0], 1.5 * kStartSeconds, all_, any), ElementsAre(all_[0]));
  EXPECT_THAT(with_helpers(*all_[0], 10.0, all_, [](Device&) { return false; }), ElementsAre(all_[0]));
}

TEST_F(SeveralDevices, TheFastestGpuIsTakenWhereItIsFasterThanTheProcessor) {
  std::vector<double> needed{8.0, 3.0, 1.0, std::numeric_limits<double>::infinity()};
  about(2).is_gpu = false;
  const auto chosen = [&](double host_seconds) {
    return faster_than_processor(host_seconds, all_, [&](const Device& device) {
      return needed[static_cast<std::size_t>(std::ranges::find(all_, &device) - all_.begin())];
    });
  };
  EXPECT_THAT(chosen(20.0), ElementsAre(all_[1], all_[0])) << "the last one cannot do it";
  EXPECT_THAT(chosen(3.5), ElementsAre(all_[1], all_[0]));
  EXPECT_THAT(chosen(3.0 + kStartSeconds), IsEmpty()) << "its start takes time, too";
  EXPECT_THAT(chosen(0.1), IsEmpty());
  needed[0] = 2.0;
  EXPECT_THAT(chosen(20.0), ElementsAre(all_[0], all_[1]));
  EXPECT_THAT(faster_than_processor(20.0, {}, [](const Device&) { return 0.0; }), IsEmpty());
}

TEST_F(SeveralDevices, SumsAreSharedByThoseWithTheSameBits) {
  Notices notices;
  Execution execution;
  execution.notify = [&](const Notice& notice) { notices.push_back(notice); };
  EXPECT_EQ(of_equal_bits(all_, execution), all_);
  EXPECT_EQ(of_equal_bits({all_[1]}, execution), std::vector{all_[1]});
  EXPECT_THAT(notices, IsEmpty());
  about(0).has_doubles = about(2).has_doubles = false;
  EXPECT_THAT(of_equal_bits(all_, execution), ElementsAre(all_[1], all_[3]));
  EXPECT_THAT(notices, ElementsAre(coded("device_unused"), coded("device_unused")));
  notices.clear();
  EXPECT_THAT(of_equal_bits({all_[0], all_[2]}, execution), ElementsAre(all_[0]));
  EXPECT_THAT(notices, ElementsAre(coded("device_unused")));
}

TEST(Devices, ListsOfNames) {
  const auto all = devices();
  if (all.empty()) GTEST_SKIP() << "no device on this machine";
  const std::string name = all.back()->description().name, api = name.substr(0, name.find(':'));
  EXPECT_THAT(find_all(name), ElementsAre(all.back()));
  const auto of_api = find_all(api + ":all");
  EXPECT_EQ(static_cast<std::ptrdiff_t>(of_api.size()),
            std::ranges::count_if(all, [&](Device* one) { return one->description().name.starts_with(api + ":"); }));
  EXPECT_EQ(find_all(api).size(), 1U);
  std::string joined;
  for (Device* one : all) joined += (joined.empty() ? "" : ",") + one->description().name;
  EXPECT_EQ(find_all(joined), std::vector<Device*>(all.begin(), all.end()));
  for (const std::string& twice :
       {fmt::format("{},{}", name, name), fmt::format("{}:all,{}", api, name), fmt::format("{},{}:0", api, api)}) {
    EXPECT_THAT(error_of([&] { find_all(twice); }), refuses("device", twice));
  }
  for (const std::string& wrong :
       {std::string(), name + ",", "," + name, name + ",,", fmt::format("{}, {}", name, name), name + ",cpu",
        std::string("auto"), std::string(":all"), std::string("vulkan:all"), name + ":all"}) {
    EXPECT_EQ(error_of([&] { find_all(wrong); }).code(), ErrorCode::invalid_argument) << wrong;
  }
}

}  // namespace
}  // namespace biotropy::device
