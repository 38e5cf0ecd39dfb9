// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "biotropy/files/results/arrays.hpp"
#include "biotropy/files/sha256.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

Arrays small_arrays() {
  Arrays arrays;
  arrays.attributes = {{"title", std::string("a title")}, {"level", std::numeric_limits<double>::quiet_NaN()}};
  arrays.variables = {{"x", {"row"}, {1.0, -0.0, 5e-324}, {}, false},
                      {"name", {"row"}, {}, {"", "\xc3\xa4", "c"}, true}};
  return arrays;
}

TEST(CheckedArrays, AreReadAsTheyWereWritten) {
  const Scratch scratch;
  write_checked_arrays(scratch.path("a"), small_arrays());
  const Arrays found = read_checked_arrays(scratch.path("a"));
  ASSERT_EQ(found.variables.size(), 2u);
  EXPECT_EQ(found.variables[0].numbers, small_arrays().variables[0].numbers);
  EXPECT_EQ(found.variables[1].texts, small_arrays().variables[1].texts);
  EXPECT_EQ(std::get<std::string>(found.attributes[0].value), "a title");
  write_checked_arrays(scratch.path("b"), small_arrays());
  EXPECT_EQ(bytes_of(scratch.path("a")), bytes_of(scratch.path("b")));
}

TEST(CheckedArrays, EveryByteAndEveryEndIsLookedAt) {
  const Scratch scratch;
  write_checked_arrays(scratch.path("a"), small_arrays());
  const std::string whole = bytes_of(scratch.path("a"));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    scratch.write("b", changed);
    EXPECT_THAT(error_of([&] { read_checked_arrays(scratch.path("b")); }), IsError(ErrorCode::bad_file, "")) << at;
    scratch.write("b", whole.substr(0, at));
    EXPECT_THAT(error_of([&] { read_checked_arrays(scratch.path("b")); }), IsError(ErrorCode::bad_file, "")) << at;
  }
  scratch.write("b", whole + "x");
  EXPECT_THAT(error_of([&] { read_checked_arrays(scratch.path("b")); }), IsError(ErrorCode::bad_file, "damaged"));
  EXPECT_THAT(error_of([&] { read_checked_arrays(scratch.path("none")); }), IsError(ErrorCode::file_not_found, ""));
}

TEST(CheckedArrays, ARightChecksumOverOtherBytesIsDamage) {
  const Scratch scratch;
  const auto path = scratch.write("a", "biotropy arrays 1\n" + sha256_of_bytes("no arrays") + "no arrays");
  EXPECT_THAT(error_of([&] { read_checked_arrays(path); }),
              IsError(ErrorCode::bad_file, "its content is inconsistent"));
}

}  // namespace
}  // namespace biotropy::files
