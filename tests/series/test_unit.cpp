// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "biotropy/series/unit.hpp"

namespace biotropy::series {
namespace {

TEST(Unit, IsWrittenInManyWays) {
  for (const char* text : {"uV", "\xc2\xb5V", "\xce\xbcV", "microvolts", "MicroVolt"})
    EXPECT_EQ(usual_unit(text), "uV") << text;
  for (const char* text : {"uv", "UV", "Uv", " uV ", "microV", "MICROV", "\xc2\xb5v"})
    EXPECT_EQ(usual_unit(text), "uV") << text;
  for (const char* text : {"mV", "mv", "milliV", "millivolts"}) EXPECT_EQ(usual_unit(text), "mV") << text;
  for (const char* text : {"MV", "Mv"}) EXPECT_EQ(usual_unit(text), "MV") << text;
  for (const char* text : {"V", "v", "volt"}) EXPECT_EQ(usual_unit(text), "V") << text;
  EXPECT_EQ(usual_unit("femtotesla"), "fT");
  EXPECT_EQ(usual_unit("UT"), "UT");
  EXPECT_EQ(usual_unit("tesla"), "T");
  EXPECT_EQ(usual_unit("n/a"), "n/a");
}

TEST(Unit, TheSameOrNotKnown) {
  EXPECT_TRUE(is_same_unit("uV", "\xce\xbcV"));
  EXPECT_TRUE(is_same_unit("uV", ""));
  EXPECT_TRUE(is_same_unit(" ", "uV"));
  EXPECT_FALSE(is_same_unit("mV", "MV"));
  EXPECT_FALSE(is_same_unit("uV", "mV"));
  EXPECT_FALSE(is_same_unit("degC", "uV"));
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

TEST(Unit, OfAQuantity) {
  using Split = std::pair<std::string_view, std::string>;
  EXPECT_EQ(split_unit("10 uV"), Split("10", "uV"));
  EXPECT_EQ(split_unit("0.1,5e-1\xc2\xb5V"), Split("0.1,5e-1", "uV"));
  EXPECT_EQ(split_unit("3 fT/cm"), Split("3", "fT/cm"));
  for (const std::string_view text : {"10", "1e5", "1e", "10 apples", "", "uV"})
    EXPECT_EQ(split_unit(text), Split(text, "")) << text;
  EXPECT_EQ(in_unit(10.0, "uV", "microvolts"), 10.0);
  EXPECT_EQ(in_unit(10.0, "uV", "mV"), 0.01);
  EXPECT_EQ(in_unit(10.0, "uV", "V"), 1e-5);
  EXPECT_EQ(in_unit(0.01, "mV", "uV"), 10.0);
  EXPECT_EQ(in_unit(1.0, "uV", "T"), std::nullopt);
  EXPECT_EQ(in_unit(1.0, "uV", "Boolean"), std::nullopt);
}

}  // namespace
}  // namespace biotropy::series
