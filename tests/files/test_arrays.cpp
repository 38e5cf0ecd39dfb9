// SPDX-License-Identifier: Apache-2.0
#include <netcdf.h>

#include <algorithm>
#include <limits>
#include <random>

#include "biotropy/files/results/arrays.hpp"
#include "biotropy/files/results/arrays_internal.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

Arrays example() {
  Arrays arrays{
      .dimensions = {{"row", 2}, {"column", 3}, {"none", 0}},
      .attributes = {{"title", "a title"}, {"level", -std::numeric_limits<double>::infinity()}, {"empty", ""}}};
  arrays.variables = {{"x", {"row", "column"}, {1.0, 2.0, 3.0, 4.0, 5.0, 1e-300}, {}, false},
                      {"name", {"row"}, {}, {"Fz", "\xc3\xa4"}, true},
                      {"scalar", {}, {7.5}, {}, false},
                      {"nothing", {"none"}, {}, {}, false}};
  return arrays;
}

void expect_equal(const Arrays& found, const Arrays& expected) {
  EXPECT_EQ(found.dimensions, expected.dimensions);
  ASSERT_EQ(found.attributes.size(), expected.attributes.size());
  for (std::size_t i = 0; i < expected.attributes.size(); ++i) {
    EXPECT_EQ(found.attributes[i].name, expected.attributes[i].name);
    EXPECT_EQ(found.attributes[i].value, expected.attributes[i].value);
  }
  ASSERT_EQ(found.variables.size(), expected.variables.size());
  for (const ArrayVariable& variable : expected.variables) {
    const auto same_name = [&](const ArrayVariable& one) { return one.name == variable.name; };
    const auto one = std::find_if(found.variables.begin(), found.variables.end(), same_name);
    ASSERT_NE(one, found.variables.end()) << variable.name;
    EXPECT_EQ(one->dimensions, variable.dimensions);
    EXPECT_EQ(one->numbers, variable.numbers);
    EXPECT_EQ(one->texts, variable.texts);
  }
}

TEST(Arrays, TakeNoMoreRoomThanTheyNeed) {
  const Scratch scratch;
  write_arrays(scratch.path("small.nc"), example());
  const std::string small = bytes_of(scratch.path("small.nc"));
  EXPECT_LT(small.size(), 16'384U);
  Arrays large = example();
  large.dimensions.emplace_back("many", 100'000);
  large.variables.push_back({"y", {"many"}, std::vector<double>(100'000, 0.5), {}, false});
  write_arrays(scratch.path("large.nc"), large);
  const auto size = std::filesystem::file_size(scratch.path("large.nc"));
  EXPECT_GT(size, 800'000U);
  EXPECT_LT(size, 820'000U);
  expect_equal(read_arrays(scratch.path("large.nc")), large);
  // Removing one more byte, before the line with the checksum, must be an error.
  scratch.write("cut.nc", small.substr(0, small.size() - checksum_line(std::string(64, '0')).size() - 1));
  EXPECT_THAT(error_of([&] { read_arrays(scratch.path("cut.nc")); }), IsError(ErrorCode::bad_file, ""));
}

TEST(Arrays, AreReadAsTheyWereWritten) {
  const Scratch scratch;
  write_arrays(scratch.path("a.nc"), example());
  expect_equal(read_arrays(scratch.path("a.nc")), example());
}

TEST(Arrays, BytesOfAllRegionsAreUnderTheChecksum) {
  const Scratch scratch;
  write_arrays(scratch.path("a.nc"), example());
  require_checksum(scratch.path("a.nc"));
  const std::string whole = bytes_of(scratch.path("a.nc"));
  for (std::size_t at = 0; at < whole.size(); at += 7) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << (at % 8)));
    EXPECT_THAT(error_of([&] { require_checksum(scratch.write("b.nc", bytes)); }),
                IsError(ErrorCode::bad_file, "damaged"))
        << at;
  }
  for (const std::string& bytes : {std::string(), whole.substr(0, 10), whole.substr(1), whole + "x"}) {
    EXPECT_THAT(error_of([&] { require_checksum(scratch.write("b.nc", bytes)); }),
                IsError(ErrorCode::bad_file, "damaged"));
  }
}

TEST(Arrays, PackedNumbersAreLittleEndianOnEveryProcessor) {
  Arrays arrays{.variables = {{"x", {}, {1.0}, {}, false}}};
  const auto whole = [](char number) { return number + std::string(7, '\0'); };
  EXPECT_EQ(packed(arrays), whole(0) + whole(0) + whole(1) + whole(1) + "x" + whole(0) + whole(0) + whole(1) +
                                std::string(6, '\0') + "\xf0\x3f" + whole(0));
}

TEST(Arrays, PackedBytesAreUnpackedOrRefused) {
  const std::string bytes = packed(example());
  const auto found = unpacked(bytes);
  ASSERT_TRUE(found.has_value());
  expect_equal(*found, example());
  for (std::size_t length = 0; length < bytes.size(); ++length) EXPECT_FALSE(unpacked(bytes.substr(0, length)));
  EXPECT_FALSE(unpacked(bytes + "x"));
  EXPECT_FALSE(unpacked(std::string(64, '\xff')));
}

TEST(Arrays, WritingRefusesValuesThatDoNotFit) {
  const Scratch scratch;
  Arrays arrays = example();
  arrays.variables[0].numbers.pop_back();
  EXPECT_THAT(error_of([&] { write_arrays(scratch.path("a.nc"), arrays); }),
              IsError(ErrorCode::invalid_data, "variable x: 5 values where the dimensions say 6"));
  arrays = example();
  arrays.variables[0].dimensions[0] = "lost";
  EXPECT_THAT(error_of([&] { write_arrays(scratch.path("a.nc"), arrays); }),
              IsError(ErrorCode::invalid_data, "no dimension lost"));
  EXPECT_FALSE(std::filesystem::exists(scratch.path("a.nc")));
  EXPECT_THAT(error_of([&] { write_arrays(scratch.path("no/folder/a.nc"), example()); }),
              IsError(ErrorCode::io, "folder"));
}

TEST(Arrays, ReadingRefusesWhatIsNoNetcdf) {
  const Scratch scratch;
  EXPECT_THAT(error_of([&] { read_arrays(scratch.path("lost.nc")); }), IsError(ErrorCode::file_not_found, "lost.nc"));
  EXPECT_THAT(error_of([&] { read_arrays(scratch.write("text.nc", "no NetCDF at all")); }),
              IsError(ErrorCode::bad_file, "text.nc"));
  EXPECT_THAT(error_of([&] { read_arrays(scratch.write("empty.nc", "")); }), IsError(ErrorCode::bad_file, "empty.nc"));
}

TEST(Arrays, ReadingRefusesMoreNumbersThanTheFileHolds) {
  const Scratch scratch;
  const std::string path = scratch.path("huge.nc").generic_string();
  int file = -1, dimension = -1, variable = -1;
  ASSERT_EQ(nc_create(path.c_str(), NC_NETCDF4, &file), NC_NOERR);
  ASSERT_EQ(nc_def_dim(file, "n", std::size_t{1} << 40, &dimension), NC_NOERR);
  ASSERT_EQ(nc_def_var(file, "x", NC_DOUBLE, 1, &dimension, &variable), NC_NOERR);
  const std::size_t chunk = 1024;
  ASSERT_EQ(nc_def_var_chunking(file, variable, NC_CHUNKED, &chunk), NC_NOERR);
  ASSERT_EQ(nc_close(file), NC_NOERR);
  EXPECT_THAT(error_of([&] { read_arrays(path); }),
              IsError(ErrorCode::bad_file, "more values than a file of this size"));
}

TEST(Arrays, DamagedFilesAreReadOrRefused) {
  const Scratch scratch;
  write_arrays(scratch.path("a.nc"), example());
  const std::string whole = bytes_of(scratch.path("a.nc"));
  std::mt19937 engine(1);
  int refused = 0;
  for (int round = 0; round < 150; ++round) {
    std::string bytes = whole;
    if (round % 3 == 0)
      bytes.resize(engine() % whole.size());
    else
      for (int change = 0; change < 8; ++change) bytes[engine() % bytes.size()] = static_cast<char>(engine());
    const auto error = error_of([&] { read_arrays(scratch.write("damaged.nc", bytes)); });
    if (!error) continue;
    EXPECT_EQ(error->code(), ErrorCode::bad_file) << error->what();
    ++refused;
  }
  EXPECT_GT(refused, 30);
}

}  // namespace
}  // namespace biotropy::files
