// SPDX-License-Identifier: Apache-2.0
//
// `biotropy study`: its commands, what they print, and how they end. That a study survives what happens to it is tested
// in tests/study.
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"

namespace biotropy::cli::test {
namespace {

using ::testing::MatchesRegex;

class StudyProgram : public Program {
 protected:
  StudyProgram() {
    EXPECT_EQ(
        run("simulate cohort study --groups 2 --subjects 2 --channels 4 --epochs 3 --epoch-length 200 --quiet").code,
        0);
  }

  void init(const std::string& options = "") const {
    const Outcome made = run("study init study --epoch 200 --permutations 100 " + options);
    EXPECT_EQ(made.code, 0) << made.errors;
    EXPECT_EQ(made.output, "study/study.toml\n");
  }
};

TEST_F(StudyProgram, FromRecordingsToAResult) {
  init();
  EXPECT_THAT(run("study status study").output, HasSubstr("result: none yet\n"));
  const Outcome done = run("study run study");
  EXPECT_EQ(done.code, 0) << done.errors;
  EXPECT_THAT(done.output, MatchesRegex("Cross-ApEn: 4 of 4 subjects in 2 groups, 4 x 4 channels\n"
                                        "  group-1                 2 subjects, mean .*\n"
                                        "  group-2 - group-1       p < 0.01 in .* of 16 entries.*\n"
                                        "  result                  study/result.nc\n"));
  EXPECT_EQ(run("study run study").output, done.output);
  EXPECT_THAT(run("study status study").output, HasSubstr("result: study/results/"));
  const Outcome verified = run("study verify study --entries 6");
  EXPECT_EQ(verified.code, 0);
  EXPECT_THAT(verified.output, HasSubstr("6 of 6 entries are the same, bit for bit\n"));

  const netCDF::NcFile file(scratch_.path("study/result.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(strings(file, "subject_group"), ElementsAre("group-1", "group-1", "group-2", "group-2"));
  EXPECT_THAT(strings(file, "contrast"), ElementsAre("group-2 - group-1"));
  EXPECT_EQ(strings(file, "sha256")[1], sha256_by_coreutils(scratch_.path("study/sub-002.edf").string()));
  EXPECT_EQ(text_attribute(file, "measure"), "cross-apen");
  EXPECT_EQ(text_attribute(file, "kind"), "study");
}

TEST_F(StudyProgram, FaultsOfRecordingsAreSaidOnce) {
  init();
  for (const std::string name : {"sub-001", "sub-003"}) {
    const std::filesystem::path path = scratch_.path("study/" + name + ".edf");
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
  }
  const Outcome done = run("study run study");
  EXPECT_EQ(done.code, 0) << done.errors;
  EXPECT_EQ(count_of(done.errors, "records_differ"), 1U);
  const Outcome again = run("study run study");
  EXPECT_EQ(count_of(again.errors, "records_differ"), 1U);
  EXPECT_THAT(again.errors, HasSubstr("2 of 4 recordings, first sub-001: "));
}

TEST_F(StudyProgram, InitWritesWhatItWasTold) {
  const Outcome made = run(
      "study init other/place --participants study/participants.tsv --measure sampen -m 2 --epoch 100 --method rcmse "
      "--scales 1-2 --contrast group-2 group-1 --least-epochs 2 --band 2 40 --alpha 0.05");
  EXPECT_EQ(made.code, 0) << made.errors;
  const std::string text = bytes_of(scratch_.path("other/place/study.toml"));
  for (const std::string line :
       {"participants = \"../../study/participants.tsv\"", "least-epochs = 2", "measure = \"sampen\"", "m = 2",
        "band = [2.0, 40.0]", "method = \"rcmse\"", "scales = \"1-2\"", "contrasts = [[\"group-2\", \"group-1\"]]",
        "alpha = 0.05", "# tau = 1"}) {
    EXPECT_THAT(text, HasSubstr("\n" + line + "  # "));
  }
  EXPECT_THAT(run("study run other/place").output,
              StartsWith("RCMSE of SampEn: 4 of 4 subjects in 2 groups, 4 channels, 2"));
  EXPECT_THAT(run("study init other/place"), Fails(2, "FOLDER"));
  EXPECT_THAT(run("study init new --measure sampan"), Fails(2, "measure"));
  EXPECT_THAT(run("study init new -m 1,2"), Fails(2, "m"));
  EXPECT_THAT(run("study init new --contrast a"), Fails(2, "contrast"));
  EXPECT_THAT(names(), Not(Contains("new")));
  EXPECT_THAT(run("study init new"), EndsWith(0, "new/participants.tsv is not there yet"));
}

// The default is that of every other command.
TEST_F(StudyProgram, InitTakesTheUsualLengthOfTheMeasure) {
  const std::pair<std::string, std::string> lengths[] = {{"cross-apen", "2"}, {"sampen", "2"}, {"permen", "3"}};
  for (const auto& [measure, m] : lengths) {
    run("study init " + measure + " --measure " + measure);
    EXPECT_THAT(bytes_of(scratch_.path(measure + "/study.toml")), HasSubstr("\nm = " + m + "  #"));
  }
}

TEST_F(StudyProgram, TestsSubjectsAgainstSurrogates) {
  init("-m 1 --surrogates 30 --surrogate-kind shuffle --surrogate-seed 4 --alpha 0.2");
  const Outcome done = run("study run study");
  EXPECT_EQ(done.code, 0) << done.errors;
  EXPECT_THAT(done.output, HasSubstr("30 of kind shuffle; q < 0.2 in 100.00 % of 48 entries"));
  EXPECT_EQ(run("study verify study --entries 3").code, 0);
  {
    const netCDF::NcFile file(scratch_.path("study/result.nc").string(), netCDF::NcFile::read);
    EXPECT_EQ(text_attribute(file, "surrogate_kind"), "shuffle");
    EXPECT_EQ(numbers<double>(file, "surrogates_drawn").at(62), 30.0);
  }
  EXPECT_EQ(run("study run study --quiet -o parts --shard 1/2").code, 0);
  EXPECT_EQ(run("study run study --quiet -o parts --shard 2/2 --threads 1").code, 0);
  EXPECT_EQ(run("study merge study --quiet -o parts").code, 0);
  EXPECT_TRUE(bytes_of(scratch_.path("parts/result.nc")) == bytes_of(scratch_.path("study/result.nc")));
  EXPECT_THAT(run("study init new --surrogate-seed 3"), Fails(2, "surrogate_seed"));
  EXPECT_THAT(run("study init new --measure sampen --surrogates 9 --surrogate-kind shift"), Fails(2, "surrogate_kind"));
  EXPECT_THAT(run("study init new --surrogates -3"), Fails(2, "surrogates"));
}

TEST_F(StudyProgram, SaysWhatSoFewSubjectsCannotShow) {
  init();
  const Outcome done = run("study run study");
  EXPECT_THAT(
      done.output,
      HasSubstr(
          "p < 0.01 in 0.00 %, q < 0.01 in 0.00 % of 16 entries; so few subjects allow no p below 0.121 without ties"));
  EXPECT_THAT(done, Says("groups_small"));
  const netCDF::NcFile file(scratch_.path("study/result.nc").string(), netCDF::NcFile::read);
  EXPECT_EQ(text_attribute(file, "notice_codes"), "groups_small\ngroups_small");
}

TEST_F(StudyProgram, ResultsThatAreNotAsTheyWereWritten) {
  init();
  ASSERT_EQ(run("study run study --quiet").code, 0);
  const std::string flip = "printf x | dd of=$(readlink -f study/result.nc) bs=1 seek=4000 conv=notrunc status=none";
  ASSERT_EQ(shell(flip).code, 0);
  EXPECT_THAT(run("study status study"),
              EndsWith(3, "damaged: its checksum does not match; 'biotropy study run' makes it"));
  EXPECT_THAT(run("study verify study"), EndsWith(3, "damaged: its checksum does not match"));
  EXPECT_EQ(run("study merge study --quiet").code, 0);
  EXPECT_EQ(run("study status study").code, 0);
  EXPECT_EQ(run("study verify study").code, 0);
  ASSERT_EQ(shell("rm study/result.nc && echo mine > study/result.nc").code, 0);
  EXPECT_THAT(run("study run study"), EndsWith(5, "study/result.nc: not a result of this study"));
  EXPECT_EQ(bytes_of(scratch_.path("study/result.nc")), "mine\n");
}

TEST_F(StudyProgram, PartsForASchedulerAndTheirJoin) {
  init();
  EXPECT_EQ(run("study run study --quiet").code, 0);
  EXPECT_THAT(run("study run study -o parts --shard 1/2").output,
              StartsWith("2 subjects measured, 0 kept, 0 failed, 2 in other shards\n"));
  EXPECT_THAT(run("study merge study -o parts"),
              EndsWith(3, "2 of 4 subjects have not been measured yet: sub-002, sub-004"));
  EXPECT_EQ(run("study run study -o parts --shard 2/2").code, 0);
  EXPECT_EQ(run("study merge study -o parts").code, 0);
  EXPECT_TRUE(bytes_of(scratch_.path("parts/result.nc")) == bytes_of(scratch_.path("study/result.nc")));
  EXPECT_THAT(run("study run study --shard 3/2"), Fails(2, "shard"));
}

TEST_F(StudyProgram, SubjectsThatCannotBeUsed) {
  init("--least-epochs 3");
  scratch_.write("study/sub-002.edf", "no recording");
  const Outcome done = run("study run study");
  EXPECT_THAT(done, EndsWith(3, "sub-002: "));
  EXPECT_THAT(done.output, StartsWith("Cross-ApEn: 3 of 4 subjects"));
  EXPECT_THAT(run("study run study --threads 1"), EndsWith(3, "sub-002: "));
  scratch_.write("study/study.toml", "least-epochs = 4\n[prepare]\nepoch = 200\n[measure]\nm = 1\n");
  EXPECT_THAT(run("study run study"), EndsWith(4, "sub-001: 3 of 3 epochs are left; there must be at least 4"));
  for (const std::string id : {"1", "3", "4"}) scratch_.write("study/sub-00" + id + ".edf", "nor this");
  EXPECT_THAT(run("study run study"), EndsWith(4, "sub-004: "));
}

TEST_F(StudyProgram, MistakesOfTheDescription) {
  EXPECT_THAT(run("study run study"), EndsWith(3, "study/study.toml: "));
  init();
  scratch_.write("study/study.toml", "[measure]\nmm = 3\n");
  EXPECT_THAT(run("study run study"), EndsWith(3, "study/study.toml: line 2: there is no key 'mm' in [measure]"));
  scratch_.write("study/study.toml", "participants = \"none.tsv\"\n");
  EXPECT_THAT(run("study run study"), EndsWith(3, "none.tsv"));
  EXPECT_THAT(run("study verify study"), EndsWith(3, "none.tsv"));
  EXPECT_THAT(run("study"), Fails(2, "invalid_argument"));
  EXPECT_THAT(run("study rnu study"), EndsWith(2, "there is no command 'rnu'"));
}

}  // namespace
}  // namespace biotropy::cli::test
