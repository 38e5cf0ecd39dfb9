// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/pieces.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/threads.hpp"

namespace biotropy {
namespace {

TEST(Threads, EveryIndexIsVisitedOnce) {
  for (const int threads : {0, 1, 2, 100}) {
    std::vector<std::atomic<int>> visits(1000);
    with_threads({threads, nullptr},
                 [&] { parallel_for(visits.size(), nullptr, [&](std::size_t i) { ++visits[i]; }); });
    for (const auto& count : visits) ASSERT_EQ(count, 1);
  }
}

TEST(Threads, PiecesCoverEveryItemOnce) {
  for (const std::size_t count : {0U, 1U, 7U, 99U, 100U, 101U, 1003U}) {
    with_threads({2, nullptr}, [&] {
      const Pieces pieces(count, 50);
      EXPECT_LE(pieces.size(), static_cast<std::size_t>(surrounding_threads()));
      EXPECT_TRUE(pieces.size() == 1 || count / pieces.size() >= 50) << count;
      std::vector<std::atomic<int>> visits(count);
      for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
        EXPECT_EQ(begin, pieces.begin(piece));
        EXPECT_EQ(end, pieces.begin(piece + 1));
        for (std::size_t item = begin; item < end; ++item) ++visits[item];
      });
      for (const auto& visited : visits) ASSERT_EQ(visited, 1);
    });
  }
}

TEST(Threads, TheSurroundingNumberIsTheOneAskedFor) {
  for (const int threads : {1, 2, 1}) {
    const int wanted = thread_count({threads, nullptr});
    with_threads({threads, nullptr}, [&] {
      EXPECT_EQ(surrounding_threads(), wanted);
      with_threads({1, nullptr}, [] { EXPECT_EQ(surrounding_threads(), 1); });
      EXPECT_EQ(surrounding_threads(), wanted);
    });
  }
}

TEST(Threads, NestedLoopsVisitEveryPair) {
  std::vector<std::atomic<int>> visits(50 * 40);
  with_threads({2, nullptr}, [&] {
    parallel_for(50, nullptr,
                 [&](std::size_t i) { parallel_for(40, nullptr, [&, i](std::size_t j) { ++visits[i * 40 + j]; }); });
  });
  for (const auto& count : visits) ASSERT_EQ(count, 1);
}

TEST(Threads, ExceptionsReachTheCaller) {
  const auto failing = [] {
    parallel_for(100, nullptr, [](std::size_t i) {
      if (i == 57) throw std::runtime_error("at 57");
    });
  };
  EXPECT_THROW(with_threads({2, nullptr}, failing), std::runtime_error);
}

TEST(Threads, CancellingStopsTheLoop) {
  CancelFlag flag;
  std::atomic<int> visited{0};
  const auto work = [&] {
    parallel_for(100000, &flag, [&](std::size_t) {
      if (++visited == 10) flag.cancel();
    });
  };
  try {
    with_threads({2, &flag}, work);
    FAIL() << "went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
  EXPECT_LT(visited, 100);
}

TEST(Threads, ANegativeCountIsRefused) {
  EXPECT_THROW(thread_count({-1, nullptr}), Error);
}

TEST(Progress, CountsUnitsFromEveryThreadAndEndsAtTheTotal) {
  std::uint64_t last = 0;
  int calls = 0;
  ProgressMeter meter(
      [&](std::uint64_t done, std::uint64_t total) {
        EXPECT_LE(done, total);
        last = done;
        ++calls;
      },
      5000);
  with_threads({2, nullptr}, [&] { parallel_for(2500, nullptr, [&](std::size_t) { meter.add(2); }); });
  EXPECT_EQ(last, 5000U);
  EXPECT_LT(calls, 1000);
}

}  // namespace
}  // namespace biotropy
