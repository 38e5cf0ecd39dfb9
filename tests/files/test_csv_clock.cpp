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
// Stamps of a clock with jitter.
const Value kStamps = [](int line) { return 1.7e6 + line * 0.004 + (line % 3) * 0.0019; };

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
}

TEST(CsvClock, RowNamesAreNoChannel) {
  const Value rows = [](int line) { return line + 1; };
  EXPECT_THAT(labels_of(read_table(table_of(",Fz,Cz\n", 3, {rows, noise_at, noise_at}))), ElementsAre("Fz", "Cz"));
  EXPECT_THAT(labels_of(read_table(table_of("Fz,Cz\n", 3, {rows, noise_at, noise_at}))), ElementsAre("Fz", "Cz"));
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
  EXPECT_THAT(table_error(table_of("", 1000, {kStamps, noise_at})),
              IsError(ErrorCode::unsupported, "column 1 rises from line to line"));
  // With its own name it is a channel.
  EXPECT_EQ(read_table(table_of("Fz,Cz\n", 1000, {kStamps, noise_at})).channels.size(), 2U);
}

TEST(CsvClock, TimesSince1970AreNoChannels) {
  for (const double unit : {1.0, 1e3}) {
    const Value stamps = [&](int line) { return std::floor((1557936053.329 + line / 3 * 0.004) * unit); };
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
