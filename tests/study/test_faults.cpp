// SPDX-License-Identifier: Apache-2.0
//
// A study under faults: killed, with a full disk, with other files, started twice. After each fault it ends with the
// bytes of an undisturbed study.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "tests/cli/program.hpp"

namespace biotropy::cli::test {
namespace {

/// Name space in which an unprivileged process may mount.
constexpr const char* kOwnMounts = "unshare --map-root-user --mount";

class StudyFaults : public Program {
 protected:
  void SetUp() override {
    const Outcome made = shell(
        "biotropy simulate cohort cohort --groups 2 --subjects 3 --channels 5 --epochs 3 --epoch-length 300 --quiet &&"
        "biotropy study init study --participants cohort/participants.tsv --epoch 300 --permutations 200 &&"
        "biotropy study run study -o whole");
    ASSERT_EQ(made.code, 0) << made.errors;
    bytes_ = bytes_of(scratch_.path("whole/result.nc"));
    ASSERT_FALSE(bytes_.empty());
  }

  void expect_same_bytes(const std::string& folder) const {
    EXPECT_TRUE(bytes_of(scratch_.path(folder + "/result.nc")) == bytes_) << folder;
  }

  // Runs to the end, to the same bytes and without leaving anything half done.
  void expect_end(const std::string& folder) const {
    const Outcome ended = run("study run study --quiet -o " + folder);
    EXPECT_EQ(ended.code, 0) << ended.errors;
    expect_same_bytes(folder);
    EXPECT_EQ(shell("find " + folder + " -name '*.part'").output, "");
    EXPECT_EQ(shell("ls " + folder + "/subjects | wc -l").output, "6\n");
  }

  void require_own_mounts() const {
    if (shell(std::string(kOwnMounts) + " true").code != 0) GTEST_SKIP() << "this user cannot mount anything";
  }

  std::string bytes_;
};

TEST_F(StudyFaults, KilledAtTenMoments) {
  const auto began = std::chrono::steady_clock::now();
  ASSERT_EQ(run("study run study --quiet -o timed").code, 0);
  std::chrono::duration<double> whole = std::chrono::steady_clock::now() - began;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> moment(0.0, 1.0);
  int killed = 0;
  for (int number = 0; killed < 10; ++number) {
    ASSERT_LT(number, 100);
    const std::string folder = "killed-" + std::to_string(number);
    Running study("exec biotropy study run study --quiet -o " + folder, scratch_.folder());
    std::this_thread::sleep_for(moment(random) * whole);
    study.signal(SIGKILL);
    if (study.wait().code == -SIGKILL) {
      ++killed;
    } else {
      whole *= 0.9;  // others slowed the run that was timed
    }
    expect_end(folder);
  }
}

// Between the surrogates of a subject: what was drawn before each kill is kept, and the end is the same.
TEST_F(StudyFaults, KilledAmongTheSurrogatesOfASubject) {
  const std::string study = "study/study.toml";
  std::string text = bytes_of(scratch_.path(study));
  const std::string option = "# surrogates = 0";
  ASSERT_NE(text.find(option), std::string::npos);
  scratch_.write(study, text.replace(text.find(option), option.size(), "surrogates = 200"));
  ASSERT_EQ(run("study run study --quiet -o whole").code, 0);
  bytes_ = bytes_of(scratch_.path("whole/result.nc"));
  for (const int block : {16, 64}) {
    const std::string kept = "ls -i killed/subjects/*.surrogates/from-0.values";
    const std::string before = shell(kept).output;
    Running program("exec biotropy study run study --quiet -o killed", scratch_.folder());
    const std::string drawn = "ls killed/subjects/sub-001-*.surrogates/from-" + std::to_string(block) + ".values";
    const std::string ended = "ls killed/subjects/sub-001-*.values";
    while (shell(drawn).code != 0) ASSERT_NE(shell(ended).code, 0) << "not interrupted";
    program.signal(SIGKILL);
    EXPECT_EQ(program.wait().code, -SIGKILL);
    const std::string after = shell(kept).output;
    EXPECT_FALSE(after.empty());
    EXPECT_TRUE(before.empty() || after == before) << "drawn again";
  }
  expect_end("killed");
}

TEST_F(StudyFaults, StoppedByASignal) {
  Running study("exec biotropy study run study --quiet -o stopped", scratch_.folder());
  while (!std::filesystem::exists(scratch_.path("stopped/subjects"))) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  study.signal(SIGTERM);
  const Outcome ended = study.wait();
  EXPECT_TRUE(ended.code == 130 || ended.code == 0) << ended.code << ended.errors;
  expect_end("stopped");
}

// State after a power failure: files that were created and never filled, or filled in part.
TEST_F(StudyFaults, FilesThatAreCutOffOrOfOthers) {
  const std::string each = "for f in cut/subjects/* cut/results/*; do ";
  for (const std::string damage : {": > \"$f\"", "truncate -s -1 \"$f\"", "truncate -s 100 \"$f\"",
                                   "head -c $(stat -c %s \"$f\") /dev/zero > \"$f\"", "rm \"$f\"",
                                   "touch cut/subjects/.$(basename \"$f\").1-0.part"}) {
    ASSERT_EQ(shell("rm -rf cut && cp -a whole cut && " + each + damage + "; done").code, 0) << damage;
    expect_end("cut");
  }
  // The values of one subject under the name of another.
  ASSERT_EQ(
      shell("cd cut/subjects && a=$(ls | head -n 1) && b=$(ls | tail -n 1) && mv $a c && mv $b $a && mv c $b").code, 0);
  EXPECT_THAT(run("study run study -o cut"), Says("values_damaged"));
  expect_end("cut");
}

TEST_F(StudyFaults, RecordingsThatChange) {
  ASSERT_EQ(shell("cp -a whole changed").code, 0);
  const std::string swap = "cd cohort && mv sub-001.edf x && mv sub-006.edf sub-001.edf && mv x sub-006.edf";
  ASSERT_EQ(shell(swap).code, 0);
  EXPECT_EQ(run("study run study --quiet -o changed").code, 0);
  EXPECT_THAT(bytes_of(scratch_.path("changed/result.nc")), Not(bytes_));
  ASSERT_EQ(shell(swap).code, 0);
  EXPECT_THAT(run("study run study --quiet -o changed").code, 0);
  expect_same_bytes("changed");

  ASSERT_EQ(shell("cp cohort/sub-002.edf kept.edf && truncate -s 200 cohort/sub-002.edf").code, 0);
  EXPECT_THAT(run("study run study -o changed"), EndsWith(3, "sub-002: "));
  EXPECT_THAT(bytes_of(scratch_.path("changed/result.nc")), Not(bytes_));
  ASSERT_EQ(shell("rm cohort/sub-002.edf").code, 0);
  EXPECT_THAT(run("study run study -o changed"), EndsWith(3, "sub-002: "));
  ASSERT_EQ(shell("mv kept.edf cohort/sub-002.edf").code, 0);
  EXPECT_EQ(run("study run study --quiet -o changed").code, 0);
  expect_same_bytes("changed");
}

// A little more room each time: finished values are kept, until everything fits.
TEST_F(StudyFaults, FullDisk) {
  require_own_mounts();
  if (IsSkipped()) return;
  const Outcome ended = shell("exec " + std::string(kOwnMounts) +
                              R"( sh -c 'mkdir small && mount -t tmpfs -o size=8k none small || exit 99
        for pages in 2 4 6 8 10 14 18 22 26 30 40 60 250; do
          mount -o remount,size=$((4 * pages))k none small || exit 98
          biotropy study run study --quiet -o small 2>said >/dev/null
          code=$?
          echo $code $(ls small/subjects | wc -l)
          test $code = 0 && break
          grep -q "No space left on device" said || { cat said; exit 97; }
        done
        cmp small/result.nc whole/result.nc')");
  EXPECT_EQ(ended.code, 0) << ended.output << ended.errors;
  EXPECT_THAT(ended.output, ::testing::ContainsRegex("5 [1-5]\n")) << "some subjects must not fit at first";
  EXPECT_THAT(ended.output, ::testing::ContainsRegex("5 6\n")) << "nor the result";
}

TEST_F(StudyFaults, FolderThatCannotBeWritten) {
  require_own_mounts();
  if (IsSkipped()) return;
  const Outcome ended =
      shell("exec " + std::string(kOwnMounts) + R"( sh -c 'cp -a whole fixed; rm fixed/subjects/sub-003*
        mount --bind fixed fixed && mount -o remount,ro,bind fixed || exit 99
        biotropy study run study -o fixed; echo $?
        biotropy study status study -o fixed | grep -c "to do"
        mount -o remount,rw,bind fixed; biotropy study run study --quiet -o fixed >/dev/null; echo $?
        cmp fixed/result.nc whole/result.nc')");
  EXPECT_EQ(ended.output, "5\n1\n0\n") << ended.errors;
  EXPECT_THAT(ended, Says("io"));
  EXPECT_EQ(ended.code, 0);
}

// A little more memory each time: every run ends with a reason, and the last one is complete.
TEST_F(StudyFaults, LittleMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need all of the address space";
#endif
  constexpr int program_does_not_start = 127;
  int n_failed = 0, code = -1;
  for (int kilobytes = 40'000; code != 0 && kilobytes < 2'000'000; kilobytes += 4000) {
    const Outcome ended = shell("ulimit -v " + std::to_string(kilobytes) +
                                "; exec biotropy study run study --quiet --threads 2 -o little");
    code = ended.code;
    if (code == program_does_not_start || code == 0) continue;
    ++n_failed;
    EXPECT_THAT(code, ::testing::AnyOf(1, 5)) << kilobytes << ": " << ended.errors;
    // Of subjects the text alone has the reason.
    EXPECT_THAT(ended.errors, HasSubstr("not enough memory")) << kilobytes;
    EXPECT_THAT(ended, Not(Says("internal"))) << kilobytes;
  }
  EXPECT_GT(n_failed, 3);
  expect_end("little");
}

TEST_F(StudyFaults, TwoAtOnce) {
  ASSERT_EQ(shell("mkdir two").code, 0);
  const int lock = ::open(scratch_.path("two/.lock").c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_EQ(::flock(lock, LOCK_EX), 0);
  EXPECT_THAT(run("study run study -o two"), EndsWith(5, "two: another process is at work on this study; wait for it"));
  EXPECT_THAT(run("study merge study -o two"), EndsWith(5, "another process is at work"));
  EXPECT_EQ(run("study status study -o two").code, 0);
  ::close(lock);
  {
    Running first("exec biotropy study run study --quiet -o two", scratch_.folder());
    Running second("exec biotropy study run study --quiet -o two", scratch_.folder());
    const int a = first.wait().code, b = second.wait().code;
    EXPECT_TRUE((a == 0 && b == 5) || (a == 5 && b == 0) || (a == 0 && b == 0)) << a << " " << b;
  }
  expect_end("two");
}

TEST_F(StudyFaults, ShardsAtOnceAndOneOfThemKilled) {
  {
    std::vector<std::unique_ptr<Running>> shards;
    for (const std::string number : {"1", "2", "3"}) {
      shards.push_back(std::make_unique<Running>(
          "exec biotropy study run study --quiet -o parts --shard " + number + "/3", scratch_.folder()));
    }
    shards[1]->signal(SIGKILL);
    for (auto& one : shards) one->wait();
  }
  const Outcome early = run("study merge study -o parts");
  EXPECT_TRUE(early.code == 0 || early.errors.find("have not been measured yet") != std::string::npos) << early.errors;
  EXPECT_EQ(run("study run study --quiet -o parts --shard 2/3").code, 0);
  EXPECT_EQ(run("study merge study --quiet -o parts").code, 0);
  expect_same_bytes("parts");
}

TEST_F(StudyFaults, ClocksThatJump) {
  for (const std::string date : {"1970-01-02", "2105-01-01"}) {
    ASSERT_EQ(shell("find whole cohort study -exec touch -h -d " + date + " {} +").code, 0);
    const Outcome ended = run("study run study -o whole");
    EXPECT_EQ(ended.code, 0) << ended.errors;
    expect_same_bytes("whole");
  }
}

}  // namespace
}  // namespace biotropy::cli::test
