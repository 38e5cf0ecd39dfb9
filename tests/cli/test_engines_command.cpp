// SPDX-License-Identifier: Apache-2.0
//
// `biotropy engines`: every engine of the library, and its hardware.
#include <fmt/format.h>

#include "biotropy/cpu.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/threads.hpp"
#include "tests/cli/program.hpp"

namespace biotropy::cli::test {
namespace {

using ::testing::HasSubstr;

class EnginesProgram : public Program {};

TEST_F(EnginesProgram, ListsEveryEngineOfTheLibrary) {
  const Outcome engines = run("engines");
  EXPECT_EQ(engines.code, 0);
  EXPECT_EQ(engines.errors, "");
  std::size_t width = 0;
  for (const match::Engine* engine : match::engines()) width = std::max(width, engine->name().size());
  for (const match::Engine* engine : match::engines()) {
    const std::string name(engine->name());
    EXPECT_THAT(engines.output, HasSubstr(fmt::format("\n{:<{}}  {}\n", name, width, engine->description())));
  }
  EXPECT_THAT(engines.output, HasSubstr(fmt::format("threads           {}\n", thread_count({}))));
  for (const auto& name : instruction_sets()) EXPECT_THAT(engines.output, HasSubstr(std::string(name)));
}

TEST_F(EnginesProgram, TheEnvironmentNamesAnInstructionSet) {
  const std::string last(instruction_sets().back());
  EXPECT_THAT(shell("BIOTROPY_SIMD=" + last + " biotropy engines").output,
              HasSubstr("instruction sets  " + last + " (the first is used)"));
  EXPECT_THAT(shell("BIOTROPY_SIMD=unknown biotropy engines"), EndsWith(2, "instruction set is unknown; it must be"));
  EXPECT_THAT(run("engines extra"), EndsWith(2, "extra"));
}

// The last instruction set of the machine gives the same bytes as the first.
TEST_F(EnginesProgram, InstructionSetsDoNotChangeAByte) {
  scratch_.write("a.csv", columns_of({noise(500, 1), noise(500, 2)}));
  const std::string expected = run("cross a.csv -m 2 -o -").output;
  EXPECT_THAT(expected, HasSubstr("a.csv,0,c1,c2,"));
  for (const auto& name : instruction_sets()) {
    EXPECT_EQ(shell("BIOTROPY_SIMD=" + std::string(name) + " biotropy cross a.csv -m 2 -o -").output, expected);
  }
}

}  // namespace
}  // namespace biotropy::cli::test
