// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "biotropy/error.hpp"

namespace biotropy {
namespace {

TEST(Error, ArgumentSaysWhatWasWrongAndWhatIsAllowed) {
  const Error error = Error::argument("m", "0", "an integer of at least 1");
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_STREQ(error.what(), "m is 0; it must be an integer of at least 1");
  EXPECT_EQ(error.parameter(), "m");
  EXPECT_EQ(error.value(), "0");
  EXPECT_EQ(error.allowed(), "an integer of at least 1");
}

// Programs in C rely on the numbers, scripts on the names.
TEST(Error, CodesHaveStableNumbersAndNames) {
  constexpr std::array<std::string_view, 15> names{"invalid_argument", "invalid_data",  "missing_values",
                                                   "constant_series",  "too_short",     "file_not_found",
                                                   "bad_file",         "unsupported",   "io",
                                                   "cancelled",        "out_of_memory", "no_engine",
                                                   "device",           "internal",      "busy"};
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(name(static_cast<ErrorCode>(i + 1)), names[i]);
  EXPECT_EQ(name(static_cast<ErrorCode>(names.size() + 1)), "unknown");
  EXPECT_EQ(static_cast<int>(ErrorCode::busy), 15);
}

}  // namespace
}  // namespace biotropy
