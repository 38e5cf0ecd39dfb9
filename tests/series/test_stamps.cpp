// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <span>

#include "biotropy/error.hpp"
#include "biotropy/series/stamps.hpp"
#include "tests/matchers.hpp"

namespace biotropy::series {
namespace {

using Time = std::function<double(int)>;

Stamps read(int n, const Time& time, std::optional<double> step = {}) {
  std::vector<double> stamps;
  for (int i = 0; i < n; ++i) stamps.push_back(time(i));
  return read_stamps(stamps, step);
}

// Rounded to whole numbers of a unit.
Time rounded(double rate, double unit, int at = 0, int lost = 0) {
  return [=](int i) { return std::round((i < at ? i : i + lost) / rate / unit + 7.3) * unit; };
}

TEST(Stamps, LostSamplesAreFoundWhateverTheJitter) {
  for (const int n : {20, 60, 90, 150, 1000, 100'000}) {
    for (const double jitter : {0.0, 0.03, 0.05, 0.1, 0.15, 0.2}) {
      for (unsigned seed = 0; seed < (n > 1000 ? 2 : 20); ++seed) {
        std::mt19937 random(seed);
        const Stamps found = read(n, [&](int i) {
          const double off = jitter * (2.0 * static_cast<double>(random()) / 4294967295.0 - 1.0);
          return 1.7e9 + 0.004 * (i + (i < n / 2 ? 0 : 20) + off);
        });
        ASSERT_THAT(found.gaps, ElementsAre(n / 2)) << n << ' ' << jitter << ' ' << seed;
        EXPECT_THAT(found.missing, ElementsAre(DoubleNear(20.0, 0.01 + 8 * jitter)));
        EXPECT_NEAR(found.step, 0.004, 0.016 * (jitter + 1e-3) / n);
      }
    }
  }
}

TEST(Stamps, ASingleLostSampleIsFoundAnywhere) {
  for (const int n : {12, 50, 100, 101, 150, 200, 1000}) {
    for (int at = 1; at < n; at += std::max(1, n / 20)) {
      EXPECT_THAT(read(n, [=](int i) { return i + (i < at ? 0 : 1); }).gaps, ElementsAre(at)) << n << ' ' << at;
    }
  }
  const Stamps three = read(1000, [](int i) { return i + (i >= 100) + (i >= 130) + (i >= 900); });
  EXPECT_THAT(three.gaps, ElementsAre(100, 130, 900));
}

TEST(Stamps, TheStepIsThatOfTheWholeWhereStampsAreRounded) {
  for (const double rate :
       {256.0, 250.0, 300.0, 500.0, 512.0, 600.0, 700.0, 800.0, 900.0, 960.0, 1024.0, 1500.0, 2000.0, 2048.0}) {
    for (const double unit : {0.001, 0.004}) {
      if (rate * unit > 2.1 || (unit == 0.004 && rate > 300.0)) continue;
      const Stamps even = read(2000, rounded(rate, unit));
      EXPECT_NEAR(even.step * rate, 1.0, 1e-3) << rate << ' ' << unit;
      EXPECT_THAT(even.gaps, IsEmpty()) << rate << ' ' << unit;
      const Stamps found = read(2000, rounded(rate, unit, 700, 200));
      EXPECT_THAT(found.gaps, ElementsAre(700)) << rate << ' ' << unit;
    }
  }
}

TEST(Stamps, TheRateOfWholeSecondsIsThatBetweenTheirChanges) {
  for (const double rate : {128.0, 250.0, 512.0}) {
    for (const double seconds : {5.5, 20.0, 600.3}) {
      for (const int from : {0, 37}) {
        const int n = static_cast<int>(seconds * rate);
        const Stamps found = read(n, [&](int i) { return std::floor((i + from) / rate); });
        EXPECT_NEAR(found.step * rate, 1.0, 1e-12) << rate << ' ' << seconds;
        EXPECT_THAT(found.gaps, IsEmpty()) << rate << ' ' << seconds;
      }
    }
  }
}

TEST(Stamps, NoJitterOfLessThanHalfAStepIsAGap) {
  for (const double width : {0.1, 0.2, 0.28, 0.3, 0.33}) {
    std::mt19937_64 engine(1);
    std::uniform_real_distribution<double> off(-width, width);
    std::vector<double> jitter(5000);
    for (double& one : jitter) one = off(engine);
    const auto at = [&](int i) { return (i + jitter[static_cast<std::size_t>(i)]) / 250.0; };
    EXPECT_THAT(read(5000, at).gaps, IsEmpty()) << width;
    EXPECT_THAT(read(5000, [&](int i) { return at(i) + (i < 2000 ? 0.0 : 0.02); }).gaps, ElementsAre(2000)) << width;
  }
}

TEST(Stamps, ManyLostSamplesAreNoPartOfTheStep) {
  for (const int every : {40, 70, 200}) {
    std::mt19937_64 engine(3);
    std::vector<double> stamps;
    std::vector<std::size_t> lost;
    for (int i = 0; i < 5000; ++i) {
      if (i > 0 && engine() % static_cast<unsigned>(every) == 0 && i < 4999) {
        if (lost.empty() || lost.back() != stamps.size()) lost.push_back(stamps.size());
      } else {
        stamps.push_back(std::round(i / 500.0 * 1e4) / 1e4);
      }
    }
    const Stamps found = read_stamps(stamps);
    EXPECT_NEAR(found.step * 500.0, 1.0, 1e-9) << every;
    EXPECT_EQ(found.gaps, lost) << every;
  }
}

TEST(Stamps, RowsAreMissingWhereTheirNumbersAreFartherApartThanUsual) {
  std::mt19937_64 engine(4);
  std::vector<double> second, random;
  std::vector<std::size_t> gaps;
  for (int i = 0; i < 600; ++i) {
    if (i % 2 == 0) second.push_back(i < 300 ? i : i + 20);
    if (engine() % 2 == 0) continue;
    if (!random.empty() && random.back() != i - 1) gaps.push_back(random.size());
    random.push_back(i);
  }
  EXPECT_THAT(row_gaps(second), ElementsAre(150));
  EXPECT_EQ(row_gaps(random), gaps);
}

TEST(Stamps, TimesOfBeatsMayBeWholeSeconds) {
  for (const double mean : {0.7, 0.9, 1.08, 1.2, 1.3}) {
    for (const double unit : {1.0, 1000.0}) {
      std::mt19937_64 engine(2);
      std::normal_distribution<double> of_beats(mean, 0.05);
      std::vector<double> intervals, stamps;
      for (double time = 100.0; intervals.size() < 600; time += intervals.back() / unit) {
        stamps.push_back(std::floor(time));
        intervals.push_back(of_beats(engine) * unit);
      }
      EXPECT_THAT(pauses_of_beats(stamps, intervals), testing::Optional(IsEmpty())) << mean;
      for (std::size_t i = 300; i < stamps.size(); ++i) stamps[i] += 8.0;
      EXPECT_THAT(pauses_of_beats(stamps, intervals), testing::Optional(ElementsAre(300))) << mean;
    }
  }
}

TEST(Stamps, ARateIsAsRoundAsTheStampsAre) {
  for (const double rate : {0.25, 1.0, 100.0, 128.5, 250.0, 512.0 / 3.0, 1000.0, 50'000.0}) {
    for (const double unit : {1e-9, 1e-6}) {
      std::vector<double> stamps;
      for (int i = 0; i < 1000; ++i) stamps.push_back(std::round(i / rate / unit) * unit);
      const Stamps found = read_stamps(stamps);
      const double round = rounded_rate(1.0 / found.step, found, stamps);
      EXPECT_NEAR(round, rate, rate == 512.0 / 3.0 ? 1e-4 : 0.0) << unit;
    }
  }
}

TEST(Stamps, ARateThatIsKnownIsThatOfTheStamps) {
  const auto at = [](int n, const Time& time, double rate) {
    std::vector<double> stamps;
    for (int i = 0; i < n; ++i) stamps.push_back(time(i));
    return read_stamps_at(stamps, rate);
  };
  for (const double rate : {100.0, 256.0, 512.0, 2048.0}) {
    const auto even = [=](int i) { return 1000.0 + i / rate; };
    const auto single = [=](int i) { return static_cast<double>(static_cast<float>(even(i))); };
    for (const Time& time : {Time(even), Time(single), rounded(rate, 0.001)}) {
      EXPECT_NE(at(500, time, rate).kind, StampKind::uneven) << rate;
      EXPECT_THAT(at(500, time, rate).gaps, IsEmpty()) << rate;
      EXPECT_THROW(at(500, time, 1.03 * rate), Error) << rate;
      EXPECT_THROW(at(500, time, rate / 2.5), Error) << rate;
    }
    // Too few to tell a rate.
    EXPECT_THAT(at(5, even, rate).gaps, IsEmpty());
    EXPECT_THAT(at(
                    5, [=](int i) { return even(i < 3 ? i : i + 2); }, rate)
                    .gaps,
                ElementsAre(3));
  }
  for (const double wrong : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    EXPECT_THROW(at(
                     20, [](int i) { return i; }, wrong),
                 Error)
        << wrong;
  }
}

TEST(Stamps, AStampThatStandsTwiceOrGoesBackIsAGap) {
  const Stamps twice = read(1000, [](int i) { return 0.004 * (i < 500 ? i : i - 1); });
  EXPECT_THAT(twice.gaps, ElementsAre(500));
  EXPECT_THAT(twice.missing, ElementsAre(DoubleNear(-1.0, 1e-6)));
  const Stamps back = read(1000, [](int i) { return 0.004 * (i % 500); });
  EXPECT_THAT(back.gaps, ElementsAre(500));
  EXPECT_THAT(back.missing, ElementsAre(DoubleNear(-500.0, 1e-6)));
}

TEST(Stamps, StampsThatAreLateAndMadeUpForAreNoGaps) {
  const Stamps late = read(1000, [](int i) { return 0.004 * (i + (i % 10 == 3 ? 0.75 : 0.0)); });
  EXPECT_EQ(late.kind, StampKind::even);
  EXPECT_THAT(late.gaps, IsEmpty());
}

TEST(Stamps, PacketsHaveTheirMeanRate) {
  for (const int lines : {2, 3, 8, 10, 12, 24}) {
    for (const double within : {0.0, 1e-5}) {
      const Time packets = [&](int i) { return (i - i % lines) * 0.004 + (i % lines) * within; };
      const Stamps even = read(100 * lines, packets);
      EXPECT_EQ(even.kind, StampKind::packets) << lines;
      EXPECT_NEAR(even.step, 0.004, 1e-9);
      EXPECT_THAT(even.gaps, IsEmpty());
      const Stamps lost = read(100 * lines, [&](int i) { return packets(i) + (i < 50 * lines ? 0.0 : 5.0); });
      EXPECT_THAT(lost.gaps, ElementsAre(50 * lines));
      EXPECT_THAT(lost.missing, ElementsAre(DoubleNear(1250.0, 1e-6)));
    }
  }
}

TEST(Stamps, UnevenOnesTellNothing) {
  std::mt19937 random(7);
  double beat = 0.0;
  const std::vector<Time> uneven = {
      [](int i) { return i * 0.8 + std::sin(i / 12.0); },
      [&](int) { return beat += 0.5 + static_cast<double>(random() % 1000) / 1000.0; },
      // Packets that overlap, and stamps that were late and not made up for within half a step.
      [](int i) { return 0.004 * (i + (i >= 240 ? (i / 12 * 7) % 17 - 8 : 0)); },
      [](int i) { return 0.004 * (i + (i % 100 < 30 ? 30 - i % 100 : 0)); }, [](int i) { return 0.01 * (i * i % 97); },
      [](int i) { return -0.004 * i; }};
  for (std::size_t k = 0; k < uneven.size(); ++k) {
    const Stamps found = read(1000, uneven[k]);
    EXPECT_EQ(found.kind, StampKind::uneven) << k;
    EXPECT_THAT(found.gaps, IsEmpty()) << k;
  }
}

TEST(Stamps, SamplesWithoutAStampAreCounted) {
  const Stamps found =
      read(100, [](int i) { return i == 0 || (i > 40 && i < 60) ? std::nan("") : i + (i < 50 ? 0 : 3); });
  EXPECT_THAT(found.gaps, ElementsAre(60));
  EXPECT_THAT(found.missing, ElementsAre(3.0));
}

TEST(Stamps, NumbersOfRowsHaveAKnownStep) {
  const Stamps found = read(
      20, [](int i) { return 2 * i + i / 2; }, 1.0);
  EXPECT_EQ(found.gaps.size(), 19U);
  EXPECT_EQ(found.step, 1.0);
}

TEST(Stamps, ThatStandStillAreUneven) {
  EXPECT_EQ(read(100, [](int) { return 3.0; }).kind, StampKind::uneven);
}

TEST(Stamps, TimesOfHeartbeatsShowPauses) {
  std::mt19937 random(1);
  std::vector<double> intervals, ends, begins;
  double now = 1.7e9;
  for (int i = 0; i < 60; ++i) {
    intervals.push_back(i == 20 ? 1300.0 : 800.0 + static_cast<double>(random() % 200));  // ms
    if (i == 40) now += 5.0;
    begins.push_back(now);
    now += intervals.back() / 1000.0;
    ends.push_back(now);
  }
  for (const auto& stamps : {ends, begins}) {
    const auto found = pauses_of_beats(stamps, intervals);
    ASSERT_TRUE(found);
    EXPECT_THAT(*found, ElementsAre(40));
    EXPECT_THAT(missing_beats(stamps, intervals).gaps, ElementsAre(40));
  }
  std::vector<double> backwards(ends.rbegin(), ends.rend()), other(intervals.rbegin(), intervals.rend());
  EXPECT_FALSE(pauses_of_beats(backwards, other));
  EXPECT_FALSE(pauses_of_beats(ends, other));
  EXPECT_FALSE(pauses_of_beats(std::span(ends).first(9), std::span(intervals).first(9)));
  std::vector<double> clock(60), dips(60, 1000.0);
  std::iota(clock.begin(), clock.end(), 0.0);
  dips[30] = 600.0;
  EXPECT_FALSE(pauses_of_beats(clock, dips));
  EXPECT_FALSE(pauses_of_beats(ends, std::vector<double>(60, std::numeric_limits<double>::quiet_NaN())));
  EXPECT_FALSE(pauses_of_beats({}, {}));
}

TEST(Stamps, AFewTellNothing) {
  EXPECT_EQ(read(9, [](int i) { return i; }).kind, StampKind::few);
  EXPECT_EQ(read(0, [](int) { return 0.0; }).kind, StampKind::few);
}

TEST(Stamps, OfPiecesAreFollowed) {
  const auto piece = [](double begin, int n) {
    std::vector<double> stamps;
    for (int i = 0; i < n; ++i) stamps.push_back(begin + 0.01 * i);
    return stamps;
  };
  constexpr std::array<bool, 90> there = {};
  StampFollower follower;
  const auto follow = [&](double begin) { follower.follow(piece(begin, 90), there, "x", "Give times"); };
  follow(0.0);
  follow(0.9);
  EXPECT_THROW(follow(1.9), Error);
  follow(1.8);  // what was refused is forgotten
  follow(0.0);  // stamps that begin anew follow nothing
  follower.forget();
  follow(50.0);
  std::vector<double> broken = piece(50.9, 90);
  for (int i = 40; i < 90; ++i) broken[static_cast<std::size_t>(i)] += 0.2;
  EXPECT_THROW(follower.follow(broken, there, "x", ""), Error);
  std::array<bool, 90> missing = {};
  missing[40] = true;
  follower.follow(broken, missing, "x", "");
}

}  // namespace
}  // namespace biotropy::series
