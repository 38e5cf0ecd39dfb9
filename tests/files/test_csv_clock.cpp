// SPDX-License-Identifier: Apache-2.0
//
// Columns of tables that count time or samples, and integers too large for a double.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "biotropy/files/formats/csv.hpp"
#include "tests/files/outcome.hpp"

namespace biotropy::files {
namespace {

using series::Recording;
using test::error_of;
using test::IsError;
using test::warns;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Value = std::function<double(int)>;

double noise_at(int line) {
  return (line * 7919 + 13) % 1009;
}

std::string table_of(const std::string& header, int n_lines, const std::vector<Value>& columns) {
  std::string text = header;
  for (int line = 0; line < n_lines; ++line) {
    for (std::size_t c = 0; c < columns.size(); ++c)
      text += fmt::format("{}{:.13g}", c == 0 ? "" : ",", columns[c](line));
    text += "\n";
  }
  return text;
}

Recording read_table(const std::string& text, const std::string& columns = "") {
  OpenOptions options;
  options.columns = columns;
  Input input("table.csv", std::as_bytes(std::span(text)));
  return read_csv(input, options);
}

std::optional<Error> table_error(const std::string& text) {
  return error_of([&] { read_table(text); });
}

std::vector<std::string> labels_of(const Recording& recording) {
  std::vector<std::string> result;
  for (const series::Channel& channel : recording.channels) result.push_back(channel.label);
  return result;
}

const Value kSeconds = [](int line) { return line * 0.004; };
const Value kByte = [](int line) { return line % 256; };
// Stamps of a clock with jitter, and uneven ones.
const Value kStamps = [](int line) { return 1.7e6 + line * 0.004 + (line % 3) * 0.0019; };
const Value kUneven = [](int line) { return 1.7e6 + line * 0.004 + 0.004 * std::sin(line / 5.0); };

TEST(CsvClock, ReactionTimesAreNoClock) {
  for (const std::string name : {"seconds", "time"}) {
    const Recording recording =
        read_table(table_of("trial," + name + "\n", 60, {[](int i) { return i + 1; }, noise_at}));
    EXPECT_THAT(labels_of(recording), ElementsAre(name));
  }
}

TEST(CsvClock, NamesOfTimeAreNoChannels) {
  for (const std::string name : {"time", "Time", "TIME", "Time [s]", "time_ms", "Timestamp", "time stamp",
                                 "lsl_timestamp", "Elapsed Time", "Time:512Hz", "timestamps (unix)"}) {
    for (const int n_lines : {3, 1000}) {
      const Recording recording = read_table(table_of("Fz," + name + ",Cz\n", n_lines, {noise_at, kStamps, noise_at}));
      EXPECT_THAT(labels_of(recording), ElementsAre("Fz", "Cz")) << name;
      EXPECT_THAT(recording.warnings, warns("column 2 (" + name + ") was left out: it counts time or samples"));
    }
  }
}

TEST(CsvClock, NamesOfCountersNeedEqualSteps) {
  for (const std::string name : {"index", "Sample Index", "sample", "t", "N"}) {
    EXPECT_THAT(labels_of(read_table(table_of(name + ",Fz\n", 1000, {kByte, noise_at}))), ElementsAre("Fz")) << name;
    EXPECT_THAT(labels_of(read_table(table_of(name + ",Fz\n", 1000, {noise_at, noise_at}))), ElementsAre(name, "Fz"))
        << name;
  }
  // Nine of ten steps are enough, eight are not.
  const auto often = [](int period) { return [period](int line) { return line + 5 * (line / period); }; };
  EXPECT_THAT(labels_of(read_table(table_of("n,Fz\n", 1000, {often(12), noise_at}))), ElementsAre("Fz"));
  EXPECT_THAT(labels_of(read_table(table_of("n,Fz\n", 1000, {often(6), noise_at}))), ElementsAre("n", "Fz"));
}

TEST(CsvClock, RowNamesAreNoChannel) {
  const Value rows = [](int line) { return line + 1; };
  EXPECT_THAT(labels_of(read_table(table_of(",Fz,Cz\n", 3, {rows, noise_at, noise_at}))), ElementsAre("Fz", "Cz"));
  EXPECT_THAT(labels_of(read_table(table_of("Fz,Cz\n", 3, {rows, noise_at, noise_at}))), ElementsAre("Fz", "Cz"));
}

// Rows that were left out, as dropna() of pandas does, are missing between those around them.
TEST(CsvClock, AnIndexWithoutSomeRowsIsNoChannelAndShowsGaps) {
  const Value kept = [](int line) { return line + line / 4; };
  const Recording recording = read_table(table_of(",Fz,Cz\n", 20, {kept, noise_at, noise_at}));
  EXPECT_THAT(labels_of(recording), ElementsAre("Fz", "Cz"));
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(4, 8, 12, 16));
  EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(1.0, 1.0, 1.0, 1.0));
  const Value every_fourth = [](int line) { return 4 * line; };
  EXPECT_THAT(read_table(table_of(",Fz\n", 20, {every_fourth, noise_at})).channels[0].gap_starts, IsEmpty());
  // What is neither is asked for, whatever follows.
  const Value still = [](int line) { return 1000.0 + line / 3; };
  for (const Value& odd : {Value(noise_at), still, kUneven}) {
    EXPECT_THAT(table_error(table_of(",Fz,Cz\n", 50, {odd, noise_at, noise_at})),
                IsError(ErrorCode::unsupported, "column 1 has no name, and may be time, an index or a channel"));
  }
}

TEST(CsvClock, TimeInFiveDigitsStandsStill) {
  std::string text;
  for (int line = 0; line < 60'000; ++line) text += fmt::format("{:.5g},{}\n", line * 0.004, noise_at(line));
  const Recording recording = read_table(text);
  EXPECT_EQ(recording.channels.size(), 1U);
  EXPECT_THAT(recording.channels[0].gap_starts, IsEmpty());
  const Value held = [](int line) { return std::min(line, 300) * 0.004; };
  EXPECT_THAT(table_error(table_of("", 1000, {held, noise_at})), IsError(ErrorCode::bad_file, "but not here"));
}

TEST(CsvClock, AFirstColumnInEqualStepsIsNoChannel) {
  for (const std::string header : {"", "Zeit,Fz\n"}) {
    const Recording recording = read_table(table_of(header, 1000, {kSeconds, noise_at}));
    EXPECT_EQ(recording.channels.size(), 1U);
    EXPECT_EQ(recording.channels[0].samples[1], noise_at(1));
    EXPECT_THAT(recording.warnings, warns("it counts time or samples"));
  }
  // Times with three decimals, at 256 Hz.
  const Value rounded = [](int line) { return std::round(line / 0.256) / 1000; };
  EXPECT_EQ(read_table(table_of("", 1000, {rounded, noise_at})).channels.size(), 1U);
  // A few lines may rise by chance, and no other column is time.
  EXPECT_EQ(read_table(table_of("", 9, {kSeconds, noise_at})).channels.size(), 2U);
  EXPECT_EQ(read_table(table_of("", 1000, {noise_at, kSeconds})).channels.size(), 2U);
}

TEST(CsvClock, AFirstColumnThatStopsRisingIsAskedFor) {
  const Value triangle = [](int line) { return 500 - std::abs(line - 500); };
  EXPECT_THAT(
      table_error(table_of("a,b\n", 1000, {triangle, noise_at})),
      IsError(ErrorCode::bad_file, "line 503: column 1 (a) rises in the first lines, as time does, but not here"));
  EXPECT_EQ(read_table(table_of("a,b\n", 1000, {triangle, noise_at}), "1-2").channels.size(), 2U);
  // A counter wraps around.
  EXPECT_EQ(read_table(table_of("a,b\n", 1000, {kByte, noise_at})).channels.size(), 1U);
}

TEST(CsvClock, AFirstColumnThatRisesUnevenlyIsAskedFor) {
  EXPECT_THAT(table_error(table_of("", 1000, {kUneven, noise_at})),
              IsError(ErrorCode::unsupported, "column 1 has no name, and may be time"));
  // With its own name it is a channel.
  EXPECT_EQ(read_table(table_of("Fz,Cz\n", 1000, {kUneven, noise_at})).channels.size(), 2U);
  EXPECT_EQ(read_table(table_of("col1,Cz\n", 1000, {kUneven, noise_at})).channels.size(), 2U);
}

TEST(CsvClock, TimesSince1970AreNoChannels) {
  for (const double unit : {1.0, 1e3}) {
    const Value stamps = [&](int line) { return std::floor((1557936053.329 + std::floor(line / 3.0) * 0.004) * unit); };
    EXPECT_EQ(read_table(table_of("", 1000, {noise_at, noise_at, stamps})).channels.size(), 2U) << unit;
    EXPECT_EQ(read_table(table_of("Fz,Cz,stamp\n", 1000, {noise_at, noise_at, stamps})).channels.size(), 2U) << unit;
  }
}

TEST(CsvClock, WhatIsAloneIsAChannel) {
  EXPECT_THAT(labels_of(read_table(table_of("time\n", 100, {kSeconds}))), ElementsAre("time"));
  EXPECT_EQ(read_table(table_of("", 100, {kSeconds})).channels[0].samples.size(), 100U);
  EXPECT_THAT(labels_of(read_table(table_of("time,timestamp\n", 100, {kSeconds, kStamps}))),
              ElementsAre("time", "timestamp"));
  // Ramps beside ramps.
  EXPECT_EQ(read_table(table_of("", 100, {kSeconds, kSeconds})).channels.size(), 2U);
}

TEST(CsvClock, AColumnThatIsChosenIsRead) {
  const Recording recording = read_table(table_of("time,Fz\n", 100, {kSeconds, noise_at}), "time");
  EXPECT_THAT(labels_of(recording), ElementsAre("time"));
  EXPECT_THAT(recording.warnings, IsEmpty());
}

// Time at 250 Hz; 5 s are missing before line 700, two samples before line 800.
double interrupted(int line) {
  return line * 0.004 + (line >= 700 ? 5.0 : 0.0) + (line >= 800 ? 0.008 : 0.0);
}

TEST(CsvTimeGaps, JumpsOfTimeAreGaps) {
  for (const std::string chosen : {"", "b", "2,3"}) {
    const std::string text = table_of("time,a,b\n", 1000, {interrupted, noise_at, noise_at});
    const Recording recording = read_table(text, chosen);
    ASSERT_FALSE(recording.channels.empty());
    for (const series::Channel& channel : recording.channels) {
      EXPECT_THAT(channel.gap_starts, ElementsAre(700, 800)) << chosen;
      // Without a rate a position is the number of a sample.
      EXPECT_THAT(channel.gap_seconds, ElementsAre(DoubleNear(1250.0, 1e-6), DoubleNear(2.0, 1e-6))) << chosen;
    }
    EXPECT_EQ(recording.warnings.size(), chosen.empty() ? 2U : 1U);
  }
}

TEST(CsvTimeGaps, GapsHaveTheirDuration) {
  OpenOptions options;
  options.rate = 250.0;
  const Value milliseconds = [](int line) { return 1000.0 * interrupted(line); };
  const std::string text = table_of("a,Time (ms)\n", 1000, {noise_at, milliseconds});
  Input input("table.csv", std::as_bytes(std::span(text)));
  const Recording recording = read_csv(input, options);
  EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(DoubleNear(5.0, 1e-6), DoubleNear(0.008, 1e-6)));
}

TEST(CsvTimeGaps, LostSamplesOfACounterAreGaps) {
  // Numbers of one byte begin again; 100 and 101 were lost once.
  const Value packets = [](int line) { return (line + (line >= 612 ? 2 : 0)) % 256; };
  EXPECT_THAT(read_table(table_of("sample index,a\n", 1000, {packets, noise_at})).channels[0].gap_starts,
              ElementsAre(612));
  EXPECT_THAT(read_table(table_of("a,b\n", 1000, {packets, noise_at})).channels[0].gap_starts, ElementsAre(612));
  // So were 20 where it began again, of which the length was known by then.
  const Value wrapped = [](int line) { return (line + (line >= 505 ? 20 : 0)) % 256; };
  const Recording recording = read_table(table_of("sample index,a\n", 1000, {wrapped, noise_at}));
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(505));
  EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(20.0));
  // Trials of other lengths begin again, too.
  const Value trials = [](int line) { return line < 300 ? line : (line - 300) % 100; };
  EXPECT_THAT(read_table(table_of("sample index,a\n", 1000, {trials, noise_at})).channels[0].gap_starts, IsEmpty());
  // The index of pandas goes on where time does not.
  const Value index = [](int line) { return line; };
  EXPECT_THAT(read_table(table_of(",time,a\n", 1000, {index, interrupted, noise_at})).channels[0].gap_starts,
              ElementsAre(700, 800));
}

TEST(CsvTimeGaps, TimeThatBeginsAgainIsAGap) {
  const Value twice = [](int line) { return (line % 500) * 0.004; };
  const Recording recording = read_table(table_of("time,a\n", 1000, {twice, noise_at}));
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(500));
  EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(DoubleNear(-500.0, 1e-6)));
}

TEST(CsvTimeGaps, ALineWithoutTimeIsNoGap) {
  std::string text = "time,a\n";
  for (int line = 0; line < 1000; ++line) {
    const bool empty = line == 0 || line == 500 || line == 501 || line >= 998;
    text += (empty ? "" : fmt::format("{}", line * 0.004)) + fmt::format(",{}\n", noise_at(line));
  }
  EXPECT_THAT(read_table(text).channels[0].gap_starts, IsEmpty());
}

// Wherever in a millisecond the first line lies, which is rounded as the others are.
TEST(CsvTimeGaps, GapsInRoundedTimesAreFound) {
  for (const double rate : {600.0, 512.0, 500.0, 400.0, 333.0, 256.0}) {
    for (const int lost : {1, 3, 4, 200}) {
      for (int offset = 0; offset < 10; ++offset) {
        const Value time = [&](int line) {
          return std::round(7000.0 + offset * 0.1 + (line < 700 ? line : line + lost) * 1000.0 / rate) / 1000.0;
        };
        const series::Channel channel = read_table(table_of("time,a\n", 1000, {time, noise_at})).channels.at(0);
        EXPECT_THAT(channel.gap_starts, ElementsAre(700)) << rate << ' ' << lost << ' ' << offset;
        // Off by the rounding of two times, and of the step of 200 lines.
        EXPECT_THAT(channel.gap_seconds, ElementsAre(DoubleNear(lost, 0.0011 * rate + lost * 1e-4 * rate / 100)));
      }
    }
  }
}

// The rule itself is tested in tests/series/test_stamps.cpp.
TEST(CsvTimeGaps, UnevenStampsAreNoGapsAndAWarningSaysSo) {
  const auto read = [](const Value& time) { return read_table(table_of("time,a\n", 1000, {time, noise_at})); };
  for (const Value& uneven : {Value([](int line) { return line * 0.8 + std::sin(line / 12.0); }), Value([](int line) {
                                return line * 0.8 + (line > 500 ? std::sin(line / 12.0) : 0.0);
                              })}) {
    const Recording recording = read(uneven);
    EXPECT_THAT(recording.channels[0].gap_starts, IsEmpty());
    EXPECT_EQ(recording.warnings.size(), 2U);
  }
  // Stamps of packets are said, and show gaps.
  const auto packets = [](int line) { return (line - line % 8) * 0.004 + (line >= 800 ? 5.0 : 0.0); };
  EXPECT_THAT(read(packets).channels[0].gap_starts, ElementsAre(800));
  EXPECT_EQ(read(packets).warnings.size(), 3U);
  // A counter in equal steps tells more than uneven time.
  const Value stamps = [](int line) { return line * 0.8 + std::sin(line / 12.0); };
  const Value numbers = [](int line) { return line + (line >= 700 ? 9 : 0); };
  const std::string text = table_of("time,sample index,a\n", 1000, {stamps, numbers, noise_at});
  EXPECT_THAT(read_table(text).channels[0].gap_starts, ElementsAre(700));
}

TEST(CsvTimeGaps, ARowThatStandsTwiceIsAGap) {
  const Value twice = [](int line) { return 0.004 * (line < 500 ? line : line - 1); };
  const Recording recording = read_table(table_of("time,a\n", 1000, {twice, noise_at}));
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(500));
  EXPECT_EQ(recording.warnings.size(), 2U);
}

TEST(CsvTimeGaps, AnotherRateThanThatOfTheStampsIsSaid) {
  const auto warnings = [](const std::string& name, double rate, double unit) {
    OpenOptions options;
    options.rate = rate;
    const Value stamps = [=](int line) { return std::round(line * 1000.0 / 256.0 / 4.0) * 0.004 / unit; };
    const std::string text = table_of("a," + name + "\n", 1000, {noise_at, stamps});
    Input input("table.csv", std::as_bytes(std::span(text)));
    return read_csv(input, options).warnings.size();
  };
  for (const std::string name : {"time", "Time [s]"}) {
    EXPECT_EQ(warnings(name, 256.0, 1.0), 1U) << name;
    for (const double rate : {250.0, 500.0, 100.0}) EXPECT_EQ(warnings(name, rate, 1.0), 2U) << name << rate;
  }
  // Without a unit milliseconds may be meant, with one not.
  EXPECT_EQ(warnings("time", 256.0, 1e-3), 1U);
  EXPECT_EQ(warnings("Time [s]", 256.0, 1e-3), 2U);
}

TEST(CsvTimeGaps, TimesOfDayShowGaps) {
  const auto table = [](const std::function<std::string(int)>& time) {
    std::string text = "clock,ecg\n";
    for (int i = 0; i < 60; ++i) text += fmt::format("{},{}\n", time(i < 40 ? i : i + 100), noise_at(i));
    return text;
  };
  const auto of = [](int tenths, const char* form) {
    const int seconds = 86'390 + tenths / 10;  // from ten seconds before midnight on
    return fmt::format(fmt::runtime(form), seconds / 86'400 + 1, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60,
                       tenths % 10, seconds / 3600 % 12 == 0 ? 12 : seconds / 3600 % 12,
                       seconds / 43'200 % 2 == 0 ? "AM" : "PM");
  };
  for (const char* form :
       {"2024-01-{0:02}T{1:02}:{2:02}:{3:02}.{4}", "2024/01/{0:02} {1}:{2:02}:{3:02}.{4}",
        "{0:02}/01/2024 {1:02}:{2:02}:{3:02}.{4}", "{1:02}:{2:02}:{3:02}.{4}", "{5}:{2:02}:{3:02}.{4} {6}",
        "2024-01-{0:02}T{1:02}:{2:02}:{3:02}.{4}Z", "2024-01-{0:02} {1:02}:{2:02}:{3:02}.{4}+01:00"}) {
    const Recording recording = read_table(table([&](int i) { return of(i, form); }));
    ASSERT_EQ(recording.channels.size(), 1U) << form;
    EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(40)) << form;
    EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(DoubleNear(100, 0.01))) << form;
  }
  // Ten lines of one second each.
  const std::string seconds = "{1:02}:{2:02}:{3:02}";
  const Recording recording = read_table(table([&](int i) { return of(i, seconds.c_str()); }));
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(40));
  for (const char* word :
       {"25:00:00", "10:61:00", "10:00", "10:00:00 h", "a 10:00:00", "10:00:00.", "2024-13-01T10:00:00:1"}) {
    const Recording words = read_table(table([&](int) { return word; }));
    EXPECT_THAT(words.channels[0].gap_starts, IsEmpty()) << word;
    EXPECT_EQ(words.warnings.size(), 1U) << word;
  }
}

TEST(CsvTimeGaps, DatesInAnyOrderCountDays) {
  const auto missing = [](const char* form, int from, int to) {
    std::string text = "when,a\n";
    for (int i = 0; i < 60; ++i) {
      const int second = i < 30 ? 36'000 + i : from + i, day = i < 30 ? 30 : to;
      text += fmt::format(fmt::runtime(form), day, second / 3600, second / 60 % 60, second % 60);
      text += fmt::format(",{}\n", noise_at(i));
    }
    const Recording recording = read_table(text);
    EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(30)) << form;
    return recording.channels[0].gap_seconds.at(0);
  };
  for (const char* form : {"2024-01-{:02} {:02}:{:02}:{:02}", "{:02}.01.2024 {:02}:{:02}:{:02}",
                           "{:02}/01/2024 {:02}:{:02}:{:02}", "01-{:02}-2024 {:02}:{:02}:{:02}"}) {
    EXPECT_NEAR(missing(form, 36'000, 31), 86'400.0, 1e-6) << form;
    EXPECT_NEAR(missing(form, 35'000, 31), 85'400.0, 1e-6) << form;
  }
}

TEST(CsvTimeGaps, ChangesOfTheOffsetFromUniversalTimeAreNoGaps) {
  std::string text = "when,a\n";
  for (int i = 0; i < 60; ++i) {
    text += i < 30 ? fmt::format("2024-03-31T01:59:{:02}+01:00", 30 + i)
                   : fmt::format("2024-03-31T03:00:{:02}+0200", i - 30);
    text += fmt::format(",{}\n", noise_at(i));
  }
  EXPECT_THAT(read_table(text).channels[0].gap_starts, IsEmpty());
}

TEST(CsvTimeGaps, MinutesBehindADateShowGaps) {
  for (const char* form :
       {"2024-03-01 {:02}:{:02}", "2024-03-01T{:02}:{:02}Z", "01.03.2024 {:02}:{:02}", "3 days {:02}:{:02}:00.00"}) {
    std::string text = "when,activity\n";
    for (int i = 0; i < 60; ++i) {
      const int minute = i < 40 ? i : i + 20;
      text += fmt::format(fmt::runtime(form), 10 + minute / 60, minute % 60) + fmt::format(",{}\n", noise_at(i));
    }
    const Recording recording = read_table(text);
    ASSERT_EQ(recording.channels.size(), 1U) << form;
    EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(40)) << form;
    EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(DoubleNear(20.0, 1e-6))) << form;
  }
}

TEST(Csv, WholeNumbersBeyondTheDoublesAreSaid) {
  for (const std::string number : {"9007199254740993", "-9007199254740993", "123456789012345678901234567890"}) {
    EXPECT_THAT(read_table("1\n" + number + "\n").warnings, warns("integers beyond 2^53 were rounded")) << number;
    OpenOptions rows;
    rows.orientation = Orientation::rows;
    const std::string text = "1 " + number + "\n";
    Input input("rows.txt", std::as_bytes(std::span(text)));
    EXPECT_THAT(read_csv(input, rows).warnings, warns("integers beyond 2^53 were rounded")) << number;
  }
  EXPECT_THAT(read_table("1\n9007199254740992\n1e300\n9007199254740993.5\n").warnings, IsEmpty());
}

}  // namespace
}  // namespace biotropy::files
