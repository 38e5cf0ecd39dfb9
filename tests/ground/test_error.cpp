// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "biotropy/error.hpp"

namespace biotropy {
namespace {

TEST(Error, ArgumentSaysWhatWasWrongAndWhatIsAllowed) {
  const Error error = Error::argument("m", "0", "an integer of at least 1");
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_STREQ(error.what(), "m = 0 is not allowed: an integer of at least 1 is needed");
  EXPECT_EQ(error.parameter(), "m");
  EXPECT_EQ(error.value(), "0");
  EXPECT_EQ(error.allowed(), "an integer of at least 1");
}

TEST(Error, CodesHaveStableNumbersAndNames) {
  EXPECT_EQ(static_cast<int>(ErrorCode::invalid_argument), 1);
  EXPECT_EQ(static_cast<int>(ErrorCode::internal), 14);
  EXPECT_EQ(static_cast<int>(ErrorCode::busy), 15);
  EXPECT_EQ(name(ErrorCode::bad_file), "bad_file");
}

}  // namespace
}  // namespace biotropy
