// SPDX-License-Identifier: Apache-2.0
//
// Distributions shared by all threads. The threads wait for each other before every request, so that they insert the
// same new key at the same moment, some thousands of times: without the lock the map is corrupted, or a distribution is
// freed while another thread reads it. ThreadSanitizer detects it at the first request.
#include "biotropy/groups/share_of_ranks_internal.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <memory>
#include <thread>
#include <vector>

#include "biotropy/groups/values.hpp"

namespace biotropy::groups {
namespace {

constexpr std::size_t kMostAsked = 120;
constexpr int kThreads = 2, kRounds = 300;

std::vector<double> rising(std::size_t n) {
  std::vector<double> values;
  for (std::size_t subject = 0; subject < n; ++subject) values.push_back(static_cast<double>(subject));
  return values;
}

std::vector<int> first_alone(std::size_t n) {
  std::vector<int> group_of(n, 1);
  group_of[0] = 0;
  return group_of;
}

/// An entry of n subjects, of which the one in the first group has the lowest value: p = 2 / n.
struct Question {
  explicit Question(std::size_t n) : values(rising(n)), group_of(first_alone(n)) {
    ranks.rank(0);
    ranks.add_up(sums, counts);
  }

  const std::vector<double> values;
  const std::vector<int> group_of;
  const Values view{values, 1, group_of, 2};
  const Participants all = participants(view);
  Ranks ranks{view, all};
  std::vector<std::int64_t> sums;
  std::vector<std::uint32_t> counts;
};

TEST(SharedRankTails, AnyThreadMayAsk) {
  std::vector<std::unique_ptr<Question>> questions;
  for (std::size_t n = 2; n <= kMostAsked; ++n) questions.push_back(std::make_unique<Question>(n));
  std::atomic<int> wrong = 0;
  for (int round = 0; round < kRounds; ++round) {
    SharedRankTails shared;
    std::atomic<std::size_t> arrived = 0;
    const auto ask_all = [&] {
      for (std::size_t number = 0; number < questions.size(); ++number) {
        const Question& one = *questions[number];
        ++arrived;
        while (arrived < kThreads * (number + 1)) std::this_thread::yield();
        const double expected = 2.0 / static_cast<double>(one.values.size());
        wrong += std::abs(shared.p(one.ranks, 1, one.sums[0]) - expected) > 1e-14;
      }
    };
    std::thread other(ask_all);
    ask_all();
    other.join();
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace biotropy::groups
