// SPDX-License-Identifier: Apache-2.0
//
// The column of time of a text table, and files of known programs.
#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "tests/files/outcome.hpp"
#include "tests/files/table_text.hpp"

namespace biotropy::files {
namespace {

using series::Recording;
using test::labels_of;
using test::options_of;
using test::read_table;
using test::table_error;

using Value = std::function<double(int)>;

double noise_at(int line) {
  return (line * 7919 % 101 - 50) * 0.125;
}
double seconds(int line) {
  return line * 0.004;
}

std::string table_of(const std::string& head, int n_lines, const std::vector<Value>& columns) {
  std::string text = head;
  for (int line = 0; line < n_lines; ++line) {
    for (std::size_t c = 0; c < columns.size(); ++c) text += fmt::format("{}{}", c > 0 ? "," : "", columns[c](line));
    text += '\n';
  }
  return text;
}

// A minute with a line a second, beside numbers.
std::string text_of(const std::string& head, const std::function<std::string(int)>& time) {
  std::string text = head;
  for (int i = 0; i < 60; ++i) text += fmt::format("{},{}\n", time(i), noise_at(i));
  return text;
}

TEST(TextTime, IsKnownByItsName) {
  for (const std::string name : {"time", "TIME", "Time [s]", "time_ms", "Timestamp (Formatted)", "t", "lsl_timestamp",
                                 "elapsed", "index", "Sample Index", "sample", ""}) {
    const Recording recording = read_table(table_of(name + ",Fz\n", 100, {seconds, noise_at}));
    EXPECT_THAT(labels_of(recording), ElementsAre("Fz")) << name;
    EXPECT_THAT(recording.notices, warns("time_left_out")) << name;
  }
  EXPECT_THAT(labels_of(read_table(table_of("Fz,Cz\n", 100, {noise_at, noise_at}))), ElementsAre("Fz", "Cz"));
  EXPECT_THAT(labels_of(read_table(table_of("t,T\n", 100, {seconds, noise_at}))), ElementsAre("T"));
}

TEST(TextTime, WarnsOfTimeThatStandsStill) {
  const Value still = [](int) { return 5.0; };
  for (const std::string name : {"time", "sample"}) {
    const Recording recording = read_table(table_of(name + ",Fz\n", 100, {still, noise_at}));
    EXPECT_THAT(recording.notices, ElementsAre(coded("time_left_out"), coded("times_uneven"))) << name;
    EXPECT_FALSE(recording.channels.front().has_rate) << name;
  }
}

TEST(TextTime, AColumnThatRisesIsAsked) {
  for (const std::string head : {"", "Zeit,Fz\n"}) {
    const std::string text = table_of(head, 100, {seconds, noise_at});
    EXPECT_EQ(table_error(text), ErrorCode::unsupported) << head;
    EXPECT_THAT(read_table(text, options_of("time=none")).channels, SizeIs(2)) << head;
    EXPECT_THAT(read_table(text, options_of("time=1")).channels, SizeIs(1)) << head;
    EXPECT_THAT(read_table(text, options_of("columns=1-2")).channels, SizeIs(2)) << head;
  }
  // A few lines may rise by chance.
  EXPECT_THAT(read_table(table_of("", 9, {seconds, noise_at})).channels, SizeIs(2));
}

TEST(TextTime, WhatIsAloneIsAChannel) {
  EXPECT_THAT(labels_of(read_table(table_of("time\n", 100, {seconds}))), ElementsAre("time"));
  EXPECT_THAT(labels_of(read_table(table_of("time,timestamp\n", 100, {seconds, seconds}))),
              ElementsAre("time", "timestamp"));
  const std::string both = table_of("time,Fz\n", 100, {seconds, noise_at});
  EXPECT_THAT(labels_of(read_table(both, options_of("columns=time"))), ElementsAre("time"));
  EXPECT_THAT(read_table(both, options_of("time=none")).channels, SizeIs(2));
  EXPECT_EQ(table_error(both, options_of("time=Cz")), ErrorCode::invalid_argument);
}

// 5 s are missing before line 700, two samples before line 800.
double interrupted(int line) {
  return seconds(line) + (line >= 700 ? 5.0 : 0.0) + (line >= 800 ? 0.008 : 0.0);
}

TEST(TextTime, ShowsGaps) {
  for (const std::string chosen : {"", "columns=b", "columns=2,3"}) {
    for (const series::Channel& channel :
         read_table(table_of("time,a,b\n", 1000, {interrupted, noise_at, noise_at}), options_of(chosen)).channels) {
      EXPECT_THAT(channel.gap_starts, ElementsAre(700, 800)) << chosen;
      // Without a rate a position is the number of a sample.
      EXPECT_FALSE(channel.has_rate);
      EXPECT_THAT(channel.gap_seconds, ElementsAre(DoubleNear(1250.0, 1e-6), DoubleNear(2.0, 1e-6))) << chosen;
    }
  }
  const Value milliseconds = [](int line) { return 1000.0 * interrupted(line); };
  const series::Channel in_ms = read_table(table_of("a,Time (ms)\n", 1000, {noise_at, milliseconds})).channels.at(0);
  EXPECT_EQ(in_ms.rate, 250.0);
  EXPECT_THAT(in_ms.gap_seconds, ElementsAre(DoubleNear(5.0, 1e-6), DoubleNear(0.008, 1e-6)));
  const Value twice = [](int line) { return seconds(line % 500); };
  EXPECT_THAT(read_table(table_of("time,a\n", 1000, {twice, noise_at})).channels[0].gap_starts, ElementsAre(500));
  const Value repeated = [](int line) { return seconds(line < 500 ? line : line - 1); };
  EXPECT_THAT(read_table(table_of("time,a\n", 1000, {repeated, noise_at})).channels[0].gap_starts, ElementsAre(500));
  const Value uneven = [](int line) { return line * 0.8 + std::sin(line / 12.0); };
  EXPECT_THAT(read_table(table_of("time,a\n", 1000, {uneven, noise_at})).channels[0].gap_starts, IsEmpty());
}

TEST(TextTime, NumbersOfSamplesShowGapsWhereNoTimeDoes) {
  const Value index = [](int line) { return line; };
  const Value dropped = [](int line) { return line * 3 / 2; };  // 0, 1, 3, 4, 6, ...
  EXPECT_EQ(read_table(table_of(",a\n", 100, {dropped, noise_at})).channels[0].gap_starts.size(), 49U);
  EXPECT_THAT(read_table(table_of("sample,a\n", 100, {index, noise_at})).channels[0].gap_starts, IsEmpty());
  EXPECT_THAT(read_table(table_of(",time,a\n", 1000, {index, interrupted, noise_at})).channels[0].gap_starts,
              ElementsAre(700, 800));
  EXPECT_FALSE(read_table(table_of("sample,a\n", 100, {index, noise_at})).channels[0].has_rate);
  for (const char* name : {"index,a\n", "T,a\n", "time,a\n", ",a\n"}) {  // channels by what they hold
    EXPECT_EQ(table_error(table_of(name, 100, {noise_at, noise_at})), ErrorCode::unsupported) << name;
  }
}

TEST(TextTime, GivesTheRateWhereItsUnitIsKnown) {
  // 256 Hz in steps of 4 ms.
  const auto stamps = [](double unit) {
    return [=](int line) { return std::round(line * 1000.0 / 256.0 / 4.0) * 0.004 / unit; };
  };
  const auto rate = [](const std::string& text, const OpenOptions& options = {}) {
    const series::Channel channel = read_table(text, options).channels.at(0);
    return channel.has_rate ? channel.rate : 0.0;
  };
  EXPECT_EQ(rate(table_of("Time [s],a\n", 1000, {stamps(1.0), noise_at})), 256.0);
  EXPECT_EQ(rate(table_of("time_ms,a\n", 1000, {stamps(1e-3), noise_at})), 256.0);
  EXPECT_EQ(rate(table_of("time,a\n", 1000, {stamps(1.0), noise_at})), 0.0);
  EXPECT_EQ(rate(table_of("time,a\n", 1000, {stamps(1e-6), noise_at}), options_of("time=time time_unit=us")), 256.0);
  const auto exact = [](double apart) { return [=](int line) { return line * apart; }; };
  EXPECT_EQ(rate(table_of("time [s],a\n", 100, {exact(1.0 / 512.0), noise_at})), 512.0);
  EXPECT_NEAR(rate(table_of("time [ms],a\n", 200, {exact(3.0), noise_at})), 1000.0 / 3.0, 1e-6);
  OpenOptions given{.rate = 500.0};
  const Recording other = read_table(table_of("Time [s],a\n", 1000, {stamps(1.0), noise_at}), given);
  EXPECT_EQ(other.channels[0].rate, 500.0);
  EXPECT_THAT(other.notices, ElementsAre(coded("time_left_out"), coded("rates_differ")));
  given.rate = 256.0;
  for (const double unit : {1.0, 1e-3}) {
    EXPECT_THAT(read_table(table_of("time,a\n", 1000, {stamps(unit), noise_at}), given).notices,
                ElementsAre(coded("time_left_out")));
  }
  EXPECT_FALSE(read_table("# sampling rate: 250 Hz\n1\n2\n").channels[0].has_rate);
}

TEST(TextTime, DatesBesideTimesAreOfTheDay) {
  const auto time = [](int i) { return fmt::format("10:00:{:02}", i); };
  const auto dated = [](int i) { return fmt::format("2024-01-01,10:00:{:02}", i); };
  EXPECT_EQ(read_table(text_of("Date,Time,a\n", dated)).channels[0].rate, 1.0);
  EXPECT_EQ(table_error(text_of("Zeit,a\n", time)), ErrorCode::unsupported);
  EXPECT_EQ(read_table(text_of("Zeit,a\n", time), options_of("time=1")).channels[0].rate, 1.0);
}

TEST(TextTime, MayBeText) {
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
    const Recording recording =
        read_table(text_of("time,ecg\n", [&](int i) { return of(i < 40 ? i : i + 100, form); }));
    ASSERT_EQ(recording.channels.size(), 1U) << form;
    EXPECT_EQ(recording.channels[0].rate, 10.0) << form;
    EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(40)) << form;
    EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(DoubleNear(10, 1e-6))) << form;
  }
  for (const char* word : {"10:61:00", "10:00", "10:00:00 h", "a 10:00:00", "10:00:00.", "2024-13-01T10:00:00:1"}) {
    const std::string text = text_of("time,ecg\n", [&](int) { return word; });
    EXPECT_EQ(table_error(text), ErrorCode::unsupported) << word;
    EXPECT_THAT(read_table(text, options_of("time=none")).channels[0].gap_starts, IsEmpty()) << word;
    EXPECT_THAT(read_table(text, options_of("time=1")).notices,
                ElementsAre(coded("time_left_out"), coded("times_unreadable")))
        << word;
  }
  const auto summer_begins = [](int i) {
    return i < 30 ? fmt::format("2024-03-31T01:59:{:02}+01:00", 30 + i)
                  : fmt::format("2024-03-31T03:00:{:02}+0200", i - 30);
  };
  EXPECT_THAT(read_table(text_of("time,a\n", summer_begins)).channels[0].gap_starts, IsEmpty());
}

TEST(TextTime, DatesInAnyOrderCountDays) {
  for (const char* form : {"2024-01-{:02} {:02}:{:02}:{:02}", "{:02}.01.2024 {:02}:{:02}:{:02}",
                           "{:02}/01/2024 {:02}:{:02}:{:02}", "01-{:02}-2024 {:02}:{:02}:{:02}"}) {
    for (const int from : {35'000, 36'000}) {
      const auto time = [&](int i) {
        const int second = i < 30 ? 36'000 + i : from + i;
        return fmt::format(fmt::runtime(form), i < 30 ? 30 : 31, second / 3600, second / 60 % 60, second % 60);
      };
      const series::Channel channel = read_table(text_of("time,a\n", time)).channels.at(0);
      EXPECT_THAT(channel.gap_starts, ElementsAre(30)) << form;
      EXPECT_THAT(channel.gap_seconds, ElementsAre(DoubleNear(86'400.0 + from - 36'000, 1e-6))) << form;
    }
  }
}

TEST(TextTime, ShowsMissingBeatsBesideIntervals) {
  OpenOptions options{.intervals = true};
  for (const double unit : {1.0, 1e-3}) {
    for (const bool begins : {false, true}) {
      std::string text = "time,RR\n";
      double time = 0.0;
      for (int beat = 0; beat < 60; ++beat) {
        const double interval = 0.8 + beat * 37 % 11 * 0.01;
        if (!begins) time += interval;
        if (beat == 40) time += 1.7;
        text += fmt::format("{},{}\n", time, interval / unit);
        if (begins) time += interval;
      }
      const series::Channel channel = read_table(text, options).channels.at(0);
      EXPECT_THAT(channel.gap_starts, ElementsAre(40)) << unit << begins;
      EXPECT_THAT(channel.gap_seconds, ElementsAre(DoubleNear(1.7, 1e-9)));
      EXPECT_FALSE(channel.has_rate);
    }
  }
}

TEST(TextPrograms, OpenBciHasACounterThatBeginsAgainAndARate) {
  const std::string head = "%OpenBCI Raw EEG Data\n%Sample Rate = 250.0 Hz\n";
  // Two packets were lost before line 612.
  const Value packets = [](int line) { return (line + (line >= 612 ? 2 : 0)) % 256; };
  const Recording recording = read_table(table_of(head, 1000, {packets, noise_at, noise_at}));
  EXPECT_THAT(labels_of(recording), ElementsAre("col2", "col3"));
  EXPECT_EQ(recording.channels[1].rate, 250.0);
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(612));
  EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(2 / 250.0));
  const Value stamps = [](int line) { return 1557936053329.0 + line * 4; };
  const Recording stamped =
      read_table(table_of(head + "%Last Column = Timestamp \n", 1000, {packets, noise_at, stamps}));
  EXPECT_THAT(labels_of(stamped), ElementsAre("col2"));
  const Recording named =
      read_table(table_of(head + "Sample Index, EXG Channel 0, Timestamp\n", 1000, {packets, noise_at, stamps}));
  EXPECT_THAT(labels_of(named), ElementsAre("EXG Channel 0"));
  EXPECT_THAT(named.channels[0].gap_starts, ElementsAre(612));
}

TEST(TextPrograms, EmpaticaBeginsWithItsStartAndRate) {
  const Recording recording =
      read_table(table_of("1428518133.00, 1428518133.00\n64.000000, 64.000000\n", 20, {noise_at, noise_at}));
  ASSERT_EQ(recording.channels.size(), 2U);
  EXPECT_EQ(recording.channels[1].rate, 64.0);
  EXPECT_EQ(recording.channels[1].samples.size(), 20U);
  const Recording intervals = read_table("1428518133.0, IBI\n0.7,0.7\n1.5,0.8\n");
  EXPECT_THAT(intervals.channels.at(0).samples, ElementsAre(0.7, 0.8));
  for (const std::string text : {"428518133.0\n64\n1\n2\n", "64\n1428518133\n1\n", "1428518133\n1428518134\n",
                                 "1428518133.5\n1428518132.25\n1428518133.0\n"}) {
    EXPECT_FALSE(read_table(text).channels[0].has_rate) << text;
  }
}

TEST(TextPrograms, AcqKnowledgeHasLinesAboveTheNames) {
  const std::string head = "rec.acq\n0.5 msec/sample\n2 channels\nECG\nmV\nForce\nkg\n";
  for (const std::string names : {"CH1\tCH2\n20\t20\n", "msec\tCH1\tCH2\t\n\t20\t20\t\n"}) {
    std::string text = head + names;
    const bool has_time = names.starts_with("msec");
    for (int i = 0; i < 20; ++i) {
      text += (has_time ? fmt::format("{}\t", 0.5 * i) : "") + fmt::format("{}\t{}\n", noise_at(i), noise_at(i + 7));
      if (has_time) text.insert(text.size() - 1, "\t");
    }
    const Recording recording = read_table(text);
    EXPECT_THAT(labels_of(recording), ElementsAre("CH1", "CH2")) << names;
    EXPECT_EQ(recording.channels[1].rate, 2000.0) << names;
    EXPECT_EQ(recording.channels[1].samples[19], noise_at(26)) << names;
  }
}

TEST(TextPrograms, AcqKnowledgeCountsItsSamplesBelowTheNames) {
  const Recording recording = read_table(table_of("sec,CH1,CH2\n,600,600\n", 600, {seconds, noise_at, noise_at}));
  EXPECT_THAT(labels_of(recording), ElementsAre("CH1", "CH2"));
  EXPECT_EQ(recording.channels[0].samples.size(), 600U);
  EXPECT_EQ(recording.channels[0].rate, 250.0);
}

TEST(TextPrograms, KubiosHasTimesAndIntervals) {
  OpenOptions options{.input_format = TextFormat::kubios};
  EXPECT_THAT(read_table("0.8 0.8\n1.7 0.9\n", options).channels.at(0).samples, ElementsAre(0.8, 0.9));
}

}  // namespace
}  // namespace biotropy::files
