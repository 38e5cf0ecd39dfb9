// SPDX-License-Identifier: Apache-2.0
//
// First use: help, typing errors, pipes, JSON for other programs, quiet mode.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"
#include "tests/files/mat_files.hpp"
#include "tests/files/npy_bytes.hpp"

namespace biotropy::cli::test {
namespace {

using nlohmann::json;

class FirstHour : public Program {
 protected:
  void make_study() const {
    ASSERT_EQ(run("simulate cohort study --groups 2 --subjects 1 --channels 3 --epochs 2 --quiet").code, 0);
    ASSERT_EQ(run("study init study").code, 0);
  }
};

TEST_F(FirstHour, HelpOfACommandInTwoWays) {
  for (const std::string command : {"", "entropy", "study", "study run", "simulate series", "help"}) {
    const Outcome help = run("help " + command);
    EXPECT_EQ(help.code, 0);
    EXPECT_EQ(help.errors, "");
    EXPECT_EQ(help.output, run(command + " --help").output) << command;
  }
  EXPECT_THAT(run("help entrop"), EndsWith(2, "there is no command 'entrop' (did you mean 'entropy'?)"));
  EXPECT_THAT(run("help study rum"), EndsWith(2, "there is no command 'rum' (did you mean 'run'?)"));
  EXPECT_THAT(run("help entropy run"), EndsWith(2, "there is no command 'run'"));
  EXPECT_THAT(run("help nosuch"), EndsWith(2, "there is no command 'nosuch'; there is info, entropy, "));
  EXPECT_THAT(run("nosuch"), EndsWith(2, "there is no command 'nosuch'; there is info, entropy, "));
}

TEST_F(FirstHour, SlipsOfTheFingers) {
  scratch_.write("a.csv", columns_of({noise(300, 1), noise(300, 2)}));
  EXPECT_THAT(run("corss a.csv"), EndsWith(2, "there is no command 'corss' (did you mean 'cross'?)"));
  EXPECT_THAT(run("study statsu x"), EndsWith(2, "there is no command 'statsu' (did you mean 'status'?)"));
  EXPECT_THAT(run("entropy a.csv --epohc 100"), EndsWith(2, "no option '--epohc' here (did you mean '--epoch'?)"));
  EXPECT_THAT(run("entropy a.csv --epohc=100"), EndsWith(2, "(did you mean '--epoch'?)"));
  EXPECT_THAT(run("--versoin"), EndsWith(2, "there is no option '--versoin' here (did you mean '--version'?)"));
  EXPECT_THAT(run("entropy a.csv --measure smapen"), EndsWith(2, "(did you mean 'sampen'?)"));
  EXPECT_THAT(run("cross a.csv --bias mx"), EndsWith(2, "(did you mean 'max'?)"));
  EXPECT_THAT(run("entropy a.csv --channels c3"), EndsWith(2, "of [c1, c2] (did you mean 'c1'?)"));
  EXPECT_THAT(run("entropy a.csv --what").errors, Not(HasSubstr("did you mean")));
  make_study();
  shell("sed -i 's/^alpha/alhpa/' study/study.toml");
  EXPECT_THAT(run("study run study"), EndsWith(3, "there is no key 'alhpa' in [statistics] (did you mean 'alpha'?)"));
}

TEST_F(FirstHour, StandardInput) {
  scratch_.write("a.txt", lines_of(noise(400)));
  scratch_.write("table.csv", columns_of({noise(300, 1), noise(300, 2)}));
  const std::string expected = run("entropy a.txt").output;
  EXPECT_EQ(shell("cat a.txt | biotropy entropy -").output, expected);
  EXPECT_EQ(shell("biotropy entropy - <a.txt").output, expected);
  EXPECT_EQ(shell("cat a.txt | biotropy entropy /dev/stdin").output, expected);
  EXPECT_EQ(shell("cat a.txt | biotropy multiscale - --scales 1-3").output,
            run("multiscale a.txt --scales 1-3").output);
  EXPECT_EQ(shell("cat table.csv | biotropy cross - -m 1 -o - | cut -d , -f 3-").output,
            shell("biotropy cross table.csv -m 1 -o - | cut -d , -f 3-").output);
  const Outcome info = shell("cat a.txt | biotropy info --full -");
  EXPECT_THAT(info.output, HasSubstr(sha256_by_coreutils(scratch_.path("a.txt").string())));
  scratch_.write("rr.txt", "0.8\n0.9\n0.7\n");
  EXPECT_EQ(shell("cat rr.txt | biotropy rr -").output, run("rr rr.txt").output);
  // More than one read buffer.
  shell("biotropy simulate series --samples 300000 -o long.txt");
  EXPECT_EQ(shell("cat long.txt | biotropy info - | sed 1d").output, shell("biotropy info long.txt | sed 1d").output);
}

TEST_F(FirstHour, StandardInputOfOtherFormats) {
  scratch_.write("a.npy", files::test::npy_bytes(files::test::dictionary("<f8", "(2, 3)"),
                                                 files::test::doubles({1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(shell("cat a.npy | biotropy info - | sed 1d").output, shell("biotropy info a.npy | sed 1d").output);
  files::test::write_mat(scratch_.path("a.mat"), files::test::MatKind::v5, {{"x", {2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}}});
  EXPECT_THAT(shell("cat a.mat | biotropy info -"), Fails(3, "unsupported"));
  EXPECT_THAT(shell("biotropy info - </dev/null"), Fails(3, "bad_file"));
  EXPECT_THAT(shell("biotropy info - <&-"), Fails(3, "bad_file"));
  for (const std::string command : {"info - -", "entropy - /dev/stdin", "rr - -", "cross - a.npy -"}) {
    EXPECT_THAT(shell("biotropy " + command + " <a.npy"), Fails(2, "invalid_argument")) << command;
  }
  EXPECT_THAT(shell("mkfifo pipe; biotropy info pipe"), EndsWith(3, "a pipe or a device"));
}

TEST_F(FirstHour, InfoForPrograms) {
  scratch_.write("a.csv", "left,right\n1,-2.5\nNaN,4\n3,0\n");
  const Outcome info = run("info a.csv absent.csv --rate 2 --full --json");
  EXPECT_THAT(info, Fails(3, "file_not_found"));
  const json all = json::parse(info.output);
  ASSERT_EQ(all.size(), 1u);
  const json& one = all[0];
  EXPECT_EQ(one["path"], "a.csv");
  EXPECT_EQ(one["format"], "text");
  EXPECT_EQ(one["sha256"], sha256_by_coreutils(scratch_.path("a.csv").string()));
  EXPECT_EQ(one["notices"].size(), 1u);
  const json left = {{"label", "left"}, {"unit", ""},   {"type", ""}, {"bad", ""},      {"rate", 2.0},   {"samples", 3},
                     {"seconds", 1.5},  {"missing", 1}, {"gaps", 0},  {"minimum", 1.0}, {"maximum", 3.0}};
  EXPECT_EQ(one["channels"][0], left);
  EXPECT_EQ(one["channels"][1]["minimum"], -2.5);
  EXPECT_TRUE(json::parse(run("info a.csv --json").output)[0]["channels"][0]["rate"].is_null());
}

TEST_F(FirstHour, StudiesForPrograms) {
  make_study();
  const json before = json::parse(run("study status study --json").output);
  EXPECT_EQ(before["participants"][1],
            json({{"participant_id", "sub-002"}, {"group", "group-2"}, {"state", "to do"}, {"reason", ""}}));
  EXPECT_TRUE(before["result"].is_null());
  EXPECT_EQ(before["measured"], 0);
  ASSERT_EQ(run("study run study").code, 0);
  const json after = json::parse(run("study status study --json").output);
  EXPECT_EQ(after["participants"][1]["state"], "measured");
  EXPECT_EQ(after["measured"], after["participants"].size());
  EXPECT_TRUE(std::filesystem::exists(scratch_.path(after["result"].get<std::string>())));
}

TEST_F(FirstHour, QuietIsQuiet) {
  make_study();
  scratch_.write("a.csv", columns_of({noise(300, 1), noise(300, 2)}));
  for (const std::string command :
       {"cross a.csv -m 1 -o out.nc", "entropy a.csv -o out.nc", "multiscale a.csv --scales 1 -o out.nc",
        "study init new", "study run study", "study merge study",
        "simulate cohort other --groups 1 --subjects 1 --channels 2 --epochs 2",
        "states simulate P3 -o states --samples 3000", "states train states.csv --rate 100 -o model.nc",
        "states evaluate states.csv --rate 100 --model model.nc -o scores.json"}) {
    const Outcome quiet = run(command + " --quiet");
    EXPECT_EQ(quiet.code, 0) << command;
    EXPECT_EQ(quiet.output + quiet.errors, "") << command;
  }
  EXPECT_THAT(run("cross a.csv -m 1 --quiet").output, HasSubstr("mean over pairs")) << "what no file holds is printed";
}

TEST_F(FirstHour, ChannelsOfOneNameAreToldApartAsInFiles) {
  std::string table = columns_of({noise(300, 1), noise(300, 2)});
  scratch_.write("a.csv", table.replace(0, 5, "A,A"));
  for (const std::string command : {"cross a.csv -m 1", "entropy a.csv", "multiscale a.csv --scales 1,2"}) {
    EXPECT_THAT(run(command).output, HasSubstr("A (2)")) << command;
  }
}

TEST_F(FirstHour, MessagesHaveTwoForms) {
  EXPECT_EQ(shell("BIOTROPY_MESSAGES=xml biotropy engines").code, 2);
  EXPECT_EQ(shell("BIOTROPY_MESSAGES=text biotropy engines").code, 0);
  EXPECT_EQ(shell("BIOTROPY_MESSAGES= biotropy engines").code, 0);
}

// File names and labels reach the terminal without control sequences.
TEST_F(FirstHour, NothingThatATerminalObeys) {
  const std::string escape = "\x1b]0;title\x07\x1b[2J",
                    eight_bits =
                        "\xc2\x9b"
                        "2J\x9b",
                    turned = "\xe2\x80\xae";
  const std::string name = "a" + escape + eight_bits + turned + ".csv";
  scratch_.write(name, "x" + escape + ",\xc2\xb5" + eight_bits + "\n1,2\n4,3\n2,2\n");
  for (const std::string command : {"info", "entropy -m 1 -r 1", "cross -m 1 -r 1", "cross --epoch 99"}) {
    const Outcome outcome = shell("BIOTROPY_MESSAGES=text biotropy " + command + " a*.csv nothing* ");
    const std::string all = outcome.output + outcome.errors;
    EXPECT_THAT(all, HasSubstr("a ]0;title  [2J"));
    for (const char* obeyed : {"\x1b", "\x07", "\xc2\x9b", "\x9b", "\xe2\x80\xae"}) {
      EXPECT_THAT(all, Not(HasSubstr(obeyed))) << command;
    }
  }
  EXPECT_THAT(shell("biotropy info a*.csv").output, HasSubstr("\xc2\xb5")) << "other characters stay";
}

TEST_F(FirstHour, StudiesTakeOneLengthAndSayItInTheHelp) {
  const std::string help = run("study init --help").output;
  EXPECT_THAT(help, HasSubstr("-m N [2"));
  EXPECT_THAT(run("study init study -m 1,2,3"), Fails(2, "m"));
  EXPECT_THAT(run("study init study --contrast a b --contrast c"), Fails(2, "contrast"));
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(FirstHour, AGroupWithoutValuesHasNoMean) {
  ASSERT_EQ(run("simulate cohort study --groups 2 --subjects 1 --channels 3 --epochs 2 --quiet").code, 0);
  ASSERT_EQ(run("study init study --measure cross-sampen -r 1e-12").code, 0);
  const Outcome done = run("study run study");
  EXPECT_THAT(done.output, HasSubstr("1 subject, no value")) << done.errors;
}

}  // namespace
}  // namespace biotropy::cli::test
