// SPDX-License-Identifier: Apache-2.0
//
// Files of a WFDB record and their kinds: annotations of any annotator, signal files of any name.
#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "biotropy/files/open.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/files/wfdb_bytes.hpp"

namespace biotropy::files {
namespace {

using series::Recording;
using test::aux;
using test::end_of_annotations;
using test::word;
using namespace std::string_literals;

std::string beats() {
  return word(1, 100) + word(5, 90) + word(28, 5) + aux("(AFIB") + word(1, 300) + end_of_annotations();
}

class WfdbFiles : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& bytes) {
    return scratch_.write(name, bytes).generic_string();
  }
  std::optional<WfdbPart> part(const std::string& bytes) { return wfdb_part(write("some.ann", bytes)); }
  Scratch scratch_;
};

TEST_F(WfdbFiles, AnnotationsAreKnownByTheirContent) {
  for (const std::string name : {"a.wqrs", "a.gqrsh", "a.sqrs", "a.wabp", "a.my-ann_2", "a.dat", "a"}) {
    EXPECT_EQ(open(write(name, beats())).annotations.size(), 4U) << name;
    EXPECT_EQ(wfdb_annotation_file(scratch_.path(name)), scratch_.path(name)) << name;
  }
  EXPECT_EQ(part(beats()), WfdbPart::annotations);
  EXPECT_EQ(part(beats() + "\0\0"s), WfdbPart::annotations);
}

TEST_F(WfdbFiles, WhatIsNotWhollyAnnotationsIsNone) {
  EXPECT_EQ(part(""), std::nullopt);
  EXPECT_EQ(part(beats().substr(0, 4)), std::nullopt) << "no mark of the end";
  EXPECT_EQ(part(beats() + "x"), std::nullopt) << "more behind the end";
  EXPECT_EQ(part(word(55, 1) + end_of_annotations()), std::nullopt) << "no such code";
  EXPECT_EQ(part(word(45, 1) + end_of_annotations()), std::nullopt) << "a code without a meaning";
  EXPECT_EQ(part(test::skip(-100) + word(1, 5) + end_of_annotations()), std::nullopt) << "before the start";
  EXPECT_EQ(part(end_of_annotations()), std::nullopt) << "no annotation";
  EXPECT_EQ(part(std::string(1000, '\0')), std::nullopt);
  EXPECT_EQ(part("MATLAB 5.0" + std::string(300, '\0')), std::nullopt);
}

TEST_F(WfdbFiles, AnAnnotatorCanBeNamed) {
  OpenOptions options{.annotator = "ann"};
  const std::string cut = write("rec.ann", beats().substr(0, 4));
  EXPECT_THAT(error_of([&] { open(cut); }), IsError(ErrorCode::unsupported, "rec.ann: the format is not known"));
  EXPECT_EQ(open(cut, options).annotations.size(), 2U);
  write("rec.hea", "rec 0 100\n");
  EXPECT_THAT(error_of([&] { open(cut); }), IsError(ErrorCode::unsupported, "give its extension as the annotator"));
  write("rec.atr", beats());
  EXPECT_EQ(wfdb_annotation_file(scratch_.path("rec.hea")), scratch_.path("rec.atr"));
  EXPECT_EQ(wfdb_annotation_file(scratch_.path("rec.hea"), options), scratch_.path("rec.ann"));
  EXPECT_EQ(open(scratch_.path("rec.hea"), options).annotations.size(), 2U);
  options.annotator = "none";
  EXPECT_THAT(error_of([&] { open(scratch_.path("rec.hea"), options); }),
              IsError(ErrorCode::file_not_found, "rec.none: no such file"));
  options.annotator = "../x";
  EXPECT_THAT(error_of([&] { open(cut, options); }), Refuses("annotator", "../x"));
  options.annotator = "atr";
  EXPECT_THAT(open(write("list.txt", "1\n2\n"), options).notices, warns("option_unused"));
}

TEST_F(WfdbFiles, BesideAHeaderTheOnlyAnnotationsAreFound) {
  const std::string header = write("rec.hea", "rec 0 100\n");
  write("rec.txt", "1\n2\n");
  write("other.sqrs", beats());
  EXPECT_EQ(wfdb_annotation_file(header), std::nullopt);
  EXPECT_THAT(error_of([&] { open(header); }), IsError(ErrorCode::bad_file, "neither signals nor annotations"));
  write("rec.wqrs", beats());
  EXPECT_EQ(wfdb_annotation_file(header), scratch_.path("rec.wqrs"));
  EXPECT_EQ(open(header).annotations.size(), 4U);
  write("rec.gqrsh", beats());
  EXPECT_THAT(error_of([&] { wfdb_annotation_file(header); }),
              IsError(ErrorCode::invalid_argument, "rec.hea: gqrsh, wqrs"));
}

TEST_F(WfdbFiles, BytesBehindTheEndAreSaid) {
  const WfdbAnnotations found = read_wfdb_annotations(write("a.atr", beats() + "\0\0x\0"s));
  EXPECT_THAT(found.notices, Contains(coded("bytes_left_out")));
}

// As written by wfdb2mat: a MATLAB file, whose header is skipped.
TEST_F(WfdbFiles, SignalFilesMayBeCalledMat) {
  const std::string version_4 = "\0\0\0\0\2\0\0\0\2\0\0\0\0\0\0\0\4\0\0\0val\0"s;
  const std::string version_5 = "MATLAB 5.0" + std::string(182, '\0');
  for (const std::string& front : {version_4, version_5}) {
    const std::string format = "rec.mat 16+" + std::to_string(front.size());
    write("rec.hea", "rec 2 100 2\n" + format + " 2(1)/mV\n" + format + " 1/uV\n");
    write("rec.mat", front + "\3\0\7\0\5\0\xff\xff"s);
    for (const std::string name : {"rec.mat", "rec.hea"}) {
      const Recording recording = open(scratch_.path(name));
      EXPECT_EQ(recording.format, "WFDB");
      ASSERT_EQ(recording.channels.size(), 2U) << name;
      EXPECT_THAT(recording.channels[0].samples, ElementsAre(1.0, 2.0));
      EXPECT_THAT(recording.channels[1].samples, ElementsAre(7.0, -1.0));
      EXPECT_EQ(recording.channels[0].rate, 100.0);
      EXPECT_THAT(recording.notices, IsEmpty());
    }
  }
  // Without the header the content decides.
  std::filesystem::remove(scratch_.path("rec.hea"));
  EXPECT_THAT(error_of([&] { open(scratch_.path("rec.mat")); }),
              IsError(ErrorCode::unsupported, "rec.mat: a MATLAB file of neither version"));
}

TEST_F(WfdbFiles, NothingToReadIsAnError) {
  EXPECT_THAT(error_of([&] { open(write("a.atr", end_of_annotations())); }),
              IsError(ErrorCode::bad_file, "a.atr: it holds neither signals nor annotations"));
  write("b.hea", "b 1 100\nother.dat 16\n");
  EXPECT_THAT(error_of([&] { open(write("b.bin", "\0\1\2\3\xc8\xc8"s)); }),
              IsError(ErrorCode::unsupported, "it is not a signal file named in "));
}

TEST_F(WfdbFiles, SignalFilesOutsideTheFolderAreRefused) {
  std::filesystem::create_directories(scratch_.path("in/below"));
  write("outside.dat", "\1\0\2\0"s);
  write("in/below/x.dat", "\1\0\2\0"s);
  write("in/x.dat", "\1\0\2\0"s);
  const std::string absolute = scratch_.path("outside.dat").generic_string();
  OpenOptions allowed{.outside_files = true};
  for (const std::string& name : {"../outside.dat"s, "below/../../outside.dat"s, "./../outside.dat"s, absolute}) {
    const std::string header = write("in/rec.hea", "rec 1 100\n" + name + " 16 1\n");
    EXPECT_THAT(error_of([&] { open(header); }), IsError(ErrorCode::bad_file, "outside its folder")) << name;
    EXPECT_THAT(open(header, allowed).channels[0].samples, ElementsAre(1.0, 2.0)) << name;
  }
  for (const std::string name : {"x.dat", "./x.dat", "below/x.dat", "below/../x.dat", "below//./x.dat"}) {
    const std::string header = write("in/rec.hea", "rec 1 100\n" + name + " 16 1\n");
    EXPECT_THAT(open(header).channels[0].samples, ElementsAre(1.0, 2.0)) << name;
  }
}

// 1,000 names of one file: each would be a file of its own, read as often.
TEST_F(WfdbFiles, OneFileIsReadOnceWhateverItIsCalled) {
  std::string header = "rec 1000 100\n", name = "x.dat";
  for (int k = 0; k < 1000; ++k) {
    header += name + " 16 1\n";
    name = "./" + name;
  }
  write("x.dat", std::string(2000 * 5, '\1'));
  const Recording recording = open(write("rec.hea", header));
  ASSERT_EQ(recording.channels.size(), 1000U);
  for (const series::Channel& channel : recording.channels) ASSERT_EQ(channel.samples.size(), 5U);
  EXPECT_THAT(recording.other_files, ElementsAre(scratch_.path("x.dat").generic_string()));
}

}  // namespace
}  // namespace biotropy::files
