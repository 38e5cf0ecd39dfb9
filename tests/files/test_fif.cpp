// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/readers.hpp"
#include "biotropy/files/open.hpp"
#include "tests/files/fif_bytes.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

using series::Recording;
using test::fif_head;
using test::FifBytes;
using test::FifBytesChannel;
using test::plain_fif;

constexpr int kMeasurement = 100, kRaw = 102, kBuffer = 300;

Recording recording_of_fif(const std::string& bytes) {
  Input input("test.fif", std::as_bytes(std::span(bytes)));
  return read_fif(input);
}

Recording read(const FifBytes& fif) {
  return recording_of_fif(fif.bytes());
}

std::optional<Error> error_of_fif(const std::string& bytes) {
  return error_of([&] { recording_of_fif(bytes); });
}

std::optional<Error> error_of_fif(const FifBytes& fif) {
  return error_of_fif(fif.bytes());
}

TEST(Fif, ReadsBothByteOrders) {
  for (const bool big_endian : {true, false}) {
    const Recording recording = read(plain_fif(big_endian));
    EXPECT_EQ(recording.format, "FIF");
    EXPECT_THAT(recording.notices, IsEmpty());
    ASSERT_EQ(recording.channels.size(), 2U);
    EXPECT_EQ(recording.channels[0].label, "EEG 001");
    EXPECT_EQ(recording.channels[0].unit, "V");
    EXPECT_EQ(recording.channels[0].type, "EEG");
    EXPECT_EQ(recording.channels[0].rate, 100.0);
    EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 3, 5));
    EXPECT_THAT(recording.channels[1].samples, ElementsAre(-2, -4, -6));
    EXPECT_THAT(recording.channels[1].gap_starts, IsEmpty());
  }
}

TEST(Fif, SamplesAreMultipliedByTheProductOfRangeAndCalibration) {
  FifBytesChannel channel{.range = 3.1e-7F, .calibration = 0.7F};
  const double factor = static_cast<double>(channel.range) * static_cast<double>(channel.calibration);
  FifBytes fif = fif_head({channel});
  fif.begin(kRaw).shorts(kBuffer, {-32768, 32767}).integers(kBuffer, {-2147483647, 7});
  fif.floats(kBuffer, {0.1}).doubles(kBuffer, {0.1, -1e-300}).end(kRaw);
  EXPECT_THAT(read(fif).channels[0].samples,
              ElementsAre(-32768 * factor, 32767 * factor, -2147483647.0 * factor, 7 * factor,
                          static_cast<double>(0.1F) * factor, 0.1 * factor, -1e-300 * factor));
}

TEST(Fif, BuffersLargerThanTheWindowAreReadInPieces) {
  constexpr int rows = 200'000;  // 2.4 MB
  std::vector<std::int32_t> values;
  for (int i = 0; i < 3 * rows; ++i) values.push_back(i);
  FifBytes fif = fif_head({{}, {}, {}});
  fif.begin(kRaw).integers(kBuffer, values).end(kRaw);
  const Recording recording = read(fif);
  for (std::size_t c = 0; c < 3; ++c) {
    ASSERT_EQ(recording.channels[c].samples.size(), rows);
    for (std::size_t i = 0; i < rows; ++i)
      ASSERT_EQ(recording.channels[c].samples[i], 3.0 * static_cast<double>(i) + static_cast<double>(c));
  }
}

struct Named {
  int kind, coil, unit, multiplier;
  std::string type, shown_unit;
};

TEST(Fif, KindsCoilsAndUnitsHaveWords) {
  const std::vector<Named> all = {
      {1, 3024, 112, 0, "MEGMAG", "T"},
      {1, 3012, 201, -15, "MEGGRADPLANAR", "T/m"},
      {1, 6001, 112, 0, "MEGGRADAXIAL", "T"},
      {1, 5001 | (3 << 16), 112, 0, "MEGGRADAXIAL", "T"},
      {1, 9999, 201, 0, "MEGGRADPLANAR", "T/m"},
      {301, 5002, 112, 0, "MEGREFMAG", "T"},
      {301, 5003, 112, 0, "MEGREFGRADAXIAL", "T"},
      {301, 5004, 112, 0, "MEGREFGRADPLANAR", "T"},
      {2, 1, 107, -6, "EEG", "V"},
      {3, 0, -1, 0, "TRIG", ""},
      {202, 0, 107, 0, "EOG", "V"},
      {302, 0, 107, 0, "EMG", "V"},
      {402, 0, 107, -3, "ECG", "V"},
      {502, 0, 0, 0, "MISC", ""},
      {707, 0, -1, 0, "FITERR", ""},
      {802, 1, 107, 0, "SEEG", "V"},
      {902, 1, 107, 0, "ECOG", "V"},
      {1100, 302, 107, 0, "NIRSCWAMPLITUDE", "V"},
      {1400, 401, 210, 0, "PUPIL", "px"},
      {4711, 0, 107, 5, "OTHER", "V"},
  };
  std::vector<FifBytesChannel> channels;
  for (const Named& one : all) channels.push_back({"x", one.kind, one.coil, one.unit, one.multiplier, 1.0F, 1.0F});
  FifBytes fif = fif_head(channels);
  fif.begin(kRaw).shorts(kBuffer, std::vector<int>(all.size(), 1)).end(kRaw);
  const Recording recording = read(fif);
  for (std::size_t c = 0; c < all.size(); ++c) {
    EXPECT_EQ(recording.channels[c].type, all[c].type) << all[c].kind << " " << all[c].coil;
    EXPECT_EQ(recording.channels[c].unit, all[c].shown_unit) << all[c].kind << " " << all[c].unit;
  }
  EXPECT_THAT(recording.notices, warns("compensated"));
}

TEST(Fif, SkipsAreGaps) {
  FifBytes fif = fif_head({{}}, 10.0);
  fif.begin(kRaw).integers(208, {500}).integers(301, {2}).shorts(kBuffer, {1, 2});
  fif.integers(301, {3}).shorts(kBuffer, {3, 4, 5, 6}).shorts(kBuffer, {7});
  fif.integers(303, {25}).shorts(kBuffer, {8}).integers(301, {9}).end(kRaw);
  const Recording recording = read(fif);
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(2, 7));
  // Skipped buffers have the length of the next one: 3 times 4 samples.
  EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(1.2, 2.5));
}

TEST(Fif, LongNamesAndOtherValuesComeFromTheExtendedDescription) {
  FifBytes fif;
  fif.head().begin(kMeasurement).begin(101).integers(200, {2}).floats(201, {1.0});
  fif.channel({"A very long nam"}).channel({"B"});
  fif.begin(113).text(258, "A very long name: \xe9 &#8230; &#x;").integers(252, {202}).end(113);
  fif.begin(113).floats(253, {4.0}).floats(254, {0.5}).integers(256, {112}).integers(257, {-15}).end(113);
  fif.begin(359).text(3507, "A very long nam:C").end(359);
  fif.end(101).begin(kRaw).shorts(kBuffer, {3, 5}).end(kRaw);
  const Recording recording = read(fif);
  EXPECT_EQ(recording.channels[0].label, "A very long name: \u00e9 \u2026 &#x;");
  EXPECT_EQ(recording.channels[0].type, "EOG");
  EXPECT_EQ(recording.channels[0].bad, "marked bad in the file");
  EXPECT_EQ(recording.channels[1].unit, "T");
  EXPECT_EQ(recording.channels[1].bad, "");
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(10.0));
}

// With a date the onsets count from it, and the samples in front of the first one are part of the time.
TEST(Fif, AnnotationsCountFromTheDateOfTheMeasurement) {
  FifBytes fif;
  fif.head().begin(kMeasurement).begin(101).integers(200, {1}).floats(201, {10.0});
  fif.integers(204, {1000, 250'000}).channel({}).end(101);
  fif.begin(3810).floats(3568, {3.0, 3.75, 99.0, 1.0}).floats(3569, {3.5, 9.0, 99.0, 2.25});
  fif.text(206, "BAD_blink:a{COLON}b:outside:begins before").doubles(204, {1001.0, 250'000}).end(3810);
  fif.begin(kRaw).integers(208, {30}).shorts(kBuffer, std::vector<int>(20, 1)).end(kRaw);
  const Recording recording = read(fif);
  ASSERT_EQ(recording.annotations.size(), 3U);
  EXPECT_EQ(recording.annotations[0].text, "BAD_blink");
  EXPECT_EQ(recording.annotations[0].onset, 1.0);
  EXPECT_EQ(recording.annotations[0].duration, 0.5);
  EXPECT_EQ(recording.annotations[1].text, "a:b");
  EXPECT_EQ(recording.annotations[1].onset, 1.75);
  EXPECT_EQ(recording.annotations[1].duration, 0.25);  // to the end of the recording
  EXPECT_EQ(recording.annotations[2].onset, 0.0);
  EXPECT_EQ(recording.annotations[2].duration, 0.25);
  EXPECT_THAT(recording.notices, warns("events_outside"));
}

TEST(Fif, AnnotationsThatCannotBePlacedAreLeftOut) {
  const auto with = [](const std::vector<double>& ends, bool dated) {
    FifBytes fif = fif_head({{}}, 10.0);
    fif.begin(3810).floats(3568, {0.5}).floats(3569, ends).text(206, "x");
    if (dated) fif.doubles(204, {1.0, 0.0});
    fif.end(3810);
    return read(fif.begin(kRaw).shorts(kBuffer, std::vector<int>(20, 1)).end(kRaw));
  };
  EXPECT_EQ(with({1.0}, false).annotations.at(0).onset, 0.5);
  EXPECT_THAT(with({1.0}, true).notices, warns("annotations_left_out"));
  EXPECT_THAT(with({1.0, 2.0}, false).notices, warns("annotations_left_out"));
  EXPECT_THAT(with({0.25}, false).notices, warns("annotations_damaged"));
}

TEST(Fif, TagsAreFoundThroughTheNextOne) {
  const std::string plain = plain_fif().bytes();
  // The third tag has the position of the next one, behind eight bytes that are no tag.
  FifBytes fif;
  fif.tag(100, 31, std::string(20, '\0')).integers(101, {-1});
  const auto here = static_cast<int>(fif.bytes().size());
  fif.tag(108, 0, "abcd", here + 16 + 4 + 8);
  std::string bytes = fif.bytes() + "overhead" + plain.substr(36 + 20 + 20);
  EXPECT_THAT(recording_of_fif(bytes).channels[0].samples, ElementsAre(1, 3, 5));
  // Without a next one the file ends, whatever follows.
  EXPECT_THAT(recording_of_fif(plain + FifBytes().tag(108, 0, "", -1).bytes() + "rest").notices, IsEmpty());
  // A tag that was appended to the file: the one at its place points to it, it points back, and the last one to
  // nothing.
  FifBytes moved;
  moved.tag(100, 31, std::string(20, '\0')).integers(101, {-1}).tag(106, 3, "abcd", static_cast<int>(plain.size()));
  const std::size_t begin = moved.bytes().size();
  FifBytes last, appended;
  last.tag(105, 3, plain.substr(plain.size() - 4), -1);
  appended.tag(108, 0, "", static_cast<int>(begin));
  bytes = moved.bytes() + plain.substr(begin, plain.size() - 20 - begin) + last.bytes() + appended.bytes();
  EXPECT_THAT(recording_of_fif(bytes).channels[0].samples, ElementsAre(1, 3, 5));
  FifBytes circle;
  circle.tag(100, 31, std::string(20, '\0')).tag(108, 0, "", 36);
  EXPECT_THAT(error_of_fif(circle), IsError(ErrorCode::bad_file, "follow each other in a circle, at byte 36"));
}

TEST(Fif, AFileThatEndsInsideATagIsReadUpToIt) {
  FifBytes fif = fif_head({{}});
  fif.begin(kRaw).shorts(kBuffer, {1, 2}).shorts(kBuffer, {3, 4});
  std::string bytes = fif.bytes();
  for (const std::size_t lost : {1U, 4U, 15U}) {
    const Recording recording = recording_of_fif(bytes.substr(0, bytes.size() - lost));
    EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2)) << lost;
    EXPECT_THAT(recording.notices, warns("file_cut"));
  }
}

// Between two tags a file that was cut looks whole but for its open block of data.
TEST(Fif, AFileThatWasCutBetweenTagsIsSaidToBe) {
  FifBytes fif = fif_head({{}});
  fif.begin(kRaw).shorts(kBuffer, {1, 2}).shorts(kBuffer, {3, 4});
  EXPECT_THAT(read(fif).notices, warns("file_cut"));
  EXPECT_THAT(read(fif.end(kRaw)).notices, IsEmpty());
}

// One field of a tag of the data: its kind, or where the next one is.
TEST(Fif, BuffersThatAreNotReachedAreAnError) {
  FifBytes fif = fif_head({{}, {}});
  fif.begin(kRaw);
  const std::size_t first = fif.bytes().size();
  for (int k = 0; k < 3; ++k) fif.shorts(kBuffer, std::vector<int>(8, k));
  const std::string bytes = fif.end(kRaw).end(kMeasurement).bytes();
  const std::size_t length = 16 + 16, second = first + length;
  EXPECT_EQ(recording_of_fif(bytes).channels[0].samples.size(), 12U);
  const auto changed = [&](std::size_t field, std::size_t value) {
    std::string damaged = bytes;
    for (std::size_t k = 0; k < 4; ++k) damaged[second + 4 * field + k] = static_cast<char>(value >> (24 - 8 * k));
    return error_of_fif(damaged);
  };
  for (const std::size_t kind : {0, 302, 332, 65836}) {
    const auto error = changed(0, kind);
    ASSERT_TRUE(error) << kind;
    EXPECT_EQ(error->code(), ErrorCode::bad_file);
  }
  for (const std::size_t next : {std::size_t{0xffffffff}, second + 2 * length, second + 2 * length + 20}) {
    const auto error = changed(3, next);
    ASSERT_TRUE(error) << next;
    EXPECT_EQ(error->code(), ErrorCode::bad_file);
  }
  std::string block = bytes;
  block[first - 1] = 'x';  // the number of the block
  ASSERT_TRUE(error_of_fif(block));
}

TEST(Fif, OtherContentsAreNamed) {
  const auto with = [](int block) { return fif_head({{}}).begin(block).end(block); };
  EXPECT_THAT(error_of_fif(with(104)), IsError(ErrorCode::unsupported, "averages (evoked responses)"));
  EXPECT_THAT(error_of_fif(with(373)), IsError(ErrorCode::unsupported, "a FIF file of epochs"));
  EXPECT_THAT(error_of_fif(with(355)), IsError(ErrorCode::unsupported, "a covariance matrix"));
  EXPECT_THAT(error_of_fif(with(3810)), IsError(ErrorCode::unsupported, "annotations alone"));
  EXPECT_THAT(error_of_fif(with(119)), IsError(ErrorCode::unsupported, "MaxFilter"));
  EXPECT_THAT(error_of_fif(with(kRaw)), IsError(ErrorCode::bad_file, "it holds no samples"));
  EXPECT_THAT(error_of_fif(fif_head({{}})), IsError(ErrorCode::bad_file, "without raw data"));
  FifBytes complex = fif_head({{}});
  complex.begin(kRaw).tag(kBuffer, 20, std::string(8, '\0')).end(kRaw);
  EXPECT_THAT(error_of_fif(complex), IsError(ErrorCode::unsupported, "complex numbers"));
  FifBytes packed = fif_head({{}});
  packed.begin(kRaw).tag(kBuffer, 23, std::string(8, '\0')).end(kRaw);
  EXPECT_THAT(error_of_fif(packed), IsError(ErrorCode::unsupported, "samples of type 23"));
  FifBytes twice = plain_fif();
  twice.begin(kMeasurement).begin(101);
  EXPECT_THAT(error_of_fif(twice), IsError(ErrorCode::unsupported, "several measurements"));
}

TEST(Fif, FaultsOfTheHeaderAreErrors) {
  EXPECT_THAT(error_of_fif(std::string(40, 'x')), IsError(ErrorCode::bad_file, "a FIF file begins with"));
  FifBytesChannel broken{.calibration = std::numeric_limits<float>::infinity()};
  FifBytes infinite = fif_head({broken});
  infinite.begin(kRaw).shorts(kBuffer, {1});
  EXPECT_THAT(error_of_fif(infinite), IsError(ErrorCode::bad_file, "the calibration of EEG 001 is 1 times inf"));
  FifBytes odd = fif_head({{}, {}});
  odd.begin(kRaw).shorts(kBuffer, {1, 2, 3});
  EXPECT_THAT(error_of_fif(odd), IsError(ErrorCode::bad_file, "6 bytes"));
  FifBytes still = fif_head({{}}, 0.0);
  still.begin(kRaw).shorts(kBuffer, {1});
  EXPECT_THAT(error_of_fif(still), IsError(ErrorCode::bad_file, "the sampling rate is 0"));
  FifBytes backward = fif_head({{}});
  backward.begin(kRaw).integers(301, {-1}).shorts(kBuffer, {1});
  EXPECT_THAT(error_of_fif(backward), IsError(ErrorCode::bad_file, "-1 samples or buffers"));
  FifBytes endless = fif_head({{}});
  endless.begin(kRaw);
  for (int k = 0; k < 20; ++k) endless.integers(301, {2147483647}).shorts(kBuffer, std::vector<int>(100'000, 1));
  EXPECT_THAT(error_of_fif(endless), IsError(ErrorCode::bad_file, "gaps longer than any recording"));
  FifBytes early;
  early.head().begin(kMeasurement).begin(kRaw).shorts(kBuffer, {1});
  EXPECT_THAT(error_of_fif(early), IsError(ErrorCode::bad_file, "before the description of the channels"));
  FifBytes more;
  more.head().begin(kMeasurement).begin(101).integers(200, {2}).floats(201, {1.0}).channel({}).end(101);
  more.begin(kRaw).shorts(kBuffer, {1});
  EXPECT_THAT(error_of_fif(more), IsError(ErrorCode::bad_file, "it announces 2 channels and describes 1"));
}

class SplitFif : public ::testing::Test {
 protected:
  // A file whose first sample has this number, going on in a file of that name or number.
  std::string part(int first, const std::vector<int>& samples, const std::string& next, int number = -1,
                   const std::string& label = "EEG 001") {
    FifBytes fif = fif_head({{label}}, 10.0);
    fif.begin(kRaw);
    if (first >= 0) fif.integers(208, {first});
    fif.begin(118).integers(115, {1}).text(118, "before.fif").integers(117, {7}).end(118);
    fif.shorts(kBuffer, samples);
    if (!next.empty() || number >= 0) {
      fif.begin(118).integers(115, {2});
      if (!next.empty()) fif.text(118, next);
      if (number >= 0) fif.integers(117, {number});
      fif.end(118);
    }
    return fif.end(kRaw).end(kMeasurement).bytes();
  }

  Scratch scratch_;
};

TEST_F(SplitFif, GoesOnInTheFilesThatAreNamed) {
  scratch_.write("b.fif", part(102, {3, 4}, "c.fif"));
  scratch_.write("c.fif", part(109, {5}, ""));
  const Recording recording = open(scratch_.write("a.fif", part(100, {1, 2}, "b.fif", 9)));
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(4));
  EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(0.5));
  EXPECT_THAT(recording.other_files,
              ElementsAre(scratch_.path("b.fif").generic_string(), scratch_.path("c.fif").generic_string()));
  EXPECT_THAT(recording.notices, IsEmpty());
}

TEST_F(SplitFif, FilesThatCountFromTheirOwnStartFollowEachOther) {
  scratch_.write("b.fif", part(-1, {3, 4}, ""));
  EXPECT_THAT(open(scratch_.write("a.fif", part(100, {1, 2}, "b.fif"))).notices, IsEmpty());
  scratch_.write("b.fif", part(50, {3, 4}, ""));
  const Recording recording = open(scratch_.path("a.fif"));
  EXPECT_THAT(recording.channels[0].gap_starts, IsEmpty());
  EXPECT_THAT(recording.notices, warns("parts_overlap"));
}

TEST_F(SplitFif, NumbersAreNames) {
  scratch_.write("rest_raw-1.fif", part(2, {3, 4}, "", 2));
  scratch_.write("rest_raw-2.fif", part(4, {5}, ""));
  const Recording recording = open(scratch_.write("rest_raw.fif", part(0, {1, 2}, "", 1)));
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2, 3, 4, 5));
}

TEST_F(SplitFif, WrongPartsAreErrors) {
  const auto first = scratch_.write("a.fif", part(0, {1}, "b.fif"));
  const auto fault = [&] { return error_of([&] { open(first); }); };
  EXPECT_THAT(fault(),
              IsError(ErrorCode::file_not_found, "a.fif: the recording goes on in 'b.fif', which is not there"));
  scratch_.write("b.fif", part(1, {1}, "", -1, "other"));
  EXPECT_THAT(fault(), IsError(ErrorCode::bad_file, "b.fif: its channel 1 is other, in the first file EEG 001"));
  scratch_.write("b.fif",
                 fif_head({{"EEG 001", 2, 1, 112, 0}}, 10.0).begin(kRaw).shorts(kBuffer, {1}).end(kRaw).bytes());
  EXPECT_THAT(fault(), IsError(ErrorCode::bad_file, "b.fif: EEG 001 is in 'T', in the first file in 'V'"));
  scratch_.write("b.fif", fif_head({{"EEG 001"}}, 20.0).begin(kRaw).shorts(kBuffer, {1}).end(kRaw).bytes());
  EXPECT_THAT(fault(), IsError(ErrorCode::bad_file, "b.fif: its rate is 20 Hz, that of the first file 10 Hz"));
  scratch_.write("b.fif",
                 fif_head({{"EEG 001"}, {"EEG 002"}}, 10.0).begin(kRaw).shorts(kBuffer, {1, 2}).end(kRaw).bytes());
  EXPECT_THAT(fault(), IsError(ErrorCode::bad_file, "b.fif: it has 2 channels, the first file 1"));
  scratch_.write("b.fif", part(1, {1}, "a.fif"));
  EXPECT_THAT(fault(), IsError(ErrorCode::bad_file, "name each other in a circle"));
  scratch_.write("a.fif", part(0, {1}, "../b.fif"));
  EXPECT_THAT(fault(), IsError(ErrorCode::bad_file, "outside its folder"));
  EXPECT_THAT(error_of_fif(part(0, {1}, "b.fif")), IsError(ErrorCode::unsupported, "which a pipe does not contain"));
}

TEST(Fif, TheFileMarksTypesAndBadChannelsUnlessATableDoes) {
  const Scratch scratch;
  FifBytes fif;
  fif.head().begin(kMeasurement).begin(101).integers(200, {3}).floats(201, {1.0});
  fif.channel({"A"}).channel({"B"}).channel({"STI", 3, 0, 107});
  fif.begin(359).text(3507, "B").end(359).end(101).begin(kRaw).shorts(kBuffer, {1, 2, 3}).end(kRaw);
  const auto path = scratch.write("sub-1_meg.fif", fif.bytes());
  EXPECT_THAT(open(path).notices, ElementsAre(coded("channels_bad"), coded("types_left_out")));
  EXPECT_THAT(series::select_channels(open(path), ""), ElementsAre(0, 1));
  scratch.write("sub-1_channels.tsv", "name\tstatus\nA\tbad\nB\tgood\nSTI\tn/a\n");
  const Recording recording = open(path);
  EXPECT_EQ(recording.channels[0].bad, "marked bad in sub-1_channels.tsv");
  EXPECT_EQ(recording.channels[1].bad, "");
  EXPECT_EQ(recording.channels[2].type, "TRIG");
  EXPECT_THAT(recording.notices, ElementsAre(coded("channels_bad"), coded("types_left_out")));
}

TEST(Fif, ShieldedRecordingsAreReadOnRequestAndSaidToBeDistorted) {
  constexpr int shielded = 119;
  const std::string bytes = fif_head({{}}).begin(shielded).shorts(kBuffer, {1, 2}).end(shielded).bytes();
  EXPECT_THAT(error_of_fif(bytes), IsError(ErrorCode::unsupported, "MaxShield"));
  OpenOptions options{.allow_maxshield = true};
  Input input("test.fif", std::as_bytes(std::span(bytes)));
  const Recording recording = read_fif(input, options);
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2));
  EXPECT_THAT(recording.notices, warns("shielding_distorts"));
}

TEST(Fif, KeepsItsOwnRate) {
  const std::string bytes = plain_fif().bytes();
  OpenOptions options{.rate = 50.0};
  Input input("test.fif", std::as_bytes(std::span(bytes)));
  const Recording recording = read_fif(input, options);
  EXPECT_EQ(recording.channels[0].rate, 100.0);
  EXPECT_THAT(recording.notices, warns("rate_ignored"));
}

}  // namespace
}  // namespace biotropy::files
