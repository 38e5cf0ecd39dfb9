// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "biotropy/series/unit.hpp"

namespace biotropy::series {
namespace {

TEST(Unit, IsWrittenInManyWays) {
  for (const char* text : {"uV", "\xc2\xb5V", "\xce\xbcV", "microvolts", "MicroVolt"})
    EXPECT_EQ(usual_unit(text), "uV") << text;
  EXPECT_EQ(usual_unit("tesla"), "T");
  EXPECT_EQ(usual_unit("n/a"), "n/a");
}

TEST(Unit, OnlyUnitsAreCompared) {
  EXPECT_TRUE(are_different_units("uV", "mV"));
  EXPECT_TRUE(are_different_units("V", "T"));
  EXPECT_TRUE(are_different_units("fT/cm", "T/m"));
  EXPECT_FALSE(are_different_units("microvolts", "\xc2\xb5V"));
  EXPECT_FALSE(are_different_units("uV", ""));
  EXPECT_FALSE(are_different_units("uV", "Boolean"));
  EXPECT_FALSE(are_different_units("n/a", "V"));
}

}  // namespace
}  // namespace biotropy::series
