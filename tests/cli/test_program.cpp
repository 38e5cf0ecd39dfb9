// SPDX-License-Identifier: Apache-2.0
//
// Properties of every command: correct help, refused values, exit codes, and files left after an interruption, a closed
// pipe or a full disk.
#include <sys/mount.h>
#include <unistd.h>

#include <csignal>
#include <regex>
#include <thread>

#include "biotropy/version.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"
#include "tests/files/npy_bytes.hpp"
#include "tests/files/wfdb_bytes.hpp"

namespace biotropy::cli::test {
namespace {

const std::vector<std::string> kCommands = {
    "",     "info",       "help",    "entropy",  "multiscale",      "cross",          "rr",
    "bids", "completion", "engines", "simulate", "simulate cohort", "simulate series"};

class WholeProgram : public Program {
 protected:
  // Channels of noise as columns of a table.
  void write_table(const std::string& name, std::size_t n_channels, std::size_t n_samples) const {
    std::vector<std::vector<double>> channels;
    for (std::size_t c = 0; c < n_channels; ++c) channels.push_back(noise(n_samples, c + 1));
    scratch_.write(name, columns_of(channels));
  }

  // True if a result is being written.
  bool has_unfinished() const {
    for (const std::string& name : names()) {
      if (name.ends_with(".part")) return true;
    }
    return false;
  }

  void wait_for_unfinished() const {
    for (int look = 0; look < 5000 && !has_unfinished(); ++look) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ASSERT_TRUE(has_unfinished());
  }
};

TEST_F(WholeProgram, HelpOfEveryCommandHasExamplesAndExitCodes) {
  const Outcome all = run("--help");
  EXPECT_EQ(all.code, 0);
  EXPECT_EQ(all.errors, "");
  const std::string exit_codes = all.output.substr(all.output.find("Exit codes:"));
  for (const std::string code : {"0 ", "1 ", "2 ", "3 ", "4 ", "5 ", "130", "141"}) {
    EXPECT_THAT(exit_codes, HasSubstr("\n  " + code));
  }
  for (const std::string& command : kCommands) {
    const Outcome help = run(command + " --help-all");
    EXPECT_EQ(help.code, 0) << command;
    EXPECT_EQ(help.errors, "") << command;
    EXPECT_THAT(help.output, HasSubstr("Examples:\n  biotropy ")) << command;
    EXPECT_THAT(help.output, ::testing::EndsWith(exit_codes)) << command;
    const std::string first_word = command.substr(0, command.find(' '));
    EXPECT_THAT(all.output, HasSubstr("  " + first_word)) << command;
  }
  for (const std::string flag : {"--version", "-V"}) EXPECT_EQ(run(flag).output, std::string(version()) + "\n");
}

TEST_F(WholeProgram, ShortHelpHasWhatMostPeopleNeed) {
  for (const std::string& command : kCommands) {
    const std::string help = run(command + " --help").output;
    EXPECT_LE(std::count(help.begin(), help.end(), '\n'), 45) << help;
  }
  for (const std::string command : {"entropy", "multiscale", "cross"}) {
    const std::string help = run(command + " --help").output;
    for (const std::string option : {" -m ", " -r ", "--epoch", "--channels", "--output", "--help-all"}) {
      EXPECT_THAT(help, HasSubstr(option)) << command;
    }
    EXPECT_THAT(run(command + " --help-all").output, HasSubstr("--notch-quality")) << command;
  }
}

// "--name ... [default]" of a help text, for defaults of one word, as a shell takes them.
std::string defaults_of(const std::string& help) {
  static const std::regex option(R"((?:^|\n)  (?:-o,)?(--?[a-z-]+) [^\n\[]*\[([^\s\]]+)\])");
  std::string words;
  for (std::sregex_iterator match(help.begin(), help.end(), option), end; match != end; ++match) {
    words += " " + (*match)[1].str() + " '" + (*match)[2].str() + "'";
  }
  return words;
}

TEST_F(WholeProgram, DefaultsInTheHelpAreThose) {
  write_table("a.csv", 2, 400);
  for (const std::string command : {"entropy", "multiscale", "cross"}) {
    const std::string defaults = defaults_of(run(command + " --help-all").output);
    for (const std::string option : {"-r", "--tau", "--boundary", "--order", "--epoch", "--decimate", "--notch-quality",
                                     "--threads", "--measure"}) {
      EXPECT_THAT(defaults, HasSubstr(" " + option + " ")) << command;
    }
    EXPECT_THAT(run(command + " --help-all").output, HasSubstr("--r-unit sd|absolute|total-variation [sd"));
    const std::string scales = command == "cross" ? " --scales 1-2" : "";  // without it, its options are refused
    const std::string common = command + " a.csv --rate 100 --band 2 20 --notch 30 --epoch 100 -o -" + scales;
    const std::string without_epoch = std::regex_replace(defaults, std::regex(" --epoch '0'"), "");
    const Outcome plain = run(common), told = run(common + without_epoch);
    EXPECT_EQ(plain.code, 0) << plain.errors;
    EXPECT_EQ(told.code, 0) << told.errors;
    EXPECT_EQ(plain.output, told.output) << defaults;
  }
  const std::string of_rr = defaults_of(run("rr --help-all").output);
  EXPECT_THAT(of_rr, HasSubstr(" --max '1.5'"));
  scratch_.write("rr.txt", "0.8\n0.9\n2.5\n0.7\n");
  EXPECT_EQ(run("rr rr.txt" + of_rr).output, run("rr rr.txt").output);
  const std::string of_series = defaults_of(run("simulate series --help-all").output);
  EXPECT_THAT(of_series, HasSubstr(" --samples '1000'"));
  EXPECT_EQ(run("simulate series" + of_series).output, run("simulate series").output);
  const std::string of_cohort = defaults_of(run("simulate cohort --help-all").output);
  EXPECT_THAT(of_cohort, HasSubstr("--groups '3' --subjects '10' --channels '148' --epochs '49'"));
}

TEST_F(WholeProgram, ExamplesInTheHelpWork) {
  ASSERT_EQ(run("simulate cohort study --groups 1 --subjects 2 --channels 4 --epochs 5 --quiet").code, 0);
  shell("cp study/sub-001.edf eeg.edf; cp eeg.edf a.edf; cp eeg.edf b.edf; cp study/*.edf .");
  run("simulate series --kind rr --samples 400 -o rr.txt");
  shell("(echo RR; awk '{print $1 * 1000}' rr.txt) > rr.csv");
  shell(
      "mkdir -p dataset/sub-01/eeg dataset/sub-02/eeg; for i in 1 2; do cp study/sub-00$i.edf "
      "dataset/sub-0$i/eeg/sub-0${i}_task-rest_eeg.edf; done; echo '{\"Name\": \"a\", \"BIDSVersion\": \"1.9.0\"}' > "
      "dataset/dataset_description.json; printf 'participant_id\\tgroup\\nsub-01\\ta\\nsub-02\\tb\\n' > "
      "dataset/participants.tsv");
  shell(
      "mkdir dataset/sub-01/beh dataset/sub-02/beh; for i in 1 2; do awk '{ for (t += $1; row < int(t * 100); ++row) "
      "print 0; print 1; ++row }' rr.txt | gzip > dataset/sub-0$i/beh/sub-0${i}_task-rest_physio.tsv.gz; done; echo "
      "'{\"SamplingFrequency\": 100, \"StartTime\": 0, \"Columns\": [\"peaks\"]}' > "
      "dataset/task-rest_physio.json");
  scratch_.write("raw.npy",
                 files::test::npy_bytes(files::test::dictionary("<f8", "(1, 4)"), files::test::doubles({1, 2, 3, 4})));
  std::string beats;
  for (int k = 0; k < 40; ++k) beats += files::test::word(1, k % 3 == 0 ? 200 : 230);
  scratch_.write("nsr001.ecg", beats + files::test::end_of_annotations());
  scratch_.write("nsr001.hea", "nsr001 0 250\n");
  static const std::regex example(R"(\n  ((?:BIOTROPY_\w+=\w+ )?biotropy [^\n]*))");
  int n_examples = 0;
  for (const std::string& command : kCommands) {
    const std::string help = run(command + " --help").output;
    for (std::sregex_iterator match(help.begin(), help.end(), example), end; match != end; ++match) {
      const std::string line = (*match)[1].str();
      if (line == "biotropy simulate cohort simulated") continue;  // minutes of work
      if (line.find("SIMD=AVX2") != std::string::npos) continue;   // not every machine has it
      const Outcome outcome = shell(line);
      // No simulated signal is as small as microvolts.
      const bool all_rejected = line.find("--reject") != std::string::npos;
      EXPECT_EQ(outcome.code, all_rejected ? 4 : 0) << line << "\n" << outcome.errors;
      ++n_examples;
    }
  }
  EXPECT_GE(n_examples, 14);
}

TEST_F(WholeProgram, MistakesInTheCommandLine) {
  scratch_.write("a.txt", lines_of(noise(100)));
  EXPECT_THAT(run(""), EndsWith(2, "see 'biotropy --help'"));
  EXPECT_THAT(run("entrpy a.txt"),
              EndsWith(2, "there is no command 'entrpy' (did you mean 'entropy'?); see 'biotropy --help'"));
  EXPECT_THAT(run("simulate noise"),
              EndsWith(2, "there is no command 'noise'; there is cohort, series; see 'biotropy simulate --help'"));
  EXPECT_THAT(run("entropy"), EndsWith(2, "FILE is required; see 'biotropy entropy --help'"));
  EXPECT_THAT(run("entropy a.txt --unknown"), EndsWith(2, "--unknown"));
  EXPECT_THAT(run("entropy a.txt -m"), EndsWith(2, "-m"));
  EXPECT_THAT(run("entropy a.txt -m 2 -m 3"), EndsWith(2, "-m"));
  EXPECT_THAT(run("entropy a.txt --measure cross-apen"), EndsWith(2, "cross-apen not in {apen,sampen"));
  EXPECT_THAT(run("entropy a.txt -o x.csv -o y.csv"), EndsWith(2, "--output"));
  EXPECT_THAT(names(), ElementsAre("a.txt"));
}

TEST_F(WholeProgram, NumbersAreTakenAsTheyStandOrNotAtAll) {
  scratch_.write("a.txt", lines_of(noise(100)));
  const std::string entropy = "entropy a.txt ";
  for (const std::string text : {"-1", "99999999999999999999", "1e2", "2.5", "2 ms"}) {
    EXPECT_THAT(run(entropy + "--epoch '" + text + "'"), Fails(2, "epoch")) << text;
  }
  EXPECT_THAT(run(entropy + "--epoch ''"), EndsWith(2, "'' must be"));
  EXPECT_THAT(run(entropy + "-m 99999999999"), EndsWith(2, "m is 99999999999; it must be"));
  EXPECT_THAT(run(entropy + "-m two"), EndsWith(2, "m is two; it must be"));
  EXPECT_THAT(run(entropy + "-r 0,2"), EndsWith(2, "r is 0,2; it must be a list of numbers above 0, with a point for"));
  EXPECT_THAT(run(entropy + "-r 1e999"),
              EndsWith(2, "r is 1e999; it must be a list of numbers that double precision can"));
  EXPECT_THAT(run(entropy + "-r 0.2x"), EndsWith(2, "r is 0.2x; it must be"));
  EXPECT_THAT(run(entropy + "-o ''"), EndsWith(2, "'' must be a value that is not empty"));
  EXPECT_THAT(run(entropy + "--channels ''"), EndsWith(2, "'' must be a value that is not empty"));
  EXPECT_THAT(run("entropy ''"), EndsWith(2, "'' must be a value that is not empty"));
  EXPECT_THAT(run("simulate series --seed -1"), EndsWith(2, "seed is -1; it must be"));
  EXPECT_THAT(run("simulate series --samples -3"), EndsWith(2, "samples is -3; it must be"));
  EXPECT_THAT(run("simulate series --samples 9999999999999999999"), EndsWith(2, "'9999999999999999999' must be"));
  EXPECT_THAT(run("simulate series --samples 999999999999999999"), EndsWith(1, "not enough memory"));
  // Ten, not the eight of languages in which a leading zero means octal.
  EXPECT_EQ(run(entropy + "--epoch 010 -m 1 -o -").output, run(entropy + "--epoch 10 -m 1 -o -").output);
  EXPECT_EQ(run(entropy + "-r +0.3 -o -").output, run(entropy + "-r 0.3 -o -").output);
  EXPECT_EQ(run(entropy + "-r=0.3 -o -").code, 2);
}

TEST_F(WholeProgram, OptionsThatWouldHaveNoEffectAreRefused) {
  scratch_.write("a.txt", lines_of(noise(100)));
  const std::string entropy = "entropy a.txt --rate 100 ";
  EXPECT_THAT(run(entropy + "--order 3"), EndsWith(2, "--order requires --band"));
  EXPECT_THAT(run(entropy + "--filter fir"), EndsWith(2, "--filter requires --band"));
  EXPECT_THAT(run(entropy + "--band 2 20 --taps 101"), EndsWith(2, "--taps requires --filter"));
  EXPECT_THAT(run(entropy + "--band 2 20 --filter fir --order 8"),
              EndsWith(2, "order is 8; it must be left out, as the filter fir has taps"));
  EXPECT_THAT(run(entropy + "--band 2 20 --filter butterworth --taps 33"),
              EndsWith(2, "taps is 33; it must be left out, as the filter butterworth has an order"));
  EXPECT_THAT(run(entropy + "--notch-quality 20"), EndsWith(2, "--notch-quality requires --notch"));
  EXPECT_THAT(run(entropy + "--anti-alias fir"), EndsWith(2, "--anti-alias requires --decimate"));
  EXPECT_THAT(run(entropy + "--overlap 0.5"), EndsWith(2, "epoch length is 0"));
  EXPECT_THAT(run(entropy + "--rr-max 2"), EndsWith(2, "use '--rr' if they do"));
  EXPECT_THAT(run(entropy + "--format csv"), EndsWith(2, "--format requires --output"));
}

TEST_F(WholeProgram, ProgressOnATerminalAlone) {
  write_table("a.csv", 12, 1000);
  const std::string command = "exec biotropy cross a.csv --engine direct --threads 1 -m 1 -o out.csv";
  Running on_terminal("TERM=xterm; export TERM; unset NO_COLOR; " + command, scratch_.folder(), ErrorsTo::terminal);
  const Outcome seen = on_terminal.wait();
  EXPECT_EQ(seen.code, 0);
  EXPECT_TRUE(std::regex_search(seen.errors, std::regex(R"(a[.]csv \[.* %.* pairs/s.*[0-9]+:[0-9][0-9] left)")));
  // The line of progress is erased at the end.
  EXPECT_TRUE(seen.errors.ends_with("\r\x1b[K")) << seen.errors;
  EXPECT_EQ(shell(command).errors, "");
  for (const std::string text_alone : {"TERM=dumb; export TERM; ", "unset TERM; ", "NO_COLOR=1; export NO_COLOR; "}) {
    Running plain(text_alone + command, scratch_.folder(), ErrorsTo::terminal);
    EXPECT_EQ(plain.wait().errors, "") << text_alone;
  }
  Running quiet(command + " --quiet", scratch_.folder(), ErrorsTo::terminal);
  EXPECT_EQ(quiet.wait().errors, "");
}

TEST_F(WholeProgram, ThreadsDoNotChangeAByte) {
  write_table("a.csv", 6, 600);
  const std::string command = "cross a.csv -m 1 --epoch 100 --missing omit --threads ";
  const std::string one = run(command + "1 -o -").output;
  EXPECT_GT(one.size(), 1000u);
  for (const std::string threads : {"0", "2", "1000"}) EXPECT_EQ(run(command + threads + " -o -").output, one);
  const std::string entropies = run("entropy a.csv --threads 1 --epoch 50 -m 1 -o -").output;
  EXPECT_EQ(run("entropy a.csv --threads 2 --epoch 50 -m 1 -o -").output, entropies);
  EXPECT_THAT(run(command + "-1"), EndsWith(2, "threads is -1; it must be 0 (every core) or a positive count"));
}

class Stopped : public WholeProgram, public ::testing::WithParamInterface<int> {};

TEST_P(Stopped, EndsAndLeavesNothing) {
  scratch_.write("long.txt", lines_of(noise(400'000)));  // minutes of the plain loop, more than a run may take here
  scratch_.write("out.csv", "from before\n");
  for (const std::string output : {"out.csv", "out.nc"}) {
    Running running("exec biotropy entropy long.txt --engine direct -o " + output, scratch_.folder());
    wait_for_unfinished();
    running.signal(GetParam());
    EXPECT_THAT(running.wait(), EndsWith(130, "stopped; no half-written result is left"));
    EXPECT_THAT(names(), ElementsAre("long.txt", "out.csv"));
  }
  EXPECT_EQ(bytes_of(scratch_.path("out.csv")), "from before\n");
}

INSTANTIATE_TEST_SUITE_P(Signals, Stopped, ::testing::Values(SIGINT, SIGTERM, SIGHUP));

TEST_F(WholeProgram, WorkThatCannotBeAskedIsEndedAndLeavesNothing) {
  Running running("exec biotropy simulate series --samples 50000000 -o series.txt", scratch_.folder());
  wait_for_unfinished();
  running.signal(SIGINT);
  EXPECT_THAT(running.wait(), EndsWith(130, "stopped; no half-written result is left"));
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(WholeProgram, AnIgnoredSignalStaysIgnored) {
  scratch_.write("a.txt", lines_of(noise(8'000)));
  Running running("trap '' HUP; exec biotropy entropy a.txt --engine direct -o out.csv", scratch_.folder());
  wait_for_unfinished();
  running.signal(SIGHUP);
  EXPECT_EQ(running.wait().code, 0);
  EXPECT_THAT(names(), ElementsAre("a.txt", "out.csv"));
}

TEST_F(WholeProgram, AReaderThatGoesAway) {
  // The first line arrives, and the program ends without a message.
  const Outcome head = shell("{ biotropy simulate series --samples 200000; echo $? >&2; } | head -n 1");
  EXPECT_EQ(head.output, run("simulate series --samples 1").output);
  EXPECT_EQ(head.errors, "141\n");
  write_table("a.csv", 30, 200);
  EXPECT_EQ(shell("{ biotropy cross a.csv -m 1 --epoch 20 -o -; echo $? >&2; } | true").errors, "141\n");
}

TEST_F(WholeProgram, NoRoomForTheResult) {
  scratch_.write("a.txt", lines_of(noise(100)));
  const std::string said = "No space left on device; check the folder, its permissions and the free space";
  for (const std::string command : {"entropy a.txt", "entropy a.txt -o -", "cross a.txt", "info a.txt", "engines",
                                    "simulate series", "rr a.txt --min 0", "--help", "--version"}) {
    EXPECT_THAT(run(command + " > /dev/full"), EndsWith(5, "standard output: No space left on device")) << command;
  }
  EXPECT_THAT(run("entropy a.txt -o /dev/full --format csv"), EndsWith(5, "/dev/full: " + said));
  EXPECT_THAT(run("entropy a.txt -o /dev/full --format json"), EndsWith(5, "/dev/full: " + said));
  EXPECT_THAT(run("rr a.txt --min 0 -o /dev/full"), EndsWith(5, "/dev/full: " + said));
  EXPECT_THAT(run("simulate series -o /dev/full"), EndsWith(5, "/dev/full: " + said));
  EXPECT_THAT(names(), ElementsAre("a.txt"));
}

// A file system mounted in a folder; nothing if the user may not mount.
class FileSystem {
 public:
  FileSystem(std::filesystem::path folder, unsigned long flags, const char* options) : folder_(std::move(folder)) {
    std::filesystem::create_directory(folder_);
    mounted_ = ::mount("tmpfs", folder_.c_str(), "tmpfs", flags, options) == 0;
  }
  ~FileSystem() {
    if (mounted_) ::umount(folder_.c_str());
  }
  FileSystem(const FileSystem&) = delete;
  FileSystem& operator=(const FileSystem&) = delete;
  explicit operator bool() const { return mounted_; }

 private:
  std::filesystem::path folder_;
  bool mounted_ = false;
};

TEST_F(WholeProgram, AFullDisk) {
  const FileSystem small(scratch_.path("small"), 0, "size=16k");
  if (!small) GTEST_SKIP() << "this user cannot mount a small disk";
  write_table("a.csv", 20, 60);
  for (const std::string name : {"out.nc", "out.csv", "out.json"}) {
    EXPECT_THAT(run("cross a.csv -m 1 -o small/" + name), EndsWith(5, "No space left on device")) << name;
    EXPECT_THAT(names("small"), IsEmpty()) << name;
  }
  EXPECT_THAT(run("simulate cohort small/study --channels 4 --epochs 1"), EndsWith(5, "No space left on device"));
  EXPECT_THAT(run("simulate series --samples 10000 -o small/s.txt"), EndsWith(5, "No space left on device"));
  // Existing files are complete.
  for (const std::string& name : names("small/study")) EXPECT_EQ(run("info small/study/" + name).code, 0) << name;
}

TEST_F(WholeProgram, AFolderThatCannotBeWritten) {
  const FileSystem locked(scratch_.path("locked"), MS_RDONLY, "");
  if (!locked && ::geteuid() == 0) GTEST_SKIP() << "this user may write everywhere and cannot mount";
  ::chmod(scratch_.path("locked").c_str(), 0555);
  scratch_.write("a.txt", lines_of(noise(100)));
  for (const std::string name : {"out.nc", "out.csv", "out.json"}) {
    const Outcome outcome = run("entropy a.txt -o locked/" + name);
    EXPECT_THAT(outcome, EndsWith(5, "locked/" + name + ": "));
    EXPECT_THAT(outcome, Says("io"));
  }
  EXPECT_EQ(run("simulate cohort locked/study").code, 5);
  EXPECT_EQ(run("simulate series -o locked/s.txt").code, 5);
}

TEST_F(WholeProgram, WhereResultsMayNotGo) {
  scratch_.write("a.txt", lines_of(noise(100)));
  EXPECT_THAT(run("entropy a.txt -o absent/out.csv"), EndsWith(5, "the folder absent does not exist"));
  EXPECT_THAT(run("entropy a.txt -o out.txt"), EndsWith(2, "ends in .nc, .csv or .json"));
  EXPECT_THAT(run("entropy a.txt -o . --format csv"), EndsWith(5, "a folder, not a file"));
  EXPECT_THAT(run("entropy a.txt -o a.txt --format csv"), EndsWith(2, "another file than the recording"));
  EXPECT_THAT(run("entropy a.txt -o - --format netcdf"), EndsWith(2, "csv or json for standard output"));
  // A pipe, or /dev/null, must not be replaced by a file.
  ASSERT_EQ(shell("mkfifo pipe").code, 0);
  EXPECT_THAT(run("entropy a.txt -o pipe --format netcdf"), EndsWith(5, "a pipe or a device"));
  EXPECT_TRUE(std::filesystem::is_fifo(scratch_.path("pipe")));
  EXPECT_EQ(shell("cat pipe & biotropy entropy a.txt -o pipe --format csv; wait").output,
            run("entropy a.txt -o -").output);
  EXPECT_THAT(names(), ElementsAre("a.txt", "pipe"));
}

TEST_F(WholeProgram, ARedirectedFileKeepsItsLines) {
  scratch_.write("a.txt", lines_of(noise(100)));
  const std::string result = run("entropy a.txt -o - --quiet").output;
  ASSERT_EQ(CsvTable(result).size(), 1U);
  for (const std::string path : {"/dev/stdout", "/proc/self/fd/1", "/dev/fd/1", "link"}) {
    ASSERT_EQ(shell("ln -sf /dev/stdout link").code, 0);
    const std::string command = "biotropy entropy a.txt -o " + path + " --format csv --quiet";
    EXPECT_EQ(shell("(echo a; " + command + "; echo b) > log").code, 0) << path;
    EXPECT_EQ(bytes_of(scratch_.path("log")), "a\n" + result + "b\n") << path;
    EXPECT_EQ(shell("(" + command + ") >> log").code, 0);
    EXPECT_EQ(bytes_of(scratch_.path("log")), "a\n" + result + "b\n" + result) << path;
  }
  EXPECT_THAT(shell("biotropy entropy a.txt -o /dev/stdout --format netcdf > log"), EndsWith(5, "an ordinary file"));
}

TEST_F(WholeProgram, ALimitOfFileSizes) {
  scratch_.write("a.txt", lines_of(noise(2000)));
  write_table("t.csv", 20, 60);
  for (const std::string command : {"simulate series --samples 10000 -o out.txt", "cross t.csv -m 1 -o out.csv",
                                    "cross t.csv -m 1 -o out.nc", "simulate cohort big --channels 4 --epochs 1"}) {
    const Outcome ended = shell("ulimit -f 4; exec biotropy " + command);
    EXPECT_THAT(ended, EndsWith(5, "File too large")) << command;
  }
  EXPECT_THAT(names(), ElementsAre("a.txt", "big", "t.csv"));
}

TEST_F(WholeProgram, AnExistingResultIsReplacedAndALinkStaysALink) {
  scratch_.write("a.txt", lines_of(noise(100)));
  scratch_.write("real.csv", "from before\n");
  shell("ln -s real.csv link.csv");
  EXPECT_EQ(run("entropy a.txt -o link.csv").code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(scratch_.path("link.csv")));
  EXPECT_EQ(bytes_of(scratch_.path("real.csv")), run("entropy a.txt -o -").output);
  // An error leaves the previous file.
  EXPECT_EQ(run("entropy absent.txt -o real.csv").code, 3);
  EXPECT_EQ(bytes_of(scratch_.path("real.csv")), run("entropy a.txt -o -").output);
  const std::string longest = std::string(251, 'x') + ".csv";
  EXPECT_EQ(run("entropy a.txt -o " + longest).code, 0);
  EXPECT_THAT(run("entropy a.txt -o x" + longest), EndsWith(5, "File name too long"));
  EXPECT_THAT(names(), ElementsAre("a.txt", "link.csv", "real.csv", longest));
}

TEST_F(WholeProgram, ClosedStreamsDoNotSpoilTheResult) {
  write_table("a.csv", 2, 100);
  const std::string expected = run("cross a.csv -o -").output;
  EXPECT_THAT(shell("biotropy cross a.csv -o out.csv >&-"), EndsWith(5, "standard output: Bad file descriptor"));
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("out.csv")));
  EXPECT_EQ(shell("biotropy cross absent.csv a.csv -o out.csv > shown.txt 2>&- <&-").code, 3);
  EXPECT_EQ(bytes_of(scratch_.path("out.csv")), expected);
}

TEST_F(WholeProgram, NamesAndSurroundings) {
  const std::string expected = [&] {
    scratch_.write("a.txt", lines_of(noise(100)));
    return run("entropy a.txt").output;
  }();
  for (const std::string name : {"with space.txt", "Prüfung ä 脑.txt", "-dash.txt", "it's.txt", "new\nline.txt"}) {
    shell("cp a.txt -- \"" + name + "\"");
    const Outcome outcome = run("entropy -o out.nc -- \"" + name + "\"");
    EXPECT_EQ(outcome.code, 0) << name << outcome.errors;
    const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
    EXPECT_EQ(text_attribute(file, "file"), name);
    EXPECT_EQ(run("entropy -o out.json -- \"" + name + "\"").code, 0);
    const auto json = nlohmann::json::parse(bytes_of(scratch_.path("out.json")));
    EXPECT_EQ(json.at("results").at(0).at("file"), name);
  }
  shell("cp a.txt \"$(printf 'latin1 \\344.txt')\"");
  EXPECT_EQ(shell("biotropy entropy latin1*.txt -o out.json").code, 0);
  EXPECT_TRUE(nlohmann::json::accept(bytes_of(scratch_.path("out.json"))));
  // The locale has no effect on numbers in files.
  EXPECT_EQ(shell("LC_ALL=de_DE.UTF-8 biotropy entropy a.txt").output, expected);
  EXPECT_THAT(run("entropy ."), EndsWith(3, ".: a folder, not a file"));
  EXPECT_THAT(run("info ."), EndsWith(3, ".: a folder, not a file"));
  EXPECT_THAT(run("entropy /dev/null"), EndsWith(3, "/dev/null: a pipe or a device"));
  EXPECT_THAT(run("cross absent.edf"), EndsWith(3, "absent.edf: No such file or directory"));
}

}  // namespace
}  // namespace biotropy::cli::test
