// SPDX-License-Identifier: Apache-2.0
//
// `biotropy study submit`: what it writes and submits. A stand-in for sbatch runs the scripts at once; `make
// slurm-check` does so in a real Slurm, with everything killed in the middle.
#include <sys/stat.h>

#include <fstream>

#include "tests/cli/program.hpp"
#include "tests/cli/program_file.hpp"

namespace biotropy::cli::test {
namespace {

class StudySubmit : public Program {
 protected:
  StudySubmit() {
    EXPECT_EQ(shell("biotropy simulate cohort 'a study' --groups 2 --subjects 3 --channels 3 --epochs 2 "
                    "--epoch-length 128 --quiet && "
                    "biotropy study init 'a study' --epoch 128 --permutations 50 --quiet")
                  .code,
              0);
  }

  /// A program of that name in the folder `bin`.
  void stand_in(const std::string& text) const {
    std::filesystem::create_directories(scratch_.path("bin"));
    std::ofstream(scratch_.path("bin/sbatch")) << "#!/bin/bash\n" << text;
    ::chmod(scratch_.path("bin/sbatch").c_str(), 0755);
  }

  Outcome submit(const std::string& options = "") const {
    return shell("PATH=$PWD/bin:$PATH exec biotropy study submit 'a study' " + options);
  }
};

// Runs every task of the array in its folder, two at a time, as Slurm would.
constexpr const char* kRunning = R"(
echo "$@" >> calls
for argument; do case $argument in --chdir=*) folder=${argument#*=};; esac; done
script=${!#}
bash -n "$script" || exit 7
echo "4$(wc -l < calls);somewhere"
cd "$folder" || exit 8
export SLURM_JOB_ID=4
last=$(sed -n 's/^#SBATCH --array=1-\([0-9]*\).*/\1/p' "$script")
for task in $(seq 1 ${last:-1}); do
  SLURM_ARRAY_TASK_ID=$task bash "$script" > log-$task 2>&1 &
  [ $((task % 2)) = 1 ] || wait
done
wait
)";

TEST_F(StudySubmit, TheJobsHaveTheBytesOfARun) {
  stand_in(kRunning);
  ASSERT_EQ(run("study run 'a study' -o whole --quiet").code, 0);
  const Outcome done = submit("-o \"it's here\" --shards 4 --sbatch partition=long exclusive");
  EXPECT_EQ(done.code, 0) << done.errors;
  EXPECT_THAT(done.output, StartsWith("job 41 measures 6 subjects in 4 tasks\njob 42 merges them\n"));
  EXPECT_THAT(bytes_of(scratch_.path("calls")), HasSubstr("--dependency=afterany:41 "));
  const std::string script = bytes_of(scratch_.path("it's here/slurm/shards.sh"));
  for (const std::string option : {"array=1-4", "partition=long", "exclusive", "requeue"}) {
    EXPECT_THAT(script, HasSubstr("\n#SBATCH --" + option + "\n"));
  }
  EXPECT_EQ(bytes_of(scratch_.path("it's here/result.nc")), bytes_of(scratch_.path("whole/result.nc")));
  EXPECT_FALSE(bytes_of(scratch_.path("whole/result.nc")).empty());
}

TEST_F(StudySubmit, ScriptsTryAgainWhatMayPass) {
  EXPECT_THAT(submit("--scripts-only --at-once 2 --threads 3"), Succeeds());
  const std::string script = bytes_of(scratch_.path("a study/slurm/shards.sh"));
  for (const std::string words : {"--array=1-6%2\n", "--cpus-per-task=3\n", "--threads 3 --wait"}) {
    EXPECT_THAT(script, HasSubstr(words));
  }
  // The program is replaced by one that ends in the way that the file `ends` lists, and pauses are left out.
  const std::string replaced =
      "cd 'a study' && printf '#!/bin/sh\\nread code < ends; sed -i 1d ends; [ $code != 9 ] || kill -9 $$; exit "
      "$code\\n' "
      "> stub && chmod +x stub && sed -e \"s|^  '.*' study|  ./stub study|\" -e 's/sleep .pause/:/' slurm/shards.sh > "
      "script && ";
  const auto ending = [&](const std::string& ends) {
    return shell(replaced + "printf '" + ends + "' > ends; SLURM_JOB_ID=1 SLURM_ARRAY_TASK_ID=1 bash script").code;
  };
  EXPECT_EQ(ending("9\\n0\\n"), 0);
  EXPECT_EQ(ending("1\\n5\\n0\\n"), 0);
  EXPECT_EQ(ending("1\\n5\\n9\\n0\\n"), 137);
  EXPECT_EQ(ending("2\\n0\\n"), 2);
  EXPECT_EQ(ending("3\\n0\\n"), 3);
  EXPECT_EQ(ending("130\\n0\\n"), 130);
}

TEST_F(StudySubmit, WhatCannotBeSubmittedIsSaid) {
  EXPECT_THAT(shell("PATH=/nowhere exec " + program_file() + " study submit 'a study'"),
              EndsWith(1, "sbatch cannot be run: No such file or directory; '--scripts-only' writes the scripts"));
  stand_in("echo no such partition >&2; exit 1");
  EXPECT_THAT(submit(), EndsWith(1, "sbatch --parsable "));
  stand_in("case \"$*\" in *dependency*) exit 1;; esac; echo 12");
  EXPECT_THAT(submit(), EndsWith(1, "job 12 measures the subjects, but is not followed by the merging: "));
  stand_in("echo Submitted");
  EXPECT_THAT(submit(), EndsWith(1, "sbatch answered 'Submitted"));
  for (const std::string option : {"--time=1", "'a b'", "array=1-2", "Wrap"}) {
    EXPECT_THAT(submit("--sbatch=" + option), Fails(2, "sbatch"));
  }
  EXPECT_THAT(submit("--threads 0"), Fails(2, "threads"));
  EXPECT_THAT(run("study submit none"), EndsWith(3, "none"));
}

TEST_F(StudySubmit, WaitsForAnotherProcess) {
  ASSERT_EQ(run("study run 'a study' --shard 1/2 --quiet").code, 0);
  const std::string held = "exec 9>'a study/.shard-2-of-2'; flock 9; ";
  EXPECT_THAT(shell(held + "biotropy study run 'a study' --shard 2/2"), EndsWith(5, "another process is at work"));
  const Outcome done = shell("(" + held +
                             "touch held; while [ ! -e release ]; do sleep 0.05; done) & "
                             "while [ ! -e held ]; do sleep 0.05; done; (sleep 0.3; touch release) & "
                             "biotropy study run 'a study' --shard 2/2 --wait; code=$?; [ -e release ] && exit $code");
  EXPECT_EQ(done.code, 0) << done.errors;
}

}  // namespace
}  // namespace biotropy::cli::test
