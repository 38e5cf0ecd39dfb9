// SPDX-License-Identifier: Apache-2.0
#include "biotropy/heartbeats/annotated_beats.hpp"
#include "tests/error_of.hpp"
#include "tests/files/scratch.hpp"
#include "tests/files/wfdb_bytes.hpp"
#include "tests/notices.hpp"

namespace biotropy::heartbeats {
namespace {

using files::test::aux;
using files::test::end_of_annotations;
using files::test::word;

class AnnotatedBeatsTest : public testing::Test {
 protected:
  // Beats at 0.5, 1, 1.75 s, a change of rhythm at 2.25, beats at 2.75 and 5.25.
  void write_record() {
    scratch_.write("rec.hea", "rec 0 100\n");
    scratch_.write("rec.atr", word(1, 50) + word(5, 50) + word(1, 75) + word(28, 50) + aux("(AFIB") + word(1, 50) +
                                  word(8, 250) + end_of_annotations());
  }

  Scratch scratch_;
};

TEST_F(AnnotatedBeatsTest, ARecordByItsNameItsHeaderAndItsAnnotations) {
  write_record();
  for (const char* name : {"rec", "rec.hea", "rec.atr"}) {
    const AnnotatedBeats beats = read_beats(scratch_.path(name));
    EXPECT_EQ(beats.source, scratch_.path("rec.atr")) << name;
    EXPECT_EQ(beats.rate, 100.0);
    EXPECT_THAT(beats.intervals.seconds, ElementsAre(0.5, 0.75, 1.0, 2.5));
    EXPECT_THAT(beats.intervals.ends, ElementsAre(1.0, 1.75, 2.75, 5.25));
    EXPECT_THAT(beats.other_files, ElementsAre(scratch_.path("rec.hea").generic_string()));
    EXPECT_THAT(beats.notices, IsEmpty());
    EXPECT_EQ(beats.facts.sentence(), "5 beats and 1 other annotation; the first beat is at 0.5 s");
  }
}

TEST_F(AnnotatedBeatsTest, IntervalsWithAnotherAnnotationInside) {
  write_record();
  const AnnotatedBeats beats = read_beats(scratch_.path("rec"), {}, true);
  EXPECT_THAT(beats.intervals.seconds, ElementsAre(0.5, 0.75, 2.5));
  EXPECT_THAT(beats.intervals.ends, ElementsAre(1.0, 1.75, 5.25));
  EXPECT_THAT(beats.intervals.gap_starts, ElementsAre(2));
  EXPECT_EQ(beats.facts.n_left_out, 1u);
  EXPECT_THAT(beats.notices, ElementsAre(coded("intervals_left_out")));
}

TEST_F(AnnotatedBeatsTest, OfTheRateThatIsGivenOrAssumed) {
  write_record();
  std::filesystem::remove(scratch_.path("rec.hea"));
  files::OpenOptions open{.rate = 200.0};
  EXPECT_EQ(read_beats(scratch_.path("rec.atr"), open).intervals.seconds.front(), 0.25);
  const AnnotatedBeats assumed = read_beats(scratch_.path("rec.atr"));
  EXPECT_EQ(assumed.rate, 250.0);
  EXPECT_THAT(assumed.notices, ElementsAre(coded("rate_assumed")));
}

TEST_F(AnnotatedBeatsTest, WhatIsNoAnnotation) {
  EXPECT_EQ(error_of([&] { read_beats(scratch_.path("none")); }).code(), ErrorCode::file_not_found);
  scratch_.write("rr.txt", "0.8\n0.9\n");
  EXPECT_FALSE(annotation_file(scratch_.path("rr.txt")));
  EXPECT_THAT(error_of([&] { read_beats(scratch_.path("rr.txt")); }), refuses("path"));
  scratch_.write("bare.hea", "bare 0 100\n");
  for (const char* name : {"bare", "bare.hea"}) {
    EXPECT_EQ(error_of([&] { annotation_file(scratch_.path(name)); }).code(), ErrorCode::bad_file);
  }
  scratch_.write("one.atr", word(1, 3) + word(28, 1) + aux("(N") + end_of_annotations());
  EXPECT_EQ(error_of([&] { read_beats(scratch_.path("one.atr")); }).code(), ErrorCode::too_short);
}

}  // namespace
}  // namespace biotropy::heartbeats
