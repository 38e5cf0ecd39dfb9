// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <limits>

#include "biotropy/heartbeats/rr_intervals.hpp"
#include "tests/error_of.hpp"
#include "tests/files/scratch.hpp"
#include "tests/files/wfdb_bytes.hpp"
#include "tests/notices.hpp"

namespace biotropy::heartbeats {
namespace {

using files::test::end_of_annotations;
using files::test::word;
using testing::DoubleEq;

class RrIntervalsTest : public testing::Test {
 protected:
  RrIntervals read(const std::string& name, const Reading& reading = {}) {
    return read_rr(scratch_.path(name), reading);
  }

  Error error_of(const std::string& name, const Reading& reading = {}) {
    return biotropy::error_of([&] { read(name, reading); });
  }

  Scratch scratch_;
};

TEST_F(RrIntervalsTest, OfAnnotationsAreSecondsAndNoOnset) {
  // Beats at 10, 10.5, 11.25, 13.75, 14.5 s.
  scratch_.write("rec.hea", "rec 0 100\n");
  scratch_.write("rec.atr",
                 word(1, 1000) + word(1, 50) + word(1, 75) + word(1, 250) + word(1, 75) + end_of_annotations());
  Reading reading;
  reading.cleaning.unit = heartbeats::RrUnit::milliseconds;
  reading.cleaning.first = heartbeats::FirstValue::onset;
  const RrIntervals found = read("rec", reading);
  EXPECT_EQ(found.source, scratch_.path("rec.atr"));
  EXPECT_EQ(found.format, "WFDB");
  EXPECT_THAT(found.notices, ElementsAre(coded("option_unused"), coded("option_unused")));
  EXPECT_THAT(found.rr.channel.samples, ElementsAre(0.5, 0.75, 0.75));
  reading.cleaning.unit = heartbeats::RrUnit::seconds;
  reading.cleaning.first = heartbeats::FirstValue::interval;
  EXPECT_THAT(read("rec", reading).notices, IsEmpty());
  EXPECT_THAT(found.rr.channel.gap_starts, ElementsAre(2));
  EXPECT_THAT(found.rr.positions, ElementsAre(0, 1, 3));
  EXPECT_THAT(found.ends, ElementsAre(10.5, 11.25, 13.75, 14.5));
  ASSERT_TRUE(found.annotations);
  EXPECT_EQ(found.annotations->first_beat, 10.0);
}

TEST_F(RrIntervalsTest, OfAListWithTheTimeToTheFirstBeat) {
  scratch_.write("rr.txt", "30.25\n0.75\n0.5\nNaN\n0.125\n0.5\n");
  const RrIntervals found = read("rr.txt");
  EXPECT_EQ(found.source, scratch_.path("rr.txt"));
  EXPECT_FALSE(found.annotations);
  EXPECT_THAT(found.rr.channel.samples, ElementsAre(0.75, 0.5, 0.5));
  EXPECT_THAT(found.rr.positions, ElementsAre(1, 2, 5));
  EXPECT_THAT(found.ends, ElementsAre(30.25, 31.0, 31.5, 31.5, 31.625, 32.125));
}

TEST_F(RrIntervalsTest, OfAListWithCarriageReturnsAlone) {
  scratch_.write("rr.txt", "RR\r0.75\r0.5\r");
  const RrIntervals found = read("rr.txt");
  EXPECT_THAT(found.rr.channel.samples, ElementsAre(0.75, 0.5));
  EXPECT_THAT(found.notices, ElementsAre(coded("line_ends")));
}

TEST_F(RrIntervalsTest, OfAListInMilliseconds) {
  scratch_.write("rr.csv", "time,RR\n0,800\n1,900\n2,-1\n3,700\n");
  Reading reading;
  reading.open.columns = "RR";
  reading.consecutive = true;
  reading.open.rate = 4.0;
  const RrIntervals found = read("rr.csv", reading);
  EXPECT_THAT(found.notices, ElementsAre(coded("option_unused"), coded("option_unused")));
  EXPECT_EQ(found.rr.report.unit, heartbeats::RrUnit::milliseconds);
  EXPECT_THAT(found.rr.channel.samples, ElementsAre(800, 900, 700));
  EXPECT_THAT(found.ends, ElementsAre(DoubleEq(0.8), DoubleEq(1.7), DoubleEq(1.7), DoubleEq(2.4)));
}

TEST_F(RrIntervalsTest, OfTimesOfBeats) {
  scratch_.write("beats.txt", "30.25\n31\n31.5\nNaN\n40\n40.5\n43\n43.75\n");
  EXPECT_EQ(error_of("beats.txt").parameter(), "values");
  Reading reading;
  reading.cleaning.values = heartbeats::RrValues::times;
  const RrIntervals found = read("beats.txt", reading);
  EXPECT_THAT(found.rr.channel.samples, ElementsAre(0.75, 0.5, 0.5, 0.75));
  EXPECT_THAT(found.rr.channel.gap_starts, ElementsAre(2, 3));
  EXPECT_EQ(found.ends[found.rr.positions[3]], 43.75);
  reading.cleaning.values = heartbeats::RrValues::intervals;
  EXPECT_EQ(error_of("beats.txt", reading).code(), ErrorCode::too_short);
}

TEST_F(RrIntervalsTest, OfPolarsFilesAreMillisecondsAndNoOnset) {
  scratch_.write("x.hrm", "[Params]\nVersion=106\nInterval=238\n[HRData]\n4000\n800\n0\n900\n9\n700\n");
  const RrIntervals found = read("x.hrm");
  EXPECT_EQ(found.format, "Polar HRM");
  EXPECT_EQ(found.source, scratch_.path("x.hrm"));
  EXPECT_EQ(found.rr.report.unit, heartbeats::RrUnit::milliseconds);
  EXPECT_THAT(found.rr.channel.samples, ElementsAre(800, 900, 700));
  EXPECT_THAT(found.rr.channel.gap_starts, ElementsAre(1, 2));
  EXPECT_EQ(found.rr.report.count(heartbeats::RrRemovalReason::onset), 0U);
  EXPECT_THAT(found.ends, ElementsAre(4.0, 4.8, 4.8, 5.7, DoubleEq(5.709), DoubleEq(6.409)));
  EXPECT_THAT(found.notices, IsEmpty());
  Reading reading;
  reading.open.rate = 4.0;
  reading.cleaning.unit = heartbeats::RrUnit::seconds;
  reading.cleaning.values = heartbeats::RrValues::times;
  reading.cleaning.first = heartbeats::FirstValue::onset;
  const RrIntervals same = read("x.hrm", reading);
  EXPECT_THAT(same.rr.channel.samples, ElementsAre(800, 900, 700));
  EXPECT_THAT(same.notices, AllOf(SizeIs(4), Each(coded("option_unused"))));
  scratch_.write("rates.hrm", "[Params]\nVersion=106\nInterval=5\n[HRData]\n80\n81\n");
  EXPECT_EQ(error_of("rates.hrm").code(), ErrorCode::unsupported);
}

TEST_F(RrIntervalsTest, OneChannelIsNeeded) {
  scratch_.write("two.csv", "a,b\n0.8,0.9\n0.7,0.8\n");
  EXPECT_EQ(error_of("two.csv").parameter(), "columns");
  scratch_.write("two.hea", "two 2 250 4\ntwo.dat 80\ntwo.dat 80\n");
  scratch_.write("two.dat", std::string(8, '\0'));
  EXPECT_THAT(error_of("two.dat"), refuses(""));
}

TEST_F(RrIntervalsTest, ASignalIsNoListOfIntervals) {
  scratch_.write("ecg.hea", "ecg 1 250 4\necg.dat 80 200/mV\n");
  scratch_.write("ecg.dat", std::string(4, '\0'));
  EXPECT_EQ(error_of("ecg.dat").code(), ErrorCode::invalid_argument);
  scratch_.write("ecg.csv", "time,ECG [mV]\n0,0.8\n1,0.9\n2,0.7\n");
  EXPECT_EQ(error_of("ecg.csv").parameter(), "input_unit");
}

TEST_F(RrIntervalsTest, TheNameOfAColumnTellsTheUnit) {
  const auto unit_under = [&](const std::string& name, RrUnit given = RrUnit::automatic) {
    scratch_.write("rr.csv", name + "\n0.8\n0.9\n0.7\n");
    Reading reading;
    reading.cleaning.unit = given;
    return read("rr.csv", reading).rr.report.unit;
  };
  for (const char* name : {"RR", "RR [s]", "rr (sec)", "RR_s", "RR (lead II)", "RR_corrected", "RR_min"}) {
    EXPECT_EQ(unit_under(name), RrUnit::seconds) << name;
  }
  for (const char* name : {"RR [us]", "RR [\u00b5s]", "RR [min]", "EDA (uS)", "RR (1/1024 s)", "heart rate [bpm]",
                           "peak [samples]", "RR_ns"}) {
    scratch_.write("rr.csv", std::string(name) + "\n0.8\n0.9\n0.7\n");
    EXPECT_EQ(error_of("rr.csv").parameter(), "input_unit") << name;
    EXPECT_EQ(unit_under(name, RrUnit::seconds), RrUnit::seconds) << name;
  }
  scratch_.write("rr.csv", "RR [ms]\n0.8\n0.9\n0.7\n");
  EXPECT_EQ(error_of("rr.csv").code(), ErrorCode::too_short);
}

TEST_F(RrIntervalsTest, NumbersOfSamplesBesideARateAreTimes) {
  Reading reading;
  reading.open.rate = 500.0;
  reading.cleaning.values = RrValues::times;
  for (const std::string name : {"", "peak\n", "peak [samples]\n"}) {
    scratch_.write("peaks.csv", name + "100\n514\n930\n1340\n");
    const RrIntervals found = read("peaks.csv", reading);
    EXPECT_THAT(found.rr.channel.samples, ElementsAre(0.828, 0.832, 0.82)) << name;
    EXPECT_THAT(found.ends, ElementsAre(0.2, 1.028, 1.86, 2.68));
    EXPECT_THAT(found.notices, IsEmpty());
  }
  // Times with decimals are seconds, and the rate is of no use.
  scratch_.write("peaks.csv", "0.2\n1.028\n1.86\n2.68\n");
  EXPECT_THAT(read("peaks.csv", reading).rr.channel.samples, ElementsAre(0.828, 0.832, 0.82));
  EXPECT_THAT(read("peaks.csv", reading).notices, ElementsAre(coded("option_unused")));
}

TEST_F(RrIntervalsTest, TimesBesideIntervalsShowWhereBeatsAreMissing) {
  // A hole behind the twelfth and one behind the twentieth interval.
  const auto table = [](const char* head, double scale, bool begins, double hole) {
    std::string text = head;
    double time = 100.0;
    for (int i = 0; i < 30; ++i) {
      const double interval = 0.7 + 0.01 * (i * 7 % 11);
      if (i == 12 || i == 20) time += hole;
      if (!begins) time += interval;
      text += fmt::format("{:.3f},{:.3f}\n", time * scale, interval);
      if (begins) time += interval;
    }
    return text;
  };
  Reading reading;
  reading.open.columns = "2";
  for (const bool begins : {false, true}) {
    for (const double scale : {1.0, 1000.0}) {
      for (const char* head : {"time,IBI\n", "1428518133.000000, IBI\n", ""}) {
        reading.open.time = std::string_view(head).empty() ? "1" : "";
        scratch_.write("ibi.csv", table(head, scale, begins, 0.7));
        const RrIntervals found = read("ibi.csv", reading);
        EXPECT_THAT(found.rr.channel.gap_starts, ElementsAre(12, 20)) << head << scale << begins;
        scratch_.write("ibi.csv", table(head, scale, begins, 0.0));
        EXPECT_THAT(read("ibi.csv", reading).rr.channel.gap_starts, IsEmpty());
      }
    }
  }
  // Times that agree with less than half of the intervals say nothing of them.
  std::string other = "time,IBI\n";
  for (int i = 0; i < 30; ++i) other += fmt::format("{},{}\n", 1.5 * i, 0.7 + 0.01 * (i * 7 % 11));
  scratch_.write("ibi.csv", other);
  EXPECT_THAT(read("ibi.csv", reading).rr.channel.gap_starts, IsEmpty());
}

TEST_F(RrIntervalsTest, ClockTimesBesideIntervalsToo) {
  std::string text = "time,RR\n";
  int ms = 0;
  for (int i = 0; i < 30; ++i) {
    const int interval = 700 + 10 * (i * 7 % 11);
    ms += interval + (i == 15 ? 2000 : 0);
    text += fmt::format("10:00:{:02}.{:03},{}\n", ms / 1000, ms % 1000, interval);
  }
  scratch_.write("rr.csv", text);
  EXPECT_THAT(read("rr.csv", {}).rr.channel.gap_starts, ElementsAre(15));
}

// They step by 1, and so do beats by some 1000 ms.
TEST_F(RrIntervalsTest, NumbersOfRowsAreNoTimesOfBeats) {
  for (const char* head : {"n,RR\n", ",RR\n", "row,RR\n"}) {
    for (const double scale : {1.0, 1000.0}) {
      std::string text = head;
      for (int i = 0; i < 200; ++i) text += fmt::format("{},{:.6g}\n", i, scale * (0.98 + 0.02 * (i * 7 % 11 - 5)));
      scratch_.write("rr.csv", text);
      Reading reading;
      reading.open.columns = "RR";
      EXPECT_THAT(read("rr.csv", reading).rr.channel.gap_starts, IsEmpty()) << head << scale;
    }
  }
}

TEST_F(RrIntervalsTest, TimesInWholeSecondsShowLongPausesAlone) {
  for (const bool clock : {true, false}) {
    for (const double pause : {0.0, 30.0}) {
      std::string text = "time,RR\n";
      double time = 86'300.2;  // midnight comes soon
      for (int i = 0; i < 300; ++i) {
        const double interval = 1.02 + 0.003 * (i * 7 % 11 - 5);
        time += interval + (i == 150 ? pause : 0.0);
        const int seconds = static_cast<int>(time);
        text += clock ? fmt::format("{:02}:{:02}:{:02}", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
                      : fmt::format("{}", seconds);
        text += fmt::format(",{:.3f}\n", interval);
      }
      scratch_.write("rr.csv", text);
      const std::vector<std::size_t> expected(pause > 0.0 ? 1 : 0, 150);
      EXPECT_EQ(read("rr.csv", {}).rr.channel.gap_starts, expected) << clock << pause;
    }
  }
}

TEST_F(RrIntervalsTest, FaultsNameTheFileOrTheParameter) {
  EXPECT_EQ(error_of("none.txt").code(), ErrorCode::file_not_found);
  scratch_.write("empty.txt", "");
  EXPECT_EQ(error_of("empty.txt").code(), ErrorCode::bad_file);
  scratch_.write("words.txt", "0.8\n0.9\nlater\n0.8\n");
  EXPECT_EQ(error_of("words.txt").code(), ErrorCode::bad_file);
  scratch_.write("rr.txt", "0.8\n0.9\n0.7\n");
  Reading reading;
  reading.cleaning.least = 2.0;
  EXPECT_EQ(error_of("rr.txt", reading).parameter(), "min, max");
  reading.cleaning.greatest = 3.0;
  EXPECT_EQ(error_of("rr.txt", reading).code(), ErrorCode::too_short);
}

TEST(Ends, SumWhatElapsed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(ends_of({}, {}), IsEmpty());
  EXPECT_THAT(ends_of(std::vector{0.5, nan, 0.25, -1.0, 1.0}, {}), ElementsAre(0.5, 0.5, 0.75, 0.75, 1.75));
  EXPECT_THAT(ends_of(std::vector{500.0, 250.0}, {.unit = heartbeats::RrUnit::milliseconds}), ElementsAre(0.5, 0.75));
  EXPECT_THAT(ends_of(std::vector{500.0, 1250.0}, {.unit = heartbeats::RrUnit::milliseconds, .of_times = true}),
              ElementsAre(0.5, 1.25));
  EXPECT_THAT(ends_of(std::vector{-0.5, nan, 0.0, 0.75}, {.of_times = true}), ElementsAre(-0.5, -0.5, 0.0, 0.75));
}

}  // namespace
}  // namespace biotropy::heartbeats
