// SPDX-License-Identifier: Apache-2.0
//
// WFDB records of several segments, written byte by byte in format 80, where a byte is a sample and 128 is 0.
#include <fmt/format.h>

#include <cmath>

#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "biotropy/files/open.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/files/wfdb_bytes.hpp"

namespace biotropy::files {
namespace {

using series::Recording;

const double kAbsent = std::nan("");

class WfdbSegments : public ::testing::Test {
 protected:
  WfdbSegments() {
    segment("a", {"I", "II"}, {1, 11, 2, 12, 3, 13});
    segment("b", {"I", "II"}, {4, 14, 5, 15});
    segment("c", {"II"}, {21, 22});
    segment("d", {"II", "I"}, {31, 41});
    scratch_.write("lay.hea", "lay 2 250 0\n~ 0 1/mV 8 0 0 0 0 I\n~ 0 1/mV 8 0 0 0 0 II\n");
  }

  void segment(const std::string& name, const std::vector<std::string>& labels, const std::vector<int>& samples) {
    std::string text = fmt::format("{} {} 250 {}\n", name, labels.size(), samples.size() / labels.size()), bytes;
    for (std::size_t k = 0; k < labels.size(); ++k) {
      int sum = 0;
      for (std::size_t i = k; i < samples.size(); i += labels.size()) sum += samples[i];
      text += fmt::format("{}.dat 80 1/mV 8 0 0 {} 0 {}\n", name, sum, labels[k]);
    }
    for (const int sample : samples) bytes += static_cast<char>(sample + 128);
    scratch_.write(name + ".hea", text);
    scratch_.write(name + ".dat", bytes);
  }

  Recording read(const std::string& header, const OpenOptions& options = {}) {
    return open(scratch_.write("rec.hea", header), options);
  }
  std::optional<Error> error(const std::string& header) {
    return error_of([&] { read(header); });
  }
  Scratch scratch_;
};

TEST_F(WfdbSegments, OfOneLayoutFollowEachOther) {
  const Recording recording = read("rec/2 2 250 5\na 3\nb 2\n");
  ASSERT_EQ(recording.channels.size(), 2u);
  EXPECT_EQ(recording.channels[0].label, "I");
  EXPECT_EQ(recording.channels[0].unit, "mV");
  EXPECT_EQ(recording.channels[0].rate, 250.0);
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(11, 12, 13, 14, 15));
  EXPECT_THAT(recording.channels[0].gap_starts, IsEmpty());
  EXPECT_THAT(recording.notices, IsEmpty());
  EXPECT_EQ(recording.format, "WFDB");
  EXPECT_THAT(recording.other_files, SizeIs(4));
}

TEST_F(WfdbSegments, WhereNothingWasRecordedIsAGap) {
  const Recording recording = read("rec/4 2 250 755\na 3\n~ 250\n~ 500\nb 2\n");
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(11, 12, 13, 14, 15));
  EXPECT_THAT(recording.channels[1].gap_starts, ElementsAre(3u));
  EXPECT_THAT(recording.channels[1].gap_seconds, ElementsAre(3.0));
  // At the ends there is no gap; times of annotations are then those from the first sample on.
  scratch_.write("rec.atr", test::word(1, 500) + test::end_of_annotations());
  const Recording framed = read("rec/4 2 250 1010\n~ 250\na 3\n~ 755\nb 2\n");
  EXPECT_THAT(framed.channels[0].gap_starts, ElementsAre(3u));
  EXPECT_THAT(framed.notices, warns("start_left_out"));
  ASSERT_EQ(framed.annotations.size(), 1u);
  EXPECT_EQ(framed.annotations[0].onset, 1.0);
}

TEST_F(WfdbSegments, OfAVariableLayoutHaveAnySignals) {
  const Recording recording = read("rec/5 2 250 258\nlay 0\na 3\nc 2\n~ 252\nd 1\n");
  ASSERT_EQ(recording.channels.size(), 2u);
  EXPECT_THAT(recording.channels[0].samples,
              ElementsAre(1, 2, 3, NanSensitiveDoubleEq(kAbsent), NanSensitiveDoubleEq(kAbsent), 41));
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(11, 12, 13, 21, 22, 31));
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(5u));
  EXPECT_THAT(recording.notices, IsEmpty());
  OpenOptions options{.needed = needed_channels("I")};
  const Recording one = read("rec/5 2 250 258\nlay 0\na 3\nc 2\n~ 252\nd 1\n", options);
  EXPECT_EQ(one.channels[0].samples.size(), 6u);
  EXPECT_EQ(one.channels[0].samples[5], 41.0);
  EXPECT_EQ(one.channels[1].n_unread, 6u);
  segment("e", {"V", "II"}, {51, 61});
  const Recording other = read("rec/2 2 250 1\nlay 0\ne 1\n");
  EXPECT_THAT(other.channels[1].samples, ElementsAre(61));
  EXPECT_THAT(other.notices, warns("channel_left_out"));
}

TEST_F(WfdbSegments, WhatAFileLacksIsAGapBehindIt) {
  scratch_.write("a.dat", "\x81\x82");
  const Recording recording = read("rec/2 2 250 5\na 3\nb 2\n");
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 4, 5));
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(1u));
  EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(2 / 250.0));
  EXPECT_THAT(recording.notices, warns("file_cut"));
}

TEST_F(WfdbSegments, ThatDoNotFitTogetherAreNamed) {
  EXPECT_THAT(error("rec/2 2 250 5\na 3\nc 2\n"),
              IsError(ErrorCode::bad_file, "segment c: it has 1 signals, and the record 2"));
  EXPECT_THAT(error("rec/2 2 250 4\na 3\nd 1\n"),
              IsError(ErrorCode::bad_file, "segment d: it has II where the record has I"));
  EXPECT_THAT(error("rec/1 3 250 3\na 3\n"), IsError(ErrorCode::bad_file, "it has 2 signals, and the record 3"));
  EXPECT_THAT(error("rec/1 2 250 4\na 4\n"),
              IsError(ErrorCode::bad_file, "segment a: it has 3 samples, and 4 in the header of the record"));
  EXPECT_THAT(error("rec/1 2 500 3\na 3\n"), IsError(ErrorCode::bad_file, "segment a: its rate is 250 Hz, and that"));
  EXPECT_THAT(error("rec/1 2 250 3\n~ 3\n"), IsError(ErrorCode::bad_file, "no segment has a signal"));
  EXPECT_THAT(error("rec/2 2 250 3\nlay 0\n~ 3\n"), IsError(ErrorCode::bad_file, "no segment holds a sample"));
  EXPECT_THAT(error("rec/1 2 250 3\nrec 3\n"), IsError(ErrorCode::bad_file, "it consists of segments itself"));
  EXPECT_THAT(error("rec/1 2 250 3\nnone 3\n"), IsError(ErrorCode::file_not_found, "none.hea"));
  EXPECT_THAT(error("rec/1 2 250 3\n../a 3\n"), IsError(ErrorCode::bad_file, "outside its folder"));
  scratch_.write("u.hea", "u 2 250 1\nd.dat 80 1/uV 8 0 0 0 0 I\nd.dat 80 1/mV 8 0 0 0 0 II\n");
  EXPECT_THAT(error("rec/2 2 250 4\na 3\nu 1\n"), IsError(ErrorCode::bad_file, "I is in uV, and in mV in the record"));
  EXPECT_THAT(read("rec/2 2 250 9\na 3\nb 2\n").notices, warns("records_differ"));
  EXPECT_THAT(error("rec/2 2 250\n~ 281474976710656\n~ 1\n"), IsError(ErrorCode::bad_file, "too long"));
}

}  // namespace
}  // namespace biotropy::files
