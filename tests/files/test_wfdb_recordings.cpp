// SPDX-License-Identifier: Apache-2.0
//
// Heartbeats of PhysioNet: numbers of annotations and their times come from the Python package wfdb 4.3.1.
#include <algorithm>

#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "biotropy/files/open.hpp"
#include "tests/files/outcome.hpp"
#include "tests/recordings.hpp"

namespace biotropy::files {
namespace {

const std::filesystem::path kFolder = biotropy::test::recording("heartbeat");

std::ptrdiff_t count(const WfdbAnnotations& annotations, int code) {
  return std::count(annotations.codes.begin(), annotations.codes.end(), code);
}

// The record contains only normal, ventricular and atrial beats, and marks of signal quality.
bool is_mark(int code) {
  return code == 14 || code == 16 || code == 28;
}

std::vector<double> intervals(const WfdbAnnotations& annotations) {
  std::vector<double> seconds;
  std::int64_t before = -1;
  for (std::size_t i = 0; i < annotations.samples.size(); ++i) {
    if (is_mark(annotations.codes[i])) continue;
    if (before >= 0) seconds.push_back(static_cast<double>(annotations.samples[i] - before) / *annotations.rate);
    before = annotations.samples[i];
  }
  return seconds;
}

TEST(WfdbRecordings, Nsr001) {
  BIOTROPY_NEEDS("heartbeat/nsr001.ecg", "heartbeat/nsr001_rr_secs.txt");
  const WfdbAnnotations annotations = read_wfdb_annotations(kFolder / "nsr001.ecg");
  EXPECT_THAT(annotations.notices, IsEmpty());
  EXPECT_EQ(annotations.rate, 128.0);
  ASSERT_EQ(annotations.samples.size(), 106'835u);
  EXPECT_EQ(count(annotations, 1), 106'379);
  EXPECT_EQ(count(annotations, 5), 68);
  EXPECT_EQ(count(annotations, 8), 13);
  EXPECT_EQ(count(annotations, 14), 375);
  EXPECT_EQ(annotations.samples.front(), 28'902);
  EXPECT_NEAR(static_cast<double>(annotations.samples.front()) / 128.0, 225.797, 0.0005);

  // The same intervals as text: its first line is the time to the first beat, the others have 8 decimals.
  const series::Recording text = open(kFolder / "nsr001_rr_secs.txt");
  const std::vector<double>& lines = text.channels.at(0).samples;
  const std::vector<double> beats = intervals(annotations);
  ASSERT_EQ(lines.size(), 106'460u);
  ASSERT_EQ(beats.size(), 106'459u);
  for (std::size_t i = 0; i < beats.size(); ++i) ASSERT_EQ(beats[i], lines[i + 1]) << i;
}

TEST(WfdbRecordings, Nsr009) {
  BIOTROPY_NEEDS("heartbeat/nsr009.ecg");
  const WfdbAnnotations annotations = read_wfdb_annotations(kFolder / "nsr009.ecg");
  EXPECT_EQ(annotations.samples.size(), 102'874u);
  EXPECT_EQ(count(annotations, 14), 15);
  const std::vector<double> beats = intervals(annotations);
  EXPECT_EQ(beats.size(), 102'858u);
  EXPECT_EQ(*std::min_element(beats.begin(), beats.end()), 41 / 128.0);
  EXPECT_EQ(*std::max_element(beats.begin(), beats.end()), 198 / 128.0);
}

TEST(WfdbRecordings, Record105) {
  BIOTROPY_NEEDS("heartbeat/105.atr");
  const WfdbAnnotations annotations = read_wfdb_annotations(kFolder / "105.atr");
  EXPECT_EQ(annotations.rate, 360.0);
  ASSERT_EQ(annotations.samples.size(), 2'691u);
  EXPECT_EQ(count(annotations, 1), 2'526);
  EXPECT_EQ(count(annotations, 5), 41);
  EXPECT_EQ(count(annotations, 13), 5);
  EXPECT_EQ(count(annotations, 14), 88);
  EXPECT_EQ(count(annotations, 16), 30);
  EXPECT_EQ(annotations.codes.front(), 28);
  EXPECT_EQ(annotations.marks.front().text, "(N");
  const series::Recording recording = open(kFolder / "105.atr");
  EXPECT_EQ(recording.annotations.front().text, "+ (N");
  EXPECT_EQ(recording.annotations.size(), 2'691u);
}

TEST(WfdbRecordings, AnnotationsWithoutAHeader) {
  BIOTROPY_NEEDS("heartbeat/03665.qrs");
  const WfdbAnnotations annotations = read_wfdb_annotations(kFolder / "03665.qrs");
  EXPECT_THAT(annotations.notices, warns("rate_assumed"));
  EXPECT_EQ(annotations.samples.size(), 52'765u);
  EXPECT_EQ(count(annotations, 1), 52'765);
}

TEST(WfdbRecordings, ARecordWithoutSignals) {
  BIOTROPY_NEEDS("heartbeat/nsr001.hea");
  const series::Recording recording = open(kFolder / "nsr001.hea");
  EXPECT_EQ(recording.format, "WFDB");
  EXPECT_THAT(recording.channels, IsEmpty());
  EXPECT_EQ(recording.annotations.size(), 106'835u);
  EXPECT_THAT(recording.notices, IsEmpty());
}

}  // namespace
}  // namespace biotropy::files
