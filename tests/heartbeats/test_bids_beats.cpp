// SPDX-License-Identifier: Apache-2.0
//
// Heartbeats in tables of BIDS: of physiology and of events.
#include <fmt/format.h>
#include <zlib.h>

#include <random>
#include <utility>

#include "biotropy/heartbeats/rr_intervals.hpp"
#include "tests/error_of.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::heartbeats {
namespace {

constexpr const char* kTable = "sub-1/beh/sub-1_task-rest_physio.tsv.gz";

using Fault = std::pair<ErrorCode, std::string>;

class BidsBeats : public testing::Test {
 protected:
  void pack(const std::string& text, const char* mode = "wb") {
    std::filesystem::create_directories(scratch_.path("sub-1/beh"));
    gzFile file = gzopen(scratch_.path(kTable).generic_string().c_str(), mode);
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
  }
  void describe(const std::string& json, const std::string& name = "sub-1/beh/sub-1_task-rest_physio.json") {
    std::filesystem::create_directories(scratch_.path(name).parent_path());
    scratch_.write(name, json);
  }
  RrIntervals read(const Reading& reading = {}, const std::string& name = kTable) {
    return read_rr(scratch_.path(name), reading);
  }
  // The code, and the parameter that is not allowed.
  Fault error_of(const Reading& reading = {}, const std::string& name = kTable) {
    const Error error = biotropy::error_of([&] { read(reading, name); });
    return {error.code(), error.parameter()};
  }
  static Reading of(RrValues values, RrUnit unit = RrUnit::automatic, const std::string& column = "") {
    Reading reading;
    reading.cleaning.values = values;
    reading.cleaning.unit = unit;
    reading.open.columns = column;
    return reading;
  }

  Scratch scratch_;
};

TEST_F(BidsBeats, MarksAreBeatsAtTheTimesOfTheirRows) {
  // Ten rows a second from -2 s on: beats at -1.8, -1.0, -0.3, unknown rows, 1.5, 2.2 s. Two marks in a row are one
  // beat.
  std::string text;
  std::vector<std::string> rows(50, "0");
  for (const std::size_t beat : {2, 10, 17, 35, 42}) rows[beat] = "1";
  rows[11] = "1";
  rows[20] = "n/a";
  for (std::size_t i = 0; i < rows.size(); ++i) text += fmt::format("{}\t{}\n", 0.1 * static_cast<double>(i), rows[i]);
  pack(text);
  describe(R"({"SamplingFrequency": 10, "Columns": ["pulse", "peaks"]})");
  describe(R"({"StartTime": -2, "SamplingFrequency": 99})", "task-rest_physio.json");
  const RrIntervals found = read(of(RrValues::detect, RrUnit::automatic, "peaks"));
  const auto near = [](double value) { return DoubleNear(value, 1e-12); };
  EXPECT_THAT(found.rr.channel.samples, ElementsAre(0.8, 0.7, 0.7));
  EXPECT_THAT(found.rr.channel.gap_starts, ElementsAre(2));
  EXPECT_THAT(found.ends, ElementsAre(near(-1.8), near(-1.0), near(-0.3), near(1.5), near(2.2)));
  EXPECT_EQ(found.rr.channel.unit, "s");
  EXPECT_THAT(found.other_files, ElementsAre(scratch_.path("sub-1/beh/sub-1_task-rest_physio.json").generic_string(),
                                             scratch_.path("task-rest_physio.json").generic_string()));
}

TEST_F(BidsBeats, IntervalsBetweenMarksAreWholeRows) {
  for (const int rate : {100, 128, 360, 1000}) {
    std::mt19937 engine(3);
    std::vector<double> intervals;
    std::string text = "1\n";
    for (int beat = 0; beat < 300; ++beat) {
      const int rows = rate * 2 / 5 + static_cast<int>(engine() % static_cast<unsigned>(rate));
      for (int row = 1; row < rows; ++row) text += "0\n";
      text += "1\n";
      intervals.push_back(static_cast<double>(rows) / rate);
    }
    pack(text);
    describe(fmt::format(R"({{"SamplingFrequency": {}, "StartTime": -12.34, "Columns": ["beat"]}})", rate));
    EXPECT_EQ(read().rr.channel.samples, intervals) << rate;
  }
}

TEST_F(BidsBeats, IntervalsNeedAMeaningAndAUnit) {
  pack("800\n810\nn/a\n790\n805\n");
  const std::string about = R"({"SamplingFrequency": 1, "StartTime": 0, "Columns": ["rr"])";
  describe(about + "}");
  EXPECT_EQ(error_of(), Fault(ErrorCode::invalid_argument, "values"));
  EXPECT_EQ(error_of(of(RrValues::intervals)), Fault(ErrorCode::invalid_argument, "input_unit"));
  EXPECT_THAT(read(of(RrValues::intervals, RrUnit::milliseconds)).rr.channel.samples, ElementsAre(800, 810, 790, 805));
  describe(about + R"(, "rr": {"Units": "bpm"}})");
  EXPECT_EQ(error_of(of(RrValues::intervals)), Fault(ErrorCode::invalid_argument, "input_unit"));
  describe(about + R"(, "rr": {"Units": "ms"}})");
  const RrIntervals found = read(of(RrValues::intervals));
  EXPECT_THAT(found.rr.channel.samples, ElementsAre(800, 810, 790, 805));
  EXPECT_THAT(found.rr.channel.gap_starts, ElementsAre(2));
  EXPECT_EQ(found.rr.channel.unit, "ms");
  EXPECT_EQ(error_of(of(RrValues::intervals, RrUnit::seconds)), Fault(ErrorCode::invalid_argument, "input_unit"));
  pack("0.5\n1.3\n2.2\n");
  describe(about + R"(, "rr": {"Units": "seconds"}})");
  EXPECT_THAT(read(of(RrValues::times)).rr.channel.samples, ElementsAre(0.8, 0.9));
}

TEST_F(BidsBeats, ColumnsAndFaultsAreNamed) {
  pack("0.8\t1\n0.9\t2\n");
  EXPECT_EQ(error_of(), Fault(ErrorCode::bad_file, ""));
  describe(R"({"SamplingFrequency": 1, "StartTime": 0, "Columns": ["rr", "other"], "rr": {"Units": "s"}})");
  EXPECT_EQ(error_of(of(RrValues::intervals)), Fault(ErrorCode::invalid_argument, "columns"));
  EXPECT_EQ(error_of(of(RrValues::intervals, RrUnit::automatic, "RR")), Fault(ErrorCode::invalid_argument, "columns"));
  const Reading rr = of(RrValues::intervals, RrUnit::automatic, "1");
  EXPECT_THAT(read(rr).rr.channel.samples, ElementsAre(0.8, 0.9));
  pack("0.8\t1\n0.9\n");
  EXPECT_EQ(error_of(rr), Fault(ErrorCode::bad_file, ""));
  pack("0.8\t1\nquick\t2\n");
  EXPECT_EQ(error_of(rr), Fault(ErrorCode::bad_file, ""));
  pack("");
  EXPECT_EQ(error_of(rr), Fault(ErrorCode::bad_file, ""));
  scratch_.write(kTable, "0.8\t1\n");
  EXPECT_EQ(error_of(rr), Fault(ErrorCode::bad_file, ""));
  scratch_.write(kTable, "");
  EXPECT_EQ(error_of(rr), Fault(ErrorCode::bad_file, ""));
  pack("0.8\t1\n");
  describe(R"({"SamplingFrequency": 0, "StartTime": 0, "Columns": ["rr", "other"]})");
  EXPECT_EQ(error_of(rr), Fault(ErrorCode::bad_file, ""));
  describe(R"({"StartTime": 0, "Columns": ["rr", "other"]})");
  EXPECT_EQ(error_of(rr), Fault(ErrorCode::bad_file, ""));
  Reading events = rr;
  events.beats = "R";
  EXPECT_EQ(error_of(events), Fault(ErrorCode::invalid_argument, "beats"));
}

TEST_F(BidsBeats, LongTablesOfSeveralMembersAreWhole) {
  std::mt19937 random(1);
  std::vector<double> values;
  std::string text;
  for (int i = 0; i < 300'000; ++i) {
    values.push_back(0.5 + static_cast<double>(random() % 900'000) / 1e6);
    text += fmt::format("{}\n", values.back());
  }
  const std::size_t half = text.size() / 2;
  pack(text.substr(0, half));
  pack(text.substr(half), "ab");
  describe(R"({"SamplingFrequency": 1, "StartTime": 0, "Columns": ["rr"], "rr": {"Units": "s"}})");
  EXPECT_EQ(read(of(RrValues::intervals)).rr.channel.samples, values);
  const auto size = std::filesystem::file_size(scratch_.path(kTable));
  for (const std::uintmax_t cut : {size - 1, size / 2, std::uintmax_t{30}}) {
    std::filesystem::resize_file(scratch_.path(kTable), cut);
    EXPECT_EQ(error_of(of(RrValues::intervals)), Fault(ErrorCode::bad_file, "")) << cut;
  }
}

TEST_F(BidsBeats, EventsOfOneTypeAreBeats) {
  scratch_.write("sub-1_task-rest_events.tsv",
                 "onset\tduration\ttrial_type\n0.5\t0\tR-peak\n1.2\tn/a\tR-peak\n1.5\t1\trest\n2.1\t0\tR-peak\n");
  Reading reading{.beats = "R-peak"};
  const RrIntervals found = read(reading, "sub-1_task-rest_events.tsv");
  EXPECT_THAT(found.rr.channel.samples, ElementsAre(0.7, 0.9));
  EXPECT_THAT(found.rr.channel.gap_starts, IsEmpty());
  reading.beats.clear();
  EXPECT_EQ(error_of(reading, "sub-1_task-rest_events.tsv"), Fault(ErrorCode::invalid_argument, "beats"));
  reading.open.columns = "onset";
  reading.cleaning.values = RrValues::times;
  EXPECT_EQ(read(reading, "sub-1_task-rest_events.tsv").rr.report.n_read, 4u) << "a chosen column is a list";
  reading.open.columns.clear();
  reading.beats = "rest";
  EXPECT_EQ(error_of(reading, "sub-1_task-rest_events.tsv"), Fault(ErrorCode::too_short, ""));
}

}  // namespace
}  // namespace biotropy::heartbeats
