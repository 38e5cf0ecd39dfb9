// SPDX-License-Identifier: Apache-2.0
#include "biotropy/cpu.hpp"
#include "tests/environment.hpp"
#include "tests/error_of.hpp"

namespace biotropy {
namespace {

class Cpu : public ::testing::Test {
 protected:
  void TearDown() override {
    biotropy::test::unset_variable("BIOTROPY_SIMD");
    limit_instruction_set("");
  }
};

TEST_F(Cpu, LimitLeavesTheNamedSetAndThoseBelow) {
  const auto all = instruction_sets();
  ASSERT_FALSE(all.empty());
  limit_instruction_set(all.back());
  EXPECT_EQ(instruction_sets(), std::vector{all.back()});
  limit_instruction_set("");
  EXPECT_EQ(instruction_sets(), all);
  limit_instruction_set(all.front());
  EXPECT_EQ(instruction_sets(), all);
}

TEST_F(Cpu, EnvironmentLimits) {
  const auto all = instruction_sets();
  biotropy::test::set_variable("BIOTROPY_SIMD", all.back());
  limit_instruction_set_by_environment();
  EXPECT_EQ(instruction_sets(), std::vector{all.back()});
}

TEST_F(Cpu, UnknownNameListsThoseThereAre) {
  const Error error = error_of([&] { limit_instruction_set("MMX"); });
  EXPECT_EQ(error.value(), "MMX");
  EXPECT_THAT(error.allowed(), HasSubstr(instruction_sets().front()));
}

}  // namespace
}  // namespace biotropy
