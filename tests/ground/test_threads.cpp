// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "biotropy/progress.hpp"
#include "biotropy/threads.hpp"
#include "tests/error_of.hpp"

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

TEST(Threads, ALoopOfOneBodyRunsItHereUnlessItIsCancelled) {
  int calls = 0;
  with_threads({2, nullptr}, [&] {
    const auto within = std::this_thread::get_id();
    CancelFlag cancel;
    parallel_for(1, &cancel, [&](std::size_t i) {
      EXPECT_EQ(i, 0U);
      EXPECT_EQ(std::this_thread::get_id(), within);
      ++calls;
    });
    cancel.cancel();
    EXPECT_THROW(parallel_for(1, &cancel, [&](std::size_t) { ++calls; }), Error);
    parallel_for(1, nullptr, [&](std::size_t) { ++calls; });
  });
  EXPECT_EQ(calls, 2);
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

// Windows begins threads with another precision.
TEST(Threads, EveryThreadRoundsAlike) {
  const volatile long double one = 1.0L, seven = 7.0L;
  const long double expected = one / seven;
  std::vector<long double> found(10'000);
  with_threads({.threads = 4}, [&] {
    parallel_for(found.size(), nullptr, [&](std::size_t i) {
      for (int again = 0; again < 1000; ++again) found[i] = one / seven;
    });
  });
  for (const long double value : found) EXPECT_EQ(value, expected);
}

TEST(Threads, ExceptionsReachTheCaller) {
  const auto failing = [] {
    parallel_for(100, nullptr, [](std::size_t i) {
      if (i == 57) throw std::runtime_error("at 57");
    });
  };
  EXPECT_THROW(with_threads({2, nullptr}, failing), std::runtime_error);
}

// An inner loop that another body of the outer one stops must not return as if it were complete.
TEST(Threads, AnExceptionBesideAnInnerLoopEndsItWithOne) {
  if (thread_count({2}) < 2) GTEST_SKIP() << "one core";
  std::atomic<bool> has_begun{false}, returned_incomplete{false};
  std::atomic<int> visited{0};
  const auto inner = [&](std::size_t) {
    ++visited;
    has_begun = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  const auto outer = [&](std::size_t which) {
    if (which == 0) {
      while (!has_begun) std::this_thread::yield();
      throw std::runtime_error("beside");
    }
    parallel_for(2000, nullptr, inner);
    returned_incomplete = visited < 2000;
  };
  EXPECT_THROW(with_threads({2, nullptr}, [&] { parallel_for(2, nullptr, outer); }), std::runtime_error);
  EXPECT_FALSE(returned_incomplete);
}

TEST(Threads, CancellingStopsTheLoop) {
  CancelFlag flag;
  std::atomic<int> visited{0};
  const auto work = [&] {
    parallel_for(100000, &flag, [&](std::size_t) {
      if (++visited == 10) flag.cancel();
    });
  };
  EXPECT_EQ(error_of([&] { with_threads({2, &flag}, work); }).code(), ErrorCode::cancelled);
  EXPECT_LT(visited, 100);
}

TEST(WorkBeside, IsBegunByAThreadThatIsFree) {
  if (thread_count({2}) < 2) GTEST_SKIP() << "one core";
  for (const int threads : {0, 2}) {
    std::atomic<bool> begun = false;
    WorkBeside beside({threads}, [&] { begun = true; });
    const auto began = std::chrono::steady_clock::now();
    while (!begun && std::chrono::steady_clock::now() - began < std::chrono::minutes(1)) std::this_thread::yield();
    EXPECT_TRUE(begun);
    beside.finish();
  }
}

TEST(WorkBeside, OneThreadDoesItAtTheEnd) {
  bool done = false;
  const auto self = std::this_thread::get_id();
  WorkBeside beside({1}, [&] {
    done = true;
    EXPECT_EQ(std::this_thread::get_id(), self);
  });
  with_threads({1}, [&] { parallel_for(100, nullptr, [&](std::size_t) { EXPECT_FALSE(done); }); });
  EXPECT_FALSE(done);
  beside.finish();
  EXPECT_TRUE(done);
  beside.finish();
}

// Its loops and those of its maker share the threads, and each is done once.
TEST(WorkBeside, TakesNoThreadMore) {
  constexpr std::size_t n = 300;
  std::vector<std::atomic<int>> visits(2 * n);
  std::atomic<int> at_work = 0, most = 0;
  const auto loop = [&](std::size_t first) {
    parallel_for(n, nullptr, [&, first](std::size_t i) {
      const int now = ++at_work;
      for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      ++visits[first + i];
      --at_work;
    });
  };
  for (int repeat = 1; repeat <= 5; ++repeat) {
    WorkBeside beside({2}, [&] {
      EXPECT_EQ(surrounding_threads(), thread_count({2}));
      with_threads({2}, [&] { loop(n); });
    });
    with_threads({2}, [&] { loop(0); });
    beside.finish();
    for (const auto& count : visits) ASSERT_EQ(count, repeat);
  }
  EXPECT_LE(most, 2);
}

TEST(WorkBeside, ThrowsWhereItIsAskedFor) {
  for (const int threads : {1, 2}) {
    WorkBeside beside({threads}, [] { throw Error(ErrorCode::io, "no disk"); });
    with_threads({threads}, [] { parallel_for(100, nullptr, [](std::size_t) {}); });
    EXPECT_EQ(error_of([&] { beside.finish(); }).code(), ErrorCode::io);
  }
}

TEST(WorkBeside, IsDroppedOrWaitedFor) {
  bool done = false;
  {
    const WorkBeside beside({1}, [&] { done = true; });
  }
  EXPECT_FALSE(done);
  for (int repeat = 0; repeat < 100; ++repeat) {
    std::atomic<bool> begun = false, ended = false;
    {
      const WorkBeside beside({2}, [&] {
        begun = true;
        std::this_thread::yield();
        ended = true;
      });
    }
    EXPECT_EQ(begun, ended);
  }
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
