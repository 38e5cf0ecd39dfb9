// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/open.hpp"
#include "tests/files/edf_bytes.hpp"
#include "tests/files/fif_bytes.hpp"
#include "tests/files/gdf_bytes.hpp"
#include "tests/files/mat_files.hpp"
#include "tests/files/npy_bytes.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

using namespace std::string_literals;

class Open : public ::testing::Test {
 protected:
  std::string format(const std::string& name, const std::string& bytes) {
    return open(scratch_.write(name, bytes)).format;
  }
  std::optional<Error> error(const std::string& name, const std::string& bytes) {
    const auto path = scratch_.write(name, bytes);
    return error_of([&] { open(path); });
  }
  Scratch scratch_;
};

TEST_F(Open, ContentGoesBeforeTheName) {
  const std::string edf = test::plain_edf(2).bytes();
  auto bdf = test::plain_edf(2);
  bdf.bdf = true;
  const std::string npy = test::npy_bytes(test::dictionary("<f8", "(2,)"), test::doubles({1, 2}));
  for (const std::string name : {"x.edf", "x.txt", "x.mat", "x", "x.unknown"}) {
    EXPECT_EQ(format(name, edf), "EDF") << name;
    EXPECT_EQ(format(name, bdf.bytes()), "BDF") << name;
    EXPECT_EQ(format(name, npy), "NPY") << name;
    EXPECT_EQ(format(name, test::plain_fif(true).bytes()), "FIF") << name;
    EXPECT_EQ(format(name, test::plain_fif(false).bytes()), "FIF") << name;
    EXPECT_EQ(format(name, test::GdfBytes().bytes()), "GDF 2.20") << name;
    test::write_mat(scratch_.path(name), test::MatKind::v5, {{"x", {1, 2}, {1, 2}}});
    EXPECT_EQ(open(scratch_.path(name)).format, "MAT 5") << name;
  }
}

TEST_F(Open, TextIsTextWhateverItsName) {
  EXPECT_EQ(format("rr", "800\n810\n"), "text");
  EXPECT_EQ(format("rr.dat", "800\n810\n"), "text");
  EXPECT_EQ(format("rr.rri", "800\n810\n"), "text");
  EXPECT_EQ(format("rr.dat",
                   "\xff\xfe"
                   "8\0\n\0"s),
            "text");
  EXPECT_THAT(error("x.dat", "\xff\xfe\1\0\2\0\n\0"s), IsError(ErrorCode::unsupported, "is not known"));
  // Begins like an EDF header, but has lines.
  EXPECT_EQ(format("zero.txt", "0        1.5\n" + std::string(300, '1') + " 2\n"), "text");
}

TEST_F(Open, AnnotationsOfBoundariesAreGaps) {
  test::EdfBytes edf = test::plain_edf(3);
  edf.signals.push_back(test::annotation_signal("40", {"+0\x14\x14\0+1.4\x14"
                                                       "Boundary\x14\0"s,
                                                       "+1\x14\x14\0+0\x14"
                                                       "EDGE boundary\x14\0"s,
                                                       "+2\x14\x14\0+9\x14"
                                                       "boundary\x14\0+2\x14"
                                                       "boundary of sleep\x14\0"s}));
  edf.reserved = "EDF+C";
  const series::Recording joined = open(scratch_.write("joined.edf", edf.bytes()));
  EXPECT_THAT(joined.channels[0].gap_starts, ElementsAre(6U));  // 1.4 s at 4 Hz is sample 5.6
  EXPECT_THAT(joined.channels[0].gap_seconds, IsEmpty());
  // Ten seconds are missing before the third record, and a boundary lies within it.
  edf.reserved = "EDF+D";
  edf.signals.back().lists[2] =
      "+12\x14\x14\0+12.5\x14"
      "boundary\x14\0"s;
  const series::Recording apart = open(scratch_.write("apart.edf", edf.bytes()));
  EXPECT_THAT(apart.channels[0].gap_starts, ElementsAre(6U, 8U, 10U));
  EXPECT_THAT(apart.channels[0].gap_seconds, ElementsAre(0.0, 10.0, 0.0));
}

TEST_F(Open, TheNameDecidesWhereTheContentIsBroken) {
  EXPECT_THAT(error("x.edf", std::string(300, '?')), IsError(ErrorCode::bad_file, "an EDF file begins with"));
  EXPECT_THAT(error("x.BDF", std::string(300, '?')), IsError(ErrorCode::bad_file, "an EDF file begins with"));
  EXPECT_THAT(error("x.fif", std::string(300, '?')), IsError(ErrorCode::bad_file, "a FIF file begins with"));
  EXPECT_THAT(error("x.gdf", std::string(300, '?')), IsError(ErrorCode::bad_file, "a GDF file begins with"));
  EXPECT_THAT(error("x.npy", std::string(300, '?')), IsError(ErrorCode::bad_file, "a .npy file begins with"));
  EXPECT_THAT(error("x.mat", std::string(300, '?')), IsError(ErrorCode::bad_file, "a MATLAB file"));
  EXPECT_THAT(error("x.csv", std::string("1\n\0\n", 4)), IsError(ErrorCode::bad_file, "byte 0"));
}

TEST_F(Open, OptionsOfOtherFormatsAreSaidToBeUnused) {
  OpenOptions options{.orientation = Orientation::rows,
                      .variable = "x",
                      .separator = Separator::comma,
                      .columns = "1",
                      .annotator = "atr"};
  const auto path = scratch_.write("x.gdf", test::GdfBytes().bytes());
  EXPECT_THAT(open(path, options).notices, AllOf(SizeIs(5), Each(coded("option_unused"))));
}

TEST_F(Open, FormatsThatAreNotReadGetAdvice) {
  EXPECT_THAT(error("x.h5", "\x89HDF\r\n\x1a\nrest"),
              IsError(ErrorCode::unsupported, "HDF5 file without a MATLAB header"));
  EXPECT_THAT(error("x.npz", "PK\x03\x04rest"), IsError(ErrorCode::unsupported, "numpy.save"));
  EXPECT_THAT(error("x.csv", "\x1f\x8brest"), IsError(ErrorCode::unsupported, "gzip"));
  EXPECT_THAT(error("x.bin", std::string("\1\2\3\4", 4)), IsError(ErrorCode::unsupported, "the format is not known"));
}

TEST_F(Open, ErrorsNameTheFileOnce) {
  const auto path = scratch_.path("absent.edf");
  const auto missing = error_of([&] { open(path); });
  EXPECT_THAT(missing, IsError(ErrorCode::file_not_found, path.generic_string() + ": "));
  EXPECT_THAT(error("empty.txt", ""), IsError(ErrorCode::bad_file, "empty.txt: the file is empty"));
  EXPECT_THAT(error("empty.edf", ""), IsError(ErrorCode::bad_file, "empty.edf: the file is empty"));
  EXPECT_THAT(error_of([&] { open(scratch_.folder()); }), IsError(ErrorCode::bad_file, "a folder"));
}

TEST_F(Open, OptionsReachEveryReader) {
  OpenOptions options{.rate = 128.0};
  EXPECT_EQ(open(scratch_.write("a.txt", "1\n2\n"), options).channels[0].rate, 128.0);
  const std::string npy = test::npy_bytes(test::dictionary("<f8", "(2,)"), test::doubles({1, 2}));
  EXPECT_EQ(open(scratch_.write("a.npy", npy), options).channels[0].rate, 128.0);
  test::write_mat(scratch_.path("a.mat"), test::MatKind::v7_3, {{"x", {1, 2}, {1, 2}}});
  EXPECT_EQ(open(scratch_.path("a.mat"), options).channels[0].rate, 128.0);
  options.rate = -1.0;
  for (const std::string name : {"a.txt", "a.npy", "a.mat"}) {
    EXPECT_THAT(error_of([&] { open(scratch_.path(name), options); }), Refuses("rate", "-1")) << name;
  }
}

TEST_F(Open, EveryOptionHoldsItsValues) {
  for (const OptionRow<OpenOptions>& row : open_options()) {
    const std::vector<OptionValue> values = row.kind == OptionKind::flag   ? std::vector<OptionValue>{true}
                                            : row.kind == OptionKind::real ? std::vector<OptionValue>{256.0}
                                            : row.kind == OptionKind::whole
                                                ? std::vector<OptionValue>{std::int64_t{3}}
                                                : std::vector<OptionValue>{std::string("abc")};
    OpenOptions options;
    if (row.words == nullptr) {
      row.set(options, values.front());
      EXPECT_EQ(row.get(options), values.front()) << row.name;
    } else {
      for (const std::string& word : row.words()) {
        row.set(options, word);
        EXPECT_EQ(row.get(options), OptionValue(word)) << row.name;
      }
      EXPECT_THAT(error_of([&] { row.set(options, std::string("down")); }),
                  IsError(ErrorCode::invalid_argument, std::string(row.name)));
    }
  }
}

}  // namespace
}  // namespace biotropy::files
