// SPDX-License-Identifier: Apache-2.0
//
// Distributions that all threads share. Without its lock the map of them breaks within a few rounds: many threads put
// many new keys into it at the same time, and the rounds are many. ThreadSanitizer finds that in the first one.
#include "biotropy/groups/share_of_ranks_internal.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "biotropy/groups/values.hpp"

namespace biotropy::groups {
namespace {

constexpr std::size_t kMostSubjects = 24;
constexpr int kThreads = 8, kRounds = 60;

// p of the first `chosen` of n subjects, all of whose values differ, having the lowest ranks: 2 of all choices.
double lowest_p(SharedRankTails& tails, std::size_t n, std::size_t chosen) {
  std::vector<double> values;
  std::vector<int> group_of;
  for (std::size_t subject = 0; subject < n; ++subject) {
    values.push_back(static_cast<double>(subject));
    group_of.push_back(subject < chosen ? 0 : 1);
  }
  const Values view{values, 1, group_of, 2};
  const Participants all = participants(view);
  Ranks ranks(view, all);
  std::vector<std::int64_t> sums;
  std::vector<std::uint32_t> counts;
  ranks.rank(0);
  ranks.add_up(sums, counts);
  return tails.p(ranks, chosen, sums[0]);
}

TEST(SharedRankTails, AnyThreadMayAsk) {
  std::vector<double> expected;
  SharedRankTails alone;
  for (std::size_t n = 2; n <= kMostSubjects; ++n) {
    for (std::size_t chosen = 1; chosen < n; ++chosen) expected.push_back(lowest_p(alone, n, chosen));
  }
  EXPECT_NEAR(expected.front(), 1.0, 1e-15);
  std::atomic<int> different = 0;
  for (int round = 0; round < kRounds; ++round) {
    SharedRankTails shared;
    std::atomic<int> waiting = kThreads;
    std::vector<std::thread> threads;
    for (int number = 0; number < kThreads; ++number) {
      threads.emplace_back([&] {
        --waiting;
        while (waiting > 0) std::this_thread::yield();
        std::size_t at = 0;
        for (std::size_t n = 2; n <= kMostSubjects; ++n) {
          for (std::size_t chosen = 1; chosen < n; ++chosen) different += lowest_p(shared, n, chosen) != expected[at++];
        }
      });
    }
    for (std::thread& one : threads) one.join();
  }
  EXPECT_EQ(different, 0);
}

}  // namespace
}  // namespace biotropy::groups
