// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "biotropy/files/formats/readers.hpp"
#include "tests/files/npy_bytes.hpp"
#include "tests/files/outcome.hpp"

namespace biotropy::files {
namespace {

using series::Recording;
using test::dictionary;
using test::doubles;
using test::npy_bytes;
using test::number_bytes;

Recording read_npy(const std::string& bytes, const OpenOptions& options = {}) {
  Input input("array.npy", std::as_bytes(std::span(bytes)));
  return read_npy(input, options);
}

std::optional<Error> npy_error(const std::string& bytes) {
  return error_of([&] { read_npy(bytes); });
}

template <class Number, class Unsigned>
void expect_type(const std::string& code) {
  const std::vector<Number> numbers = {std::numeric_limits<Number>::lowest(), Number{0}, Number{1}, Number{100},
                                       std::numeric_limits<Number>::max()};
  const std::vector<double> expected(numbers.begin(), numbers.end());
  for (const bool big_endian : {false, true}) {
    const std::string descr = (big_endian ? ">" : "<") + code;
    const Recording recording =
        read_npy(npy_bytes(dictionary(descr, "(5,)"), number_bytes<Number, Unsigned>(numbers, big_endian)));
    ASSERT_EQ(recording.channels.size(), 1U) << descr;
    EXPECT_EQ(recording.channels[0].samples, expected) << descr;
    EXPECT_EQ(recording.notices.size(), sizeof(Number) == 8 && std::numeric_limits<Number>::is_integer ? 1U : 0U)
        << descr;
  }
}

TEST(Npy, EveryTypeInBothByteOrders) {
  expect_type<double, std::uint64_t>("f8");
  expect_type<float, std::uint32_t>("f4");
  expect_type<std::int8_t, std::uint8_t>("i1");
  expect_type<std::int16_t, std::uint16_t>("i2");
  expect_type<std::int32_t, std::uint32_t>("i4");
  expect_type<std::int64_t, std::uint64_t>("i8");
  expect_type<std::uint8_t, std::uint8_t>("u1");
  expect_type<std::uint16_t, std::uint16_t>("u2");
  expect_type<std::uint32_t, std::uint32_t>("u4");
  expect_type<std::uint64_t, std::uint64_t>("u8");
}

TEST(Npy, BytesWithoutOrderAndBooleans) {
  EXPECT_THAT(read_npy(npy_bytes(dictionary("|i1", "(3,)"), "\x01\xff\x02")).channels[0].samples,
              ElementsAre(1.0, -1.0, 2.0));
  EXPECT_THAT(read_npy(npy_bytes(dictionary("|b1", "(3,)"), std::string("\0\1\1", 3))).channels[0].samples,
              ElementsAre(0.0, 1.0, 1.0));
}

TEST(Npy, OneDimensionIsOneChannelWithoutARate) {
  const Recording recording = read_npy(npy_bytes(dictionary("<f8", "(3,)"), doubles({1.5, std::nan(""), -2.5})));
  EXPECT_EQ(recording.format, "NPY");
  ASSERT_EQ(recording.channels.size(), 1U);
  EXPECT_EQ(recording.channels[0].label, "ch1");
  EXPECT_FALSE(recording.channels[0].has_rate);
  EXPECT_EQ(recording.channels[0].rate, 1.0);
  EXPECT_EQ(recording.channels[0].samples[0], 1.5);
  EXPECT_TRUE(std::isnan(recording.channels[0].samples[1]));
  EXPECT_THAT(recording.notices, IsEmpty());

  OpenOptions options{.rate = 250.0};
  const Recording timed = read_npy(npy_bytes(dictionary("<f8", "(1,)"), doubles({1})), options);
  EXPECT_TRUE(timed.channels[0].has_rate);
  EXPECT_EQ(timed.channels[0].rate, 250.0);
}

TEST(Npy, TwoDimensionsAreChannelsAndSamplesInBothOrders) {
  OpenOptions by_rows{.orientation = Orientation::rows};
  const Recording c_order = read_npy(npy_bytes(dictionary("<f8", "(2, 3)"), doubles({1, 2, 3, 4, 5, 6})), by_rows);
  ASSERT_EQ(c_order.channels.size(), 2U);
  EXPECT_EQ(c_order.channels[1].label, "ch2");
  EXPECT_THAT(c_order.channels[0].samples, ElementsAre(1, 2, 3));
  EXPECT_THAT(c_order.channels[1].samples, ElementsAre(4, 5, 6));

  const Recording fortran =
      read_npy(npy_bytes(dictionary("<f8", "(2, 3)", true), doubles({1, 4, 2, 5, 3, 6})), by_rows);
  EXPECT_THAT(fortran.channels[0].samples, ElementsAre(1, 2, 3));
  EXPECT_THAT(fortran.channels[1].samples, ElementsAre(4, 5, 6));
  EXPECT_THAT(fortran.notices, IsEmpty());
}

TEST(Npy, ColumnsAreChannelsOnRequest) {
  OpenOptions options{.orientation = Orientation::columns};
  for (const bool fortran : {false, true}) {
    const std::string content = fortran ? doubles({1, 4, 2, 5, 3, 6}) : doubles({1, 2, 3, 4, 5, 6});
    const Recording recording = read_npy(npy_bytes(dictionary("<f8", "(2, 3)", fortran), content), options);
    ASSERT_EQ(recording.channels.size(), 3U);
    EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 4));
    EXPECT_THAT(recording.channels[2].samples, ElementsAre(3, 6));
  }
}

std::vector<std::size_t> shape_of(const std::string& shape, Orientation orientation = Orientation::automatic) {
  OpenOptions options{.orientation = orientation};
  const Recording recording = read_npy(npy_bytes(dictionary("|u1", shape), std::string(2000, 'x')), options);
  return {recording.channels.size(), recording.channels.front().samples.size()};
}

TEST(Npy, TheShorterSideCountsTheChannels) {
  EXPECT_THAT(shape_of("(400, 3)"), ElementsAre(3, 400));
  EXPECT_THAT(shape_of("(3, 400)"), ElementsAre(3, 400));
  EXPECT_THAT(shape_of("(2000, 1)"), ElementsAre(1, 2000));
  EXPECT_THAT(shape_of("(1, 2000)"), ElementsAre(1, 2000));
  EXPECT_THAT(shape_of("(1, 1)"), ElementsAre(1, 1));
  EXPECT_THAT(shape_of("(20, 40)"), ElementsAre(20, 40));
  EXPECT_THAT(shape_of("(400, 3)", Orientation::rows), ElementsAre(400, 3));
  EXPECT_THAT(shape_of("(3, 400)", Orientation::columns), ElementsAre(400, 3));
}

TEST(Npy, SidesTooAlikeAskForTheOrientation) {
  for (const std::string shape : {"(40, 40)", "(40, 21)", "(21, 40)", "(2, 3)"}) {
    EXPECT_THAT(npy_error(npy_bytes(dictionary("|u1", shape), std::string(2000, 'x'))),
                IsError(ErrorCode::unsupported, "`orientation = rows`"))
        << shape;
  }
  EXPECT_THAT(shape_of("(40, 21)", Orientation::rows), ElementsAre(40, 21));
  EXPECT_THAT(shape_of("(40, 21)", Orientation::columns), ElementsAre(21, 40));
}

TEST(Npy, VersionsAndKeyOrders) {
  for (const int version : {1, 2, 3}) {
    const Recording recording = read_npy(npy_bytes(dictionary("<f8", "(2,)"), doubles({1, 2}), version));
    EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2)) << version;
  }
  const Recording other =
      read_npy(npy_bytes("{\"shape\":(2L,),\"fortran_order\":False,\"descr\":\"<f8\"}", doubles({1, 2})));
  EXPECT_THAT(other.channels[0].samples, ElementsAre(1, 2));
}

TEST(Npy, ArraysLargerThanTheWindow) {
  std::vector<double> numbers(300'000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i) * 0.5;
  const Recording recording = read_npy(npy_bytes(dictionary("<f8", "(300000,)"), doubles(numbers)));
  EXPECT_EQ(recording.channels[0].samples, numbers);
}

TEST(Npy, BytesBehindTheArrayAreSaid) {
  EXPECT_THAT(read_npy(npy_bytes(dictionary("<f8", "(1,)"), doubles({1, 2}))).notices, warns("bytes_left_out"));
}

TEST(Npy, WholeNumbersBeyondTheDoublesAreSaid) {
  const auto bytes = [](std::int64_t number) {
    return npy_bytes(dictionary("<i8", "(1,)"), number_bytes<std::int64_t, std::uint64_t>({number}, false));
  };
  for (const std::int64_t beyond : {1, 2, 3}) {
    EXPECT_THAT(read_npy(bytes((std::int64_t{1} << 53) + beyond)).notices, warns("integers_rounded"));
    EXPECT_THAT(read_npy(bytes(-(std::int64_t{1} << 53) - beyond)).notices, warns("integers_rounded"));
  }
  EXPECT_THAT(read_npy(bytes(std::int64_t{1} << 53)).notices, IsEmpty());
  EXPECT_THAT(read_npy(bytes(-(std::int64_t{1} << 53))).notices, IsEmpty());
}

TEST(Npy, OtherShapesAndTypesAreRefused) {
  EXPECT_THAT(
      npy_error(npy_bytes(dictionary("<f8", "(2, 1, 1)"), doubles({1, 2}))),
      IsError(ErrorCode::unsupported, "shape (2, 1, 1) has 3 dimensions: 1 (samples) or 2 (channels, samples)"));
  EXPECT_THAT(npy_error(npy_bytes(dictionary("<f8", "()"), doubles({1}))),
              IsError(ErrorCode::unsupported, "0 dimensions"));
  EXPECT_THAT(npy_error(npy_bytes(dictionary("<c16", "(1,)"), doubles({1, 2}))),
              IsError(ErrorCode::unsupported, "numbers of type '<c16' cannot be read"));
  EXPECT_THAT(npy_error(npy_bytes(dictionary("|O", "(1,)"), "x")), IsError(ErrorCode::unsupported, "'|O'"));
  EXPECT_THAT(npy_error(npy_bytes("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}", doubles({1}))),
              IsError(ErrorCode::unsupported, "structured array"));
  EXPECT_THAT(npy_error(npy_bytes(dictionary("<f8", "(1,)"), doubles({1}), 4)),
              IsError(ErrorCode::unsupported, "version 4"));
}

TEST(Npy, LyingHeadersAreOneClearError) {
  EXPECT_THAT(npy_error(""), IsError(ErrorCode::bad_file, "begins with"));
  EXPECT_THAT(npy_error("\x93NUMPY\x01"), IsError(ErrorCode::bad_file, "begins with"));
  EXPECT_THAT(npy_error(std::string("\x93NUMPY\x01\x00\x76", 9)),
              IsError(ErrorCode::bad_file, "ends inside its header"));
  EXPECT_THAT(npy_error(std::string("\x93NUMPY\x01\x00\x76\x00{", 11)),
              IsError(ErrorCode::bad_file, "header announces 118 bytes, but 1 follow"));
  EXPECT_THAT(npy_error(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12)),
              IsError(ErrorCode::bad_file, "4294967295 bytes"));
  EXPECT_THAT(npy_error(npy_bytes(std::string(70'000, ' '), "", 2)), IsError(ErrorCode::bad_file, "at most 65536"));
  EXPECT_THAT(npy_error(npy_bytes(dictionary("<f8", "(3,)"), doubles({1, 2}))),
              IsError(ErrorCode::bad_file, "shape (3) and type '<f8' needs more than the 16 bytes"));
  EXPECT_THAT(npy_error(npy_bytes(dictionary("<f8", "(4294967296, 4294967296)"), doubles({1, 2}))),
              IsError(ErrorCode::bad_file, "needs more than"));
  EXPECT_THAT(npy_error(npy_bytes(dictionary("<f8", "(18446744073709551616,)"), doubles({1}))),
              IsError(ErrorCode::bad_file, "not a whole number"));
  EXPECT_THAT(npy_error(npy_bytes(dictionary("<f8", "(0, 5)"), "")), IsError(ErrorCode::bad_file, "is empty"));
  EXPECT_THAT(npy_error(npy_bytes(dictionary("<f8", "(-1,)"), doubles({1}))),
              IsError(ErrorCode::bad_file, "not a whole number"));
  EXPECT_THAT(npy_error(npy_bytes("{}", "")), IsError(ErrorCode::bad_file, "'descr', 'fortran_order' and 'shape'"));
  EXPECT_THAT(npy_error(npy_bytes("{'descr': '<f8", "")), IsError(ErrorCode::bad_file, "has no end"));
  EXPECT_THAT(npy_error(npy_bytes("{'descr': '', 'fortran_order': False, 'shape': (1,)}", doubles({1}))),
              IsError(ErrorCode::unsupported, "''"));
  EXPECT_THAT(npy_error(npy_bytes("{'extra': 1}", "")), IsError(ErrorCode::bad_file, "unknown key 'extra'"));
  EXPECT_THAT(npy_error(npy_bytes("{'fortran_order': 1}", "")), IsError(ErrorCode::bad_file, "neither True nor False"));
}

TEST(Npy, ATableTurnedTheWrongWayIsRefused) {
  const std::string bytes = npy_bytes(dictionary("|u1", "(100001, 1)"), std::string(100'001, 'x'));
  OpenOptions options{.orientation = Orientation::rows};
  EXPECT_THAT(error_of([&] { read_npy(bytes, options); }),
              IsError(ErrorCode::unsupported, "choose the other orientation"));
}

}  // namespace
}  // namespace biotropy::files
