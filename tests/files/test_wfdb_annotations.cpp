// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/files/wfdb_bytes.hpp"

namespace biotropy::files {
namespace {

using namespace std::string_literals;
using test::aux;
using test::channel;
using test::end_of_annotations;
using test::note;
using test::number;
using test::skip;
using test::subtype;
using test::word;

WfdbAnnotations decode(const std::string& bytes) {
  Input input("rec.atr", std::as_bytes(std::span(bytes)));
  return decode_wfdb_annotations(input);
}

TEST(WfdbAnnotations, TimesAreSumsOfIntervals) {
  // By hand: 'N' (1) after 18 samples is 0x0412, 'V' (5) after 1023 is 0x17ff.
  const auto annotations = decode("\x12\x04\xff\x17\x00\x00"s);
  EXPECT_THAT(annotations.samples, ElementsAre(18, 1041));
  EXPECT_THAT(annotations.codes, ElementsAre(1, 5));
  EXPECT_THAT(annotations.notices, IsEmpty());
  EXPECT_FALSE(annotations.rate.has_value());
}

TEST(WfdbAnnotations, SkipsAddToTheIntervalBehindThem) {
  // By hand: 70,000 = 0x00011170 with the higher word first.
  EXPECT_THAT(decode("\x00\xec\x01\x00\x70\x11\x05\x04\x00\x00"s).samples, ElementsAre(70'005));
  EXPECT_THAT(decode(skip(70'000) + word(1, 5) + end_of_annotations()).samples, ElementsAre(70'005));
  EXPECT_THAT(decode(skip(1024) + word(1, 0) + word(1, 7) + end_of_annotations()).samples, ElementsAre(1024, 1031));
}

TEST(WfdbAnnotations, SkipsGoBackAndBeyond32Bits) {
  const std::int32_t most = 2'147'483'647;
  const auto annotations = decode(skip(most) + word(1, 0) + skip(most) + skip(most) + word(5, 1) + skip(-100) +
                                  word(8, 50) + end_of_annotations());
  EXPECT_THAT(annotations.samples, ElementsAre(2'147'483'647, 6'442'450'942, 6'442'450'892));
  EXPECT_THAT(annotations.notices, warns("time_goes_back"));
  EXPECT_THAT(decode(skip(-3) + word(1, 1) + end_of_annotations()).notices, warns("time_goes_back"));
}

TEST(WfdbAnnotations, NumberAndChannelStayAndSubtypeDoesNot) {
  const auto marks = decode(word(1, 1) + word(1, 1) + number(-2) + subtype(-7) + channel(200) + word(1, 1) +
                            word(1, 1) + number(3) + channel(1) + word(1, 1) + end_of_annotations())
                         .marks;
  ASSERT_EQ(marks.size(), 5u);
  const auto values = [](const WfdbMark& mark) { return std::array{mark.number, mark.subtype, mark.channel}; };
  EXPECT_THAT(values(marks[0]), ElementsAre(0, 0, 0));
  EXPECT_THAT(values(marks[1]), ElementsAre(-2, -7, 200));
  EXPECT_THAT(values(marks[2]), ElementsAre(-2, 0, 200));
  EXPECT_THAT(values(marks[3]), ElementsAre(3, 0, 1));
  EXPECT_THAT(values(marks[4]), ElementsAre(3, 0, 1));
}

TEST(WfdbAnnotations, TextOfOddAndEvenLength) {
  const auto annotations = decode(word(28, 5) + aux("(N\0"s) + word(1, 5) + aux("ab") + word(1, 1) + aux("") +
                                  word(22, 1) + aux("\xb5V"s) + end_of_annotations());
  EXPECT_THAT(annotations.samples, ElementsAre(5, 10, 11, 12));
  EXPECT_EQ(annotations.marks[0].text, "(N");
  EXPECT_EQ(annotations.marks[1].text, "ab");
  EXPECT_EQ(annotations.marks[2].text, "");
  EXPECT_EQ(annotations.marks[3].text, "\xc2\xb5V");
}

TEST(WfdbAnnotations, LongestTextOfAll) {
  const std::string text(1023, 'x');
  const auto annotations = decode(word(22, 1) + aux(text) + word(1, 1) + end_of_annotations());
  EXPECT_EQ(annotations.marks[0].text, text);
  EXPECT_THAT(annotations.samples, ElementsAre(1, 2));
}

TEST(WfdbAnnotations, RemovedAnnotationsPassTheirTimeOn) {
  const auto annotations = decode(word(0, 9) + subtype(4) + aux("gone") + word(1, 1) + subtype(2) + word(0, 10) +
                                  subtype(3) + word(1, 10) + end_of_annotations());
  EXPECT_THAT(annotations.samples, ElementsAre(10, 30));
  EXPECT_EQ(annotations.marks[0].subtype, 2);
  EXPECT_EQ(annotations.marks[1].subtype, 0);
  EXPECT_EQ(annotations.marks[0].text, "");
}

TEST(WfdbAnnotations, NotesInFrontMayGiveRateAndSymbols) {
  // The SKIP by -1 and the removed annotation after it are written by the WFDB library.
  const auto annotations =
      decode(note("## time resolution: 1000.5") + note("## annotation type definitions") + note("42 sleep stage 2") +
             note("43") + note("99 x too large") + note("## end of definitions") + skip(-1) + word(0, 1) + word(42, 7) +
             word(1, 1) + end_of_annotations());
  EXPECT_THAT(annotations.samples, ElementsAre(7, 8));
  EXPECT_EQ(annotations.rate, 1000.5);
  EXPECT_EQ(wfdb_symbol(annotations, 42), "sleep");
  EXPECT_EQ(wfdb_symbol(annotations, 43), "[43]");
  EXPECT_THAT(annotations.notices, IsEmpty());
}

TEST(WfdbAnnotations, OtherNotesAreAnnotations) {
  const auto plain = decode(note("## time") + note("## time resolution: 360") + end_of_annotations());
  EXPECT_THAT(plain.codes, ElementsAre(22, 22));
  EXPECT_FALSE(plain.rate.has_value());
  const auto late = decode(word(22, 3) + aux("## time resolution: 360") + end_of_annotations());
  EXPECT_THAT(late.codes, ElementsAre(22));
  EXPECT_FALSE(late.rate.has_value());
  for (const std::string rate : {"0", "-1", "nan", "1e300", "fast", ""}) {
    const auto unusable = decode(note("## time resolution: " + rate) + word(1, 1) + end_of_annotations());
    EXPECT_FALSE(unusable.rate.has_value()) << rate;
  }
  EXPECT_THAT(decode(note("## time resolution: 0") + end_of_annotations()).notices, warns("rate_unusable"));
}

TEST(WfdbAnnotations, WhatFollowsTheEndIsNotRead) {
  const auto annotations = decode(word(1, 1) + end_of_annotations() + word(1, 1) + "rest");
  EXPECT_THAT(annotations.samples, ElementsAre(1));
  EXPECT_THAT(annotations.notices, warns("bytes_left_out"));
  EXPECT_THAT(decode(end_of_annotations()).samples, IsEmpty());
}

TEST(WfdbAnnotations, FilesThatAreCutOff) {
  const std::string whole = word(1, 10) + word(5, 10);
  EXPECT_THAT(decode(whole).notices, warns("end_missing"));
  EXPECT_THAT(decode(whole + "\x01").notices, warns("file_cut"));
  EXPECT_THAT(decode(whole + skip(5).substr(0, 4)).notices, warns("file_cut"));
  EXPECT_THAT(decode(whole + skip(5)).notices, warns("end_missing"));
  const auto text_cut = decode(whole + aux("abcdef").substr(0, 6));
  EXPECT_THAT(text_cut.notices, warns("file_cut"));
  EXPECT_THAT(text_cut.samples, ElementsAre(10, 20));
  EXPECT_EQ(text_cut.marks[1].text, "");
  // The byte 0 behind a text may be missing at the very end.
  EXPECT_EQ(decode(whole + word(63, 3) + "abc").marks[1].text, "abc");
}

TEST(WfdbAnnotations, OtherBytesAreNoAnnotations) {
  EXPECT_THAT(error_of([] { decode(word(53, 1)); }),
              IsError(ErrorCode::bad_file, "rec.atr: code 53 at byte 0 is not an annotation"));
  EXPECT_THAT(error_of([] { decode(word(1, 1) + word(50, 0)); }), IsError(ErrorCode::bad_file, "code 50 at byte 2"));
  EXPECT_EQ(decode(word(49, 1)).codes.size(), 1u);
  for (const std::string& orphan : {number(1), subtype(1), channel(1), aux("ab")}) {
    EXPECT_THAT(error_of([&] { decode(orphan + word(1, 1)); }),
                IsError(ErrorCode::bad_file, "at byte 0 belongs to no annotation"));
    EXPECT_THAT(error_of([&] { decode(word(1, 1) + skip(5) + orphan); }),
                IsError(ErrorCode::bad_file, "at byte 8 belongs to no annotation"));
  }
}

TEST(WfdbAnnotations, SymbolsOfTheLibrary) {
  const WfdbAnnotations none;
  EXPECT_EQ(wfdb_symbol(none, 1), "N");
  EXPECT_EQ(wfdb_symbol(none, 14), "~");
  EXPECT_EQ(wfdb_symbol(none, 15), "[15]");
  EXPECT_EQ(wfdb_symbol(none, 22), "\"");
  EXPECT_EQ(wfdb_symbol(none, 28), "+");
  EXPECT_EQ(wfdb_symbol(none, 38), "f");
  EXPECT_EQ(wfdb_symbol(none, 41), "r");
  EXPECT_EQ(wfdb_symbol(none, 42), "[42]");
  EXPECT_EQ(wfdb_symbol(none, -1), "[-1]");
}

TEST(WfdbAnnotations, TheRateComesFromTheFileThenTheHeaderThenTheOptions) {
  const Scratch scratch;
  const std::string beats = word(1, 100) + word(1, 100) + end_of_annotations();
  const auto alone = scratch.write("alone.qrs", beats);
  EXPECT_EQ(read_wfdb_annotations(alone).rate, 250.0);
  EXPECT_THAT(read_wfdb_annotations(alone).notices, warns("rate_assumed"));
  OpenOptions options{.rate = 128.0};
  EXPECT_EQ(read_wfdb_annotations(alone, options).rate, 128.0);
  EXPECT_THAT(read_wfdb_annotations(alone, options).notices, IsEmpty());

  scratch.write("rec.hea", "rec 0 360\n");
  const auto with_header = scratch.write("rec.qrs", beats);
  EXPECT_EQ(read_wfdb_annotations(with_header).rate, 360.0);
  EXPECT_THAT(read_wfdb_annotations(with_header).notices, IsEmpty());
  EXPECT_EQ(read_wfdb_annotations(with_header, options).rate, 360.0);
  EXPECT_THAT(read_wfdb_annotations(with_header, options).notices, warns("rate_ignored"));
  const auto own = scratch.write("rec.atr", note("## time resolution: 1000") + beats);
  EXPECT_EQ(read_wfdb_annotations(own).rate, 1000.0);

  scratch.write("mute.hea", "mute 0\n");
  EXPECT_THAT(read_wfdb_annotations(scratch.write("mute.ecg", beats)).notices, warns("rate_assumed"));
  scratch.write("bad.hea", "bad zero\n");
  const auto bad = scratch.write("bad.ecg", beats);
  EXPECT_THAT(error_of([&] { read_wfdb_annotations(bad); }), IsError(ErrorCode::bad_file, "bad.hea: line 1"));
  const auto empty = scratch.write("empty.ecg", "");
  EXPECT_THAT(error_of([&] { read_wfdb_annotations(empty); }), IsError(ErrorCode::bad_file, "the file is empty"));
}

#ifndef _WIN32
TEST(WfdbAnnotations, AHeaderThatCannotBeLookedAtIsNotPassedOver) {
  const Scratch scratch;
  const auto beats = scratch.write("loop.atr", word(1, 100) + word(1, 100) + end_of_annotations());
  std::filesystem::create_symlink("loop.hea", scratch.path("loop.hea"));
  EXPECT_THAT(error_of([&] { read_wfdb_annotations(beats); }), IsError(ErrorCode::io, "loop.hea: "));
}
#endif

}  // namespace
}  // namespace biotropy::files
