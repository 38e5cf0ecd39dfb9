// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "biotropy/files/formats/readers.hpp"
#include "tests/files/mat_files.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/files/warnings.hpp"

namespace biotropy::files {
namespace {

using series::Recording;
using test::MatKind;
using test::MatValue;

Recording read_mat_file(const std::filesystem::path& path, const OpenOptions& options = {}) {
  Input input(path);
  return read_mat(input, options);
}

OpenOptions named(const std::string& variable) {
  return OpenOptions{.variable = variable};
}

// 3 x n, in column-major order: channel c at time i is 100 c + i.
MatValue three_channels(std::size_t n, const std::string& name = "eeg") {
  MatValue value{name, {3, n}, {}};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < 3; ++c) value.numbers.push_back(static_cast<double>(100 * c + i));
  }
  return value;
}

// Numbers that deflate compresses only moderately.
MatValue uneven(std::size_t rows, std::size_t columns) {
  MatValue value{"x", {rows, columns}, {}};
  for (std::size_t k = 0; k < rows * columns; ++k) value.numbers.push_back(std::sin(static_cast<double>(k * k)));
  return value;
}

class Mat : public ::testing::TestWithParam<MatKind> {
 protected:
  Recording read(const std::vector<MatValue>& values, const OpenOptions& options = {}) {
    test::write_mat(path(), GetParam(), values);
    return read_mat_file(path(), options);
  }
  std::optional<Error> error(const std::vector<MatValue>& values, const OpenOptions& options = {}) {
    return error_of([&] { read(values, options); });
  }
  std::filesystem::path path() const { return scratch_.path("test.mat"); }
  bool is_v5() const { return GetParam() == MatKind::v5 || GetParam() == MatKind::v5_compressed; }

  Scratch scratch_;
};

INSTANTIATE_TEST_SUITE_P(Kinds, Mat,
                         ::testing::Values(MatKind::v5, MatKind::v5_compressed, MatKind::v7_3,
                                           MatKind::v7_3_compressed));

TEST_P(Mat, IntegersThatDoublesRoundAreSaid) {
  constexpr std::int64_t exact = std::int64_t{1} << 53;
  const auto of = [&](std::int64_t number) {
    MatValue value{"x", {1, 3}, {}};
    value.integers = {1, number, 2};
    return read({value});
  };
  for (const std::int64_t rounded : {exact + 1, -exact - 1, exact + 3}) {
    const Recording recording = of(rounded);
    EXPECT_THAT(recording.channels.at(0).samples, ElementsAre(1.0, static_cast<double>(rounded), 2.0));
    EXPECT_THAT(test::notices_of(recording), warns("integers_rounded")) << rounded;
  }
  EXPECT_THAT(test::notices_of(of(exact - 1)), IsEmpty());
}

TEST_P(Mat, RowsOfAWideArrayAreChannels) {
  const Recording recording = read({three_channels(6)});
  EXPECT_EQ(recording.format, is_v5() ? "MAT 5" : "MAT 7.3");
  EXPECT_THAT(test::notices_of(recording), IsEmpty());
  ASSERT_EQ(recording.channels.size(), 3U);
  EXPECT_EQ(recording.channels[2].label, "ch3");
  EXPECT_FALSE(recording.channels[2].has_rate);
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(recording.channels[2].samples, ElementsAre(200, 201, 202, 203, 204, 205));
}

TEST_P(Mat, ColumnsOfATallArrayAreChannelsUnlessToldOtherwise) {
  const MatValue tall{"x", {4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}};
  const Recording recording = read({tall});
  ASSERT_EQ(recording.channels.size(), 2U);
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(5, 6, 7, 8));
  OpenOptions options{.rate = 250.0, .orientation = Orientation::rows};
  const Recording rows = read({tall}, options);
  ASSERT_EQ(rows.channels.size(), 4U);
  EXPECT_THAT(rows.channels[1].samples, ElementsAre(2, 6));
  EXPECT_EQ(rows.channels[1].rate, 250.0);
  EXPECT_THAT(error({MatValue{"x", {2, 2}, {1, 2, 3, 4}}}), IsError(ErrorCode::unsupported, "orientation"));
}

TEST_P(Mat, VectorsAreOneChannelOfTheirName) {
  for (const std::vector<std::size_t>& dimensions : {std::vector<std::size_t>{1, 3}, {3, 1}}) {
    const Recording recording = read({MatValue{"rr", dimensions, {812, std::nan(""), 790}}});
    ASSERT_EQ(recording.channels.size(), 1U);
    EXPECT_EQ(recording.channels[0].label, "rr");
    EXPECT_EQ(recording.channels[0].samples[0], 812.0);
    EXPECT_TRUE(std::isnan(recording.channels[0].samples[1]));
    EXPECT_EQ(recording.channels[0].samples[2], 790.0);
  }
}

TEST_P(Mat, IntegersAreRead) {
  MatValue value{"x", {2, 4}, {-32768, 1, 2, 3, 4, 5, 6, 32767}};
  value.is_int16 = true;
  const Recording recording = read({value});
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(-32768, 2, 4, 6));
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(1, 3, 5, 32767));
}

TEST_P(Mat, SeveralArraysAreAskedFor) {
  const std::vector<MatValue> values = {MatValue{"fs", {1, 1}, {250}}, three_channels(8), three_channels(6, "small")};
  const auto several = error(values);
  EXPECT_THAT(several, IsError(ErrorCode::invalid_argument, "2 variables may be the samples; give `variable = NAME`"));
  EXPECT_THAT(several->what(), HasSubstr("[eeg (double, 3 x 8), small (double, 3 x 6), fs (double, 1 x 1)]"));
  EXPECT_EQ(read(values, named("eeg")).channels[0].samples.size(), 8U);
  EXPECT_EQ(read(values, named("small")).channels[0].samples.size(), 6U);
  EXPECT_THAT(read(values, named("fs")).channels[0].samples, ElementsAre(250));
  const auto missing = error(values, named("absent"));
  EXPECT_THAT(missing, Refuses("variable", "absent"));
  EXPECT_THAT(missing->allowed(), HasSubstr("eeg (double, 3 x 8)"));
}

// A structure need not be the first variable of its file.
TEST_P(Mat, FieldsOfAnyVariable) {
  MatValue first{"first", {1, 1}, {}}, second{"second", {1, 1}, {}};
  first.kind = second.kind = MatValue::Kind::structure;
  first.fields = {three_channels(8)};
  second.fields = {MatValue{"eeg", {2, 6}, std::vector<double>(12, 7.0)}};
  const std::vector<MatValue> values = {three_channels(20, "a"), first, second};
  EXPECT_EQ(read(values, named("first.eeg")).channels.size(), 3U);
  const Recording recording = read(values, named("second.eeg"));
  ASSERT_EQ(recording.channels.size(), 2U);
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(7, 7, 7, 7, 7, 7));
}

// The lengths of compressed texts, as matio announces them, are too large: the parts behind them are found all the
// same.
TEST_P(Mat, FieldsBehindTextsOfAnyLength) {
  for (std::size_t length = 0; length <= 20; ++length) {
    MatValue words{"text", {length > 0 ? 1U : 0U, length}, std::vector<double>(length, 'x')};
    words.kind = MatValue::Kind::text;
    MatValue inner{"inner", {1, 2}, {}}, all{"all", {1, 1}, {}};
    inner.kind = all.kind = MatValue::Kind::structure;
    inner.fields = {words, words};
    all.fields = {words, inner, words, three_channels(8)};
    const std::vector<MatValue> values = {all, three_channels(20, "last")};
    EXPECT_EQ(read(values, named("all.eeg")).channels[2].samples.back(), 207.0) << length;
    EXPECT_EQ(read(values, named("last")).channels[2].samples.back(), 219.0) << length;
  }
}

TEST_P(Mat, ARateBesideTheSamplesLeavesNoDoubt) {
  const Recording recording = read({MatValue{"fs", {1, 1}, {250}}, three_channels(6)});
  EXPECT_EQ(recording.channels.size(), 3U);
  EXPECT_THAT(test::notices_of(recording), IsEmpty());
  EXPECT_THAT(read({MatValue{"fs", {1, 1}, {250}}}).channels[0].samples, ElementsAre(250));
}

TEST_P(Mat, TextIsNoCandidateAndIsRefused) {
  MatValue text{"label", {1, 4}, {70, 112, 49, 50}};
  text.kind = MatValue::Kind::text;
  EXPECT_EQ(read({text, three_channels(6)}).channels.size(), 3U);
  EXPECT_THAT(error({text, three_channels(6)}, named("label")),
              IsError(ErrorCode::unsupported, "variable label (char, 1 x 4) cannot be read"));
  EXPECT_THAT(error({text}), IsError(ErrorCode::unsupported, "there is [label (char, 1 x 4)]"));
}

TEST_P(Mat, FieldsOfStructuresAreReadByTheirNames) {
  MatValue eeg{"EEG", {1, 1}, {}};
  eeg.kind = MatValue::Kind::structure;
  MatValue inner{"etc", {1, 1}, {}};
  inner.kind = MatValue::Kind::structure;
  inner.fields = {MatValue{"deep", {1, 2}, {8, 9}}};
  eeg.fields = {MatValue{"times", {1, 5}, {0, 4, 8, 12, 16}}, inner, MatValue{"srate", {1, 1}, {250}},
                three_channels(6, "data"), MatValue{"chanlocs", {1, 1}, {0}}};
  const Recording recording = read({eeg}, named("EEG.data"));
  ASSERT_EQ(recording.channels.size(), 3U);
  EXPECT_THAT(recording.channels[2].samples, ElementsAre(200, 201, 202, 203, 204, 205));
  EXPECT_THAT(read({eeg}, named("EEG.etc.deep")).channels[0].samples, ElementsAre(8, 9));
  const auto advice =
      IsError(ErrorCode::bad_file, "no number nbchan; the option variable, EEG.data, reads its samples alone");
  EXPECT_THAT(error({eeg}), advice);
  EXPECT_THAT(error({eeg, three_channels(9, "x")}), advice);
  EXPECT_THAT(error({eeg}, named("EEG")), IsError(ErrorCode::unsupported, "in it there is [EEG."));
  EXPECT_THAT(error({eeg}, named("EEG.nothing")), IsError(ErrorCode::invalid_argument, "EEG.etc.deep"));
}

// FieldTrip has its trials in cells, beside arrays of numbers that are not samples.
TEST_P(Mat, ArraysInCellsAndStructuresAreCandidates) {
  MatValue trials{"trial", {1, 2}, {}}, label{"label", {1, 2}, {}}, text{"", {1, 3}, {70, 112, 49}};
  text.kind = MatValue::Kind::text;
  trials.kind = label.kind = MatValue::Kind::cells;
  trials.fields = {three_channels(6, ""), three_channels(6, "")};
  label.fields = {text, text};
  const MatValue info{"sampleinfo", {4, 2}, {1, 7, 13, 19, 6, 12, 18, 24}};
  EXPECT_EQ(read({label, info}).channels.size(), 2U);
  const auto several = error({label, trials, info});
  EXPECT_THAT(several, IsError(ErrorCode::invalid_argument, "2 variables may be the samples"));
  EXPECT_THAT(several->what(), HasSubstr("trial (cell, 1 x 2: samples in it are not read; save them as one array"));
  EXPECT_EQ(read({label, trials, info}, named("sampleinfo")).channels.size(), 2U);
  EXPECT_THAT(error({label, trials, info}, named("trial")), IsError(ErrorCode::unsupported, "variable trial (cell"));
  EXPECT_THAT(error({trials}), IsError(ErrorCode::unsupported, "there is [trial (cell"));
  MatValue data{"data", {1, 1}, {}};
  data.kind = MatValue::Kind::structure;
  data.fields = {label, trials, info};
  EXPECT_THAT(error({data}), IsError(ErrorCode::invalid_argument, "2 variables may be the samples"));
  MatValue records{"records", {1, 2}, {}};
  records.kind = MatValue::Kind::structure;
  const MatValue number{"age", {1, 1}, {30}};
  records.fields = {number, number};
  EXPECT_EQ(read({records, info}).channels.size(), 2U);
  records.fields = {number, three_channels(6, "ecg"), number, three_channels(6, "ecg")};
  EXPECT_THAT(error({records, info}), IsError(ErrorCode::invalid_argument, "2 variables may be the samples"));
}

TEST_P(Mat, OtherArraysAreRefused) {
  MatValue complex_value = three_channels(4);
  complex_value.is_complex = true;
  EXPECT_THAT(error({complex_value}), IsError(ErrorCode::unsupported, "eeg (complex double, 3 x 4)"));
  OpenOptions options{.variable = "eeg"};
  EXPECT_THAT(error({complex_value}, options),
              IsError(ErrorCode::unsupported, "variable eeg (complex double, 3 x 4) cannot be read"));
  const MatValue cube{"cube", {2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}};
  EXPECT_THAT(error({cube}), IsError(ErrorCode::unsupported, "cube (double, 2 x 2 x 2)"));
  // Times beside epochs are not the samples.
  EXPECT_THAT(error({cube, three_channels(6)}), IsError(ErrorCode::invalid_argument, "2 variables"));
  EXPECT_EQ(read({cube, three_channels(6)}, named("eeg")).channels.size(), 3U);
}

TEST_P(Mat, ArraysLargerThanASlab) {
  // More than a million numbers, in many columns and in a few long ones.
  for (const auto& [rows, columns] : {std::pair<std::size_t, std::size_t>{3, 400'000}, {1'300'000, 2}}) {
    const MatValue value = uneven(rows, columns);
    const Recording recording = read({value});
    const bool wide = rows < columns;
    ASSERT_EQ(recording.channels.size(), std::min(rows, columns));
    for (std::size_t k = 0; k < value.numbers.size(); ++k) {
      const std::size_t row = k % rows, column = k / rows;
      ASSERT_EQ(recording.channels[wide ? row : column].samples[wide ? column : row], value.numbers[k]);
    }
  }
}

// Every cut is an error, and so is a byte too many or too few anywhere. A damaged byte may change a number, which
// cannot be detected, or give a clear error.
TEST_P(Mat, DamagedFilesGiveOneClearError) {
  const std::vector<MatValue> values = {uneven(2, 40)};
  test::write_mat(path(), GetParam(), values);
  const std::string whole = bytes_of(path());
  std::size_t errors = 0, trials = 0;
  const auto try_damaged = [&](const std::string& damaged) {
    scratch_.write("test.mat", damaged);
    ++trials;
    const auto failure = error_of([&] { read_mat_file(path()); });
    if (!failure) return;
    ++errors;
    const bool clear = failure->code() == ErrorCode::bad_file || failure->code() == ErrorCode::unsupported;
    EXPECT_TRUE(clear) << failure->what();
    EXPECT_THAT(failure->what(), HasSubstr("test.mat"));
  };
  for (std::size_t length = 0; length < whole.size(); length += 1 + whole.size() / 40) {
    try_damaged(whole.substr(0, length));
    EXPECT_EQ(errors, trials) << "cut to " << length << " bytes";
  }
  for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 40) {
    try_damaged(std::string(whole).insert(at, 1, 'x'));
    try_damaged(std::string(whole).erase(at, 1));
    EXPECT_EQ(errors, trials) << "a byte at " << at;
  }
  for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 60) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    try_damaged(damaged);
  }
}

// As matio writes it: in the order of bytes of this processor.
std::string in_memory(std::uint32_t number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

TEST(MatFile, AnnouncedSizesAreCheckedAgainstTheFile) {
  const Scratch scratch;
  test::write_mat(scratch.path("a.mat"), MatKind::v5, {three_channels(1000)});
  std::string damaged = bytes_of(scratch.path("a.mat"));
  const std::size_t at = damaged.find(in_memory(3) + in_memory(1000));
  ASSERT_NE(at, std::string::npos);
  damaged.replace(at + 4, 4, in_memory(2024));
  const auto more = scratch.write("b.mat", damaged);
  EXPECT_THAT(error_of([&] { read_mat_file(more); }),
              IsError(ErrorCode::bad_file, "24000 bytes of type 9 are not 3 x 2024 numbers"));
  damaged.replace(at + 4, 4, in_memory(2'130'708'456));
  const auto most = scratch.write("c.mat", damaged);
  EXPECT_THAT(error_of([&] { read_mat_file(most); }),
              IsError(ErrorCode::bad_file, "24000 bytes of type 9 are not 3 x 2130708456 numbers"));
}

TEST(MatFile, ALogicalSparseMatrixIsSparse) {
  const Scratch scratch;
  test::write_mat(scratch.path("a.mat"), MatKind::v5, {three_channels(6)});
  std::string bytes = bytes_of(scratch.path("a.mat"));
  constexpr std::size_t flags = 128 + 8 + 8;
  ASSERT_EQ(bytes.substr(flags, 4), in_memory(6)) << "the class of doubles";
  bytes.replace(flags, 4, in_memory(0x205));
  const auto path = scratch.write("b.mat", bytes);
  EXPECT_THAT(error_of([&] { read_mat_file(path); }), IsError(ErrorCode::unsupported, "eeg (sparse, 3 x 6"));
  bytes.replace(flags, 4, in_memory(0x209));
  const auto mask = scratch.write("c.mat", bytes);
  EXPECT_THAT(error_of([&] { read_mat_file(mask, named("none")); })->allowed(), HasSubstr("eeg (logical, 3 x 6)"));
}

TEST(MatFile, ALaterVariableThatIsCutIsSaid) {
  const Scratch scratch;
  test::write_mat(scratch.path("a.mat"), MatKind::v5, {three_channels(50), three_channels(90, "second")});
  std::string bytes = bytes_of(scratch.path("a.mat"));
  bytes.resize(bytes.size() - 10);
  const Recording recording = read_mat_file(scratch.write("b.mat", bytes));
  EXPECT_EQ(recording.channels[0].samples.size(), 50U);
  EXPECT_THAT(recording.notices, warns("file_cut"));
}

TEST(MatFile, ADamagedChecksumIsNoticed) {
  const Scratch scratch;
  test::write_mat(scratch.path("a.mat"), MatKind::v5_compressed, {uneven(3, 1000)});
  std::string bytes = bytes_of(scratch.path("a.mat"));
  bytes[bytes.size() - 2] = static_cast<char>(bytes[bytes.size() - 2] ^ 1);
  const auto path = scratch.write("b.mat", bytes);
  EXPECT_THAT(error_of([&] { read_mat_file(path); }), IsError(ErrorCode::bad_file, "its compressed bytes are damaged"));
}

TEST(MatFile, WhatIsNoMatlabFileIsOneClearError) {
  const Scratch scratch;
  const auto error = [&](const std::string& bytes) {
    const auto path = scratch.write("x.mat", bytes);
    return error_of([&] { read_mat_file(path); });
  };
  EXPECT_THAT(error(""), IsError(ErrorCode::bad_file, "begins with 'MATLAB'"));
  EXPECT_THAT(error(std::string(200, 'x')), IsError(ErrorCode::bad_file, "begins with 'MATLAB'"));
  std::string header = "MATLAB 5.0 MAT-file";
  header.resize(124, ' ');
  EXPECT_THAT(error(header + "\x03"), IsError(ErrorCode::bad_file, "begins with"));
  EXPECT_THAT(error(header + std::string("\x00\x05IM", 4)),
              IsError(ErrorCode::unsupported, "neither version 5 nor 7.3"));
  EXPECT_THAT(error(header + std::string("\x00\x01IM", 4)), IsError(ErrorCode::bad_file, "holds no variables"));
  EXPECT_THAT(error(header + std::string("\x00\x01IM\x63\0\0\0\0\0\0\0", 12)),
              IsError(ErrorCode::bad_file, "variable 1, at byte 128: type 99 is no variable"));
  EXPECT_THAT(error(header + std::string("\x00\x01IM\x0e\0\0\0\xff\xff\xff\xff", 12)),
              IsError(ErrorCode::bad_file, "announces 4294967295 bytes, but 0 follow"));
  EXPECT_THAT(error(header + std::string("\x00\x02IM", 4) + std::string(2000, '\0')),
              IsError(ErrorCode::bad_file, "no variable can be read"));
  EXPECT_THAT(error_of([&] { read_mat_file(scratch.path("absent.mat")); }),
              IsError(ErrorCode::file_not_found, "absent.mat"));
}

}  // namespace
}  // namespace biotropy::files
