// SPDX-License-Identifier: Apache-2.0
//
// `biotropy engines`: every engine of the library, and its hardware.
#include "biotropy/cpu.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/threads.hpp"
#include "tests/cli/program.hpp"

namespace biotropy::cli::test {
namespace {

class EnginesProgram : public Program {};

TEST_F(EnginesProgram, ListsEveryEngineOfTheLibrary) {
  const Outcome engines = run("engines");
  EXPECT_EQ(engines.code, 0);
  EXPECT_EQ(engines.errors, "");
  const auto listed = nlohmann::json::parse(run("engines --json").output);
  ASSERT_EQ(listed.at("engines").size(), match::engines().size());
  for (std::size_t i = 0; i < match::engines().size(); ++i) {
    EXPECT_EQ(listed.at("engines")[i].at("description"), std::string(match::engines()[i]->description()));
    EXPECT_EQ(listed.at("engines")[i].at("name"), std::string(match::engines()[i]->name()));
    EXPECT_THAT(engines.output, HasSubstr(std::string(match::engines()[i]->description())));
  }
  EXPECT_EQ(listed.at("threads"), thread_count({}));
  EXPECT_EQ(listed.at("instruction_sets"), nlohmann::json(instruction_sets()));
}

TEST_F(EnginesProgram, TheEnvironmentNamesAnInstructionSet) {
  const std::string last(instruction_sets().back());
  const Outcome named = shell("BIOTROPY_SIMD=" + last + " biotropy engines --json");
  EXPECT_EQ(nlohmann::json::parse(named.output).at("instruction_sets"), nlohmann::json({last}));
  EXPECT_THAT(shell("BIOTROPY_SIMD=unknown biotropy engines"), Fails(2, "instruction set"));
  EXPECT_THAT(run("engines extra"), Fails(2, "invalid_argument"));
}

}  // namespace
}  // namespace biotropy::cli::test
