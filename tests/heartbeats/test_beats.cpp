// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <iterator>
#include <set>

#include "biotropy/heartbeats/beats.hpp"
#include "tests/error_of.hpp"
#include "tests/recordings.hpp"

namespace biotropy::heartbeats {
namespace {

constexpr int kNormal = 1, kVentricular = 5, kNoise = 14, kRhythm = 28;

struct Annotations {
  std::vector<std::int64_t> samples;
  std::vector<int> codes;
};

TEST(Beats, CodesAreThoseOfTheWfdbLibrary) {
  const std::set<int> wanted = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 25, 30, 31, 34, 35, 38, 41};
  for (int code = -1; code < 64; ++code) EXPECT_EQ(is_beat(code), wanted.contains(code)) << code;
}

TEST(Beats, IntervalsGoFromBeatToBeat) {
  const std::vector<std::int64_t> samples = {5, 50, 150, 160, 275, 400};
  const std::vector<int> codes = {kRhythm, kNormal, kVentricular, kNoise, kNormal, kNormal};
  const BeatIntervals result = beat_intervals(samples, codes, 100.0);
  EXPECT_THAT(result.seconds, ElementsAre(1.0, 1.25, 1.25));
  EXPECT_THAT(result.gap_starts, IsEmpty());
  EXPECT_EQ(result.n_beats, 4u);
  EXPECT_EQ(result.n_others, 2u);
  EXPECT_EQ(result.n_left_out, 0u);
  EXPECT_EQ(result.first_beat, 0.5);
}

TEST(Beats, WithNothingBetweenInterruptedIntervalsAreGaps) {
  // Beats at 0, 1, ..., 7 s; marks after the beats at 0, 3, 4 and 6 s.
  const std::vector<std::int64_t> samples = {0, 0, 1, 2, 3, 3, 4, 4, 5, 6, 6, 7};
  const std::vector<int> codes = {kNormal, kNoise, kNormal, kNormal, kNormal, kRhythm,
                                  kNormal, kNoise, kNormal, kNormal, kNoise,  kNormal};
  const BeatIntervals result = beat_intervals(samples, codes, 1.0, true);
  // Remaining: 1-2, 2-3, 5-6. Those before the first and after the last leave no gap.
  EXPECT_THAT(result.seconds, ElementsAre(1.0, 1.0, 1.0));
  EXPECT_THAT(result.gap_starts, ElementsAre(2));
  EXPECT_EQ(result.n_left_out, 4u);
  EXPECT_EQ(beat_intervals(samples, codes, 1.0).seconds.size(), 7u);
}

TEST(Beats, FewOrNoBeatsGiveNoIntervals) {
  EXPECT_THAT(beat_intervals({}, {}, 128.0).seconds, IsEmpty());
  const std::vector<std::int64_t> samples = {64, 128};
  const BeatIntervals one = beat_intervals(samples, std::vector<int>{kNormal, kNoise}, 128.0);
  EXPECT_THAT(one.seconds, IsEmpty());
  EXPECT_EQ(one.first_beat, 0.5);
}

TEST(Beats, PositionsBeyond32BitsAreExact) {
  const std::vector<std::int64_t> samples = {1LL << 40, (1LL << 40) + 96};
  EXPECT_THAT(beat_intervals(samples, std::vector<int>{kNormal, kNormal}, 128.0).seconds, ElementsAre(0.75));
}

TEST(Beats, WrongInputIsRefused) {
  const std::vector<std::int64_t> samples = {100, 50};
  const std::vector<int> codes = {kNormal, kNormal};
  EXPECT_EQ(error_of([&] { beat_intervals(samples, codes, 128.0); }).code(), ErrorCode::invalid_data);
  EXPECT_EQ(error_of([&] { beat_intervals(std::vector<std::int64_t>{-1}, std::vector<int>{1}, 1.0); }).code(),
            ErrorCode::invalid_data);
  EXPECT_EQ(error_of([&] { beat_intervals(samples, std::vector<int>{1}, 128.0); }).code(), ErrorCode::invalid_data);
  EXPECT_EQ(error_of([&] { beat_intervals(samples, codes, 0.0); }).parameter(), "rate");
}

// Part of the MIT format used by the 24-hour recordings: 10 bits of time difference, 6 bits of type.
Annotations annotations(const std::string& path) {
  constexpr unsigned kSkip = 59, kNumber = 60, kChannel = 62, kText = 63;
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const auto word = [&](std::size_t i) {
    return static_cast<unsigned>(static_cast<unsigned char>(bytes[i])) |
           static_cast<unsigned>(static_cast<unsigned char>(bytes[i + 1])) << 8;
  };
  Annotations result;
  std::int64_t time = 0;
  for (std::size_t i = 0; i + 1 < bytes.size();) {
    const unsigned code = word(i) >> 10, argument = word(i) & 1023;
    if (word(i) == 0) break;
    i += 2;
    if (code == kSkip) {
      time += static_cast<std::int32_t>(word(i) << 16 | word(i + 2));
      i += 4;
    } else if (code == kText) {
      i += argument + argument % 2;
    } else if (code < kNumber || code > kChannel) {
      time += argument;
      result.samples.push_back(time);
      result.codes.push_back(static_cast<int>(code));
    }
  }
  return result;
}

TEST(Beats, ADayOfHeartbeatsGivesTheIntervalsOfTheTextFile) {
  BIOTROPY_NEEDS("heartbeat/nsr001.ecg", "heartbeat/nsr001_rr_secs.txt", "heartbeat/105.atr");
  const std::string folder = test::recording("heartbeat/");
  const Annotations marks = annotations(folder + "nsr001.ecg");
  const BeatIntervals result = beat_intervals(marks.samples, marks.codes, 128.0);
  EXPECT_EQ(result.n_beats, 106460u);
  EXPECT_EQ(result.n_others, 375u);
  std::ifstream text(folder + "nsr001_rr_secs.txt");
  const std::vector<double> lines{std::istream_iterator<double>(text), {}};
  ASSERT_EQ(lines.size(), 106460u);
  // The file rounds to 8 decimals, which multiples of 1/128 s do not need.
  EXPECT_EQ(result.first_beat, lines[0]);
  EXPECT_EQ(result.seconds, std::vector<double>(lines.begin() + 1, lines.end()));
  EXPECT_EQ(beat_intervals(marks.samples, marks.codes, 128.0, true).seconds.size(), 106084u);

  const Annotations arrhythmia = annotations(folder + "105.atr");
  EXPECT_EQ(beat_intervals(arrhythmia.samples, arrhythmia.codes, 360.0).n_beats, 2572u);
}

}  // namespace
}  // namespace biotropy::heartbeats
