// SPDX-License-Identifier: Apache-2.0
//
// `biotropy simulate`: the signals of the library, reproducible by seed.
#include "biotropy/files/open.hpp"
#include "biotropy/simulate/cohort.hpp"
#include "biotropy/simulate/signals.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"

namespace biotropy::cli::test {
namespace {

class SimulateProgram : public Program {
 protected:
  std::string digest(const std::string& name) const { return sha256_by_coreutils(scratch_.path(name).string()); }
};

TEST_F(SimulateProgram, ACohortIsThatOfTheLibraryAndTheSameForTheSameSeed) {
  const std::string sizes = " --groups 2 --subjects 2 --channels 3 --epochs 2 --epoch-length 256 --rate 100";
  EXPECT_THAT(run("simulate cohort one --seed 7" + sizes), Succeeds());
  EXPECT_THAT(names("one"), ElementsAre("participants.tsv", "simulated.sha256", "sub-001.edf", "sub-002.edf",
                                        "sub-003.edf", "sub-004.edf"));
  EXPECT_EQ(shell("cd one && sha256sum --check --strict simulated.sha256").code, 0);
  EXPECT_EQ(bytes_of(scratch_.path("one/participants.tsv")),
            "participant_id\tgroup\tfile\nsub-001\tgroup-1\tsub-001.edf\nsub-002\tgroup-1\tsub-002.edf\n"
            "sub-003\tgroup-2\tsub-003.edf\nsub-004\tgroup-2\tsub-004.edf\n");
  EXPECT_EQ(run("simulate cohort two --seed 7 --threads 1 --quiet" + sizes).errors, "");
  EXPECT_EQ(run("simulate cohort other --seed 8 --quiet" + sizes).code, 0);
  for (const std::string name : {"sub-001.edf", "sub-004.edf"}) {
    EXPECT_EQ(digest("one/" + name), digest("two/" + name));
    EXPECT_NE(digest("one/" + name), digest("other/" + name));
  }
  simulate::CohortSettings settings;
  settings.groups = settings.subjects = settings.epochs = 2;
  settings.channels = 3;
  settings.epoch_length = 256;
  settings.rate = 100;
  settings.seed = 7;
  const series::Recording expected = simulate::simulate_subject(settings, 1, 1);
  const series::Recording found = files::open(scratch_.path("one/sub-004.edf"), {});
  ASSERT_EQ(found.channels.size(), 3u);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(found.channels[c].rate, 100.0);
    ASSERT_EQ(found.channels[c].samples.size(), 512u);
    // EDF keeps 16 bits of the range.
    for (std::size_t i = 0; i < 512; ++i) {
      EXPECT_NEAR(found.channels[c].samples[i], expected.channels[c].samples[i], 0.1);
    }
  }
}

TEST_F(SimulateProgram, OptionsOfACohortChangeIt) {
  const std::string common = "simulate cohort a --groups 1 --subjects 1 --channels 2 --epochs 1 --quiet ";
  ASSERT_EQ(run(common).code, 0);
  const std::string plain = digest("a/sub-001.edf");
  for (const std::string option : {"--rate 200", "--epoch-length 512", "--strongest-coupling 60", "--seed 2"}) {
    EXPECT_EQ(run(common + option).code, 0) << option;
    EXPECT_NE(digest("a/sub-001.edf"), plain) << option;
  }
  // The last group alone has the weakest coupling.
  const std::string two = "simulate cohort b --groups 2 --subjects 1 --channels 2 --epochs 1 --quiet ";
  ASSERT_EQ(run(two).code, 0);
  const std::string strong = digest("b/sub-001.edf"), weak = digest("b/sub-002.edf");
  ASSERT_EQ(run(two + "--weakest-coupling 5").code, 0);
  EXPECT_EQ(digest("b/sub-001.edf"), strong);
  EXPECT_NE(digest("b/sub-002.edf"), weak);
  ASSERT_EQ(run(two + "--affected 0").code, 0);
  EXPECT_NE(digest("b/sub-002.edf"), weak);
}

TEST_F(SimulateProgram, NothingOfOthersIsOverwritten) {
  const std::string sizes = " --groups 1 --subjects 2 --channels 2 --epochs 1 --quiet";
  const auto expect_refused = [&](const std::string& file) {
    scratch_.write("mine/" + file, "my own");
    EXPECT_THAT(run("simulate cohort mine" + sizes), EndsWith(2, "'--force' writes into it all the same"));
    EXPECT_EQ(bytes_of(scratch_.path("mine/" + file)), "my own");
    EXPECT_EQ(shell("rm mine/" + file).code, 0);
  };
  ASSERT_EQ(shell("mkdir mine").code, 0);
  for (const std::string file : {"participants.tsv", "sub-001.edf", "thesis.tex", ".hidden"}) expect_refused(file);
  // An earlier cohort may be replaced if it is unchanged.
  EXPECT_EQ(run("simulate cohort mine" + sizes).code, 0);
  const std::string first = digest("mine/sub-002.edf");
  EXPECT_EQ(run("simulate cohort mine --seed 2" + sizes).code, 0);
  EXPECT_NE(digest("mine/sub-002.edf"), first);
  expect_refused("notes.txt");
  expect_refused("sub-001.edf");
  EXPECT_EQ(run("simulate cohort mine --force" + sizes).code, 0);
  EXPECT_EQ(digest("mine/sub-002.edf"), first);
  EXPECT_EQ(shell("echo age >> mine/participants.tsv").code, 0);
  EXPECT_THAT(run("simulate cohort mine" + sizes), Fails(2, "folder"));
  EXPECT_THAT(bytes_of(scratch_.path("mine/participants.tsv")), ::testing::EndsWith("age\n"));
  EXPECT_EQ(run("simulate cohort mine --force" + sizes).code, 0);
  EXPECT_EQ(run("simulate cohort mine" + sizes).code, 0);
}

TEST_F(SimulateProgram, CohortsThatCannotBe) {
  const std::string cohort = "simulate cohort study --channels 2 --epochs 1 --subjects 1 ";
  EXPECT_THAT(run("simulate cohort"), EndsWith(2, "DIR is required"));
  EXPECT_THAT(run(cohort + "--groups 0"), EndsWith(2, "groups is 0; it must be an integer of at least 1"));
  EXPECT_THAT(run(cohort + "--groups 2000000000"), EndsWith(2, "at most 1000000 in all"));
  EXPECT_THAT(run("simulate cohort study --channels 9999 --epochs 1 --epoch-length 1 --subjects 1 --groups 1"),
              EndsWith(2, "channels is 9999; it must be at most 9998 in an EDF file"));
  scratch_.write("file", "");
  EXPECT_THAT(run("simulate cohort file"), Fails(5, "io"));
}

TEST_F(SimulateProgram, ASeriesIsThatOfTheLibrary) {
  for (const simulate::SignalDescription& kind : simulate::signal_kinds()) {
    simulate::SignalSettings settings{.kind = kind.kind, .samples = 50, .seed = 3};
    const std::string command = "simulate series --samples 50 --seed 3 --kind " + std::string(kind.name);
    EXPECT_EQ(run(command).output, lines_of(simulate::signal(settings))) << kind.name;
    if (kind.parameter.empty()) {
      EXPECT_THAT(run(command + " --parameter 1"), EndsWith(2, "has no parameter")) << kind.name;
      continue;
    }
    settings.parameter = kind.lowest + 0.25 * (std::min(kind.highest, 100.0) - kind.lowest);
    EXPECT_EQ(run(command + " --parameter " + std::to_string(*settings.parameter)).code, 0) << kind.name;
    EXPECT_NE(run(command + " --parameter " + std::to_string(*settings.parameter)).output, run(command).output);
  }
  EXPECT_NE(run("simulate series --seed 2").output, run("simulate series").output);
  EXPECT_EQ(run("simulate series -o a.txt").output, "");
  EXPECT_EQ(bytes_of(scratch_.path("a.txt")), run("simulate series -o -").output);
}

TEST_F(SimulateProgram, SeriesThatCannotBe) {
  EXPECT_THAT(run("simulate series --kind brown"), EndsWith(2, "brown not in {gaussian,uniform"));
  EXPECT_THAT(run("simulate series --kind sine --parameter nan"), EndsWith(2, "samples per cycle is nan"));
  EXPECT_THAT(run("simulate series -o absent/a.txt"), EndsWith(5, "the folder absent does not exist"));
}

}  // namespace
}  // namespace biotropy::cli::test
