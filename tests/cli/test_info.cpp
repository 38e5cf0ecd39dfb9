// SPDX-License-Identifier: Apache-2.0
//
// `biotropy info`: contents of a recording as the other commands read it.
#include <algorithm>

#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"
#include "tests/files/mat_files.hpp"
#include "tests/files/npy_bytes.hpp"

namespace biotropy::cli::test {
namespace {

class InfoProgram : public Program {
 protected:
  nlohmann::json info(const std::string& arguments) const {
    const Outcome done = run("info --json " + arguments);
    EXPECT_EQ(done.code, 0) << done.errors;
    return nlohmann::json::parse(done.output).at(0);
  }

  // Whether a notice of this code is among those of the recording.
  bool has_notice(const std::string& arguments, const std::string& code) const {
    const auto notices = info(arguments).at("notices");
    return std::any_of(notices.begin(), notices.end(), [&](const auto& one) { return one.at("code") == code; });
  }
};

TEST_F(InfoProgram, ATableOfText) {
  const auto path = scratch_.write("a.csv", "left,right\n1,-2.5\nNaN,4\n3,0\n");
  const Outcome info = run("info a.csv --full");
  EXPECT_EQ(info.code, 0);
  EXPECT_EQ(info.output, "a.csv\n  format       text\n  SHA-256      " + sha256_by_coreutils(path.string()) +
                             "\n  channels     2\n  gaps         0\n  annotations  0\n" +
                             shell("biotropy info a.csv | grep 'read with'").output +
                             "  warning      1 missing value was kept as NaN\n\n" +
                             "number  channel  rate  samples  duration  gaps  missing  minimum  maximum\n" +
                             "     1  left     none        3         -     0        1        1        3\n" +
                             "     2  right    none        3         -     0        0     -2.5        4\n");
}

TEST_F(InfoProgram, AdviceCanBePastedIntoAShell) {
  scratch_.write("a.csv", "1\n2\n*\n4\n");
  const std::string errors = run("info a.csv").errors;
  const std::size_t advice = errors.find("--missing-words");
  ASSERT_NE(advice, std::string::npos) << errors;
  const std::string option = errors.substr(advice, errors.find('"', advice) - advice);
  EXPECT_EQ(shell("biotropy info a.csv " + option).code, 0) << option;
}

// Without '--full' no sample is read: a damaged one is not found, and what depends on samples is not said.
TEST_F(InfoProgram, HeadersAlone) {
  scratch_.write("a.npy", files::test::npy_bytes(files::test::dictionary("<f8", "(2, 5)"),
                                                 files::test::doubles({1, 2, 3, 4, 5, 6, 7, 8, 9, 10})));
  const auto first = info("a.npy --rate 10");
  EXPECT_FALSE(first.contains("sha256"));
  EXPECT_EQ(first["channels"][1]["label"], "ch2");
  EXPECT_EQ(first["channels"][1]["rate"], 10);
  EXPECT_EQ(first["channels"][1]["samples"], 5);
  EXPECT_EQ(first["channels"][1]["seconds"], 0.5);
  EXPECT_EQ(first["channels"][1]["gaps"], 0);
  EXPECT_FALSE(first["channels"][1].contains("minimum"));
  const auto full = info("a.npy --full");
  EXPECT_TRUE(full.contains("sha256"));
  EXPECT_EQ(full["channels"][1]["minimum"], 6);
  EXPECT_EQ(full["channels"][1]["maximum"], 10);
}

// A table of channels (BIDS) says what is bad, and what is no channel of the brain.
TEST_F(InfoProgram, ATableOfChannels) {
  std::string rows = "Fz,Cz,VEOG\n";
  for (int i = 0; i < 60; ++i)
    rows += std::to_string(i % 7) + "," + std::to_string(i % 5) + "," + std::to_string(i % 3) + "\n";
  scratch_.write("sub-1_eeg.csv", rows);
  scratch_.write("sub-1_channels.tsv", "name\ttype\tstatus\nFz\tEEG\tgood\nCz\tEEG\tbad\nVEOG\tVEOG\tgood\n");
  const auto found = info("sub-1_eeg.csv");
  EXPECT_NE(found["channels"][1]["bad"], "");
  EXPECT_EQ(found["channels"][2]["type"], "VEOG");
  EXPECT_TRUE(has_notice("sub-1_eeg.csv", "channels_bad"));
  EXPECT_EQ(found["other_files"][0]["path"], "sub-1_channels.tsv");
  const auto measured = [&](const std::string& options) {
    return CsvTable(run("entropy sub-1_eeg.csv -o - " + options).output);
  };
  EXPECT_THAT(measured("").fields("channel"), ElementsAre("Fz", "Cz"));
  EXPECT_NE(measured("").field(0, "value"), "NaN");
  EXPECT_THAT(measured("--channels VEOG").fields("channel"), ElementsAre("VEOG"));
  EXPECT_THAT(run("entropy sub-1_eeg.csv --channels Cz"), Fails(4, "channels_bad"));
  EXPECT_NE(measured("--ignore-channel-table").field(2, "value"), "NaN");
}

TEST_F(InfoProgram, OptionsOfReading) {
  scratch_.write("a.csv", "1;2\n3;4\n5;6\n");
  EXPECT_EQ(info("a.csv --rate 2")["channels"][0]["seconds"], 1.5);
  EXPECT_EQ(info("a.csv")["channels"].size(), 2U);
  EXPECT_EQ(info("a.csv --orientation rows")["channels"].size(), 3U);
  EXPECT_EQ(info("a.csv --columns 2")["channels"].size(), 1U);
  EXPECT_EQ(info("a.csv --columns 2")["channels"][0]["label"], "col2");
  EXPECT_NE(run("info a.csv --separator comma").code, 0);
  EXPECT_TRUE(has_notice("a.csv --variable x", "option_unused"));
  scratch_.write("a.npy", files::test::npy_bytes(files::test::dictionary("<f8", "(6, 1)"),
                                                 files::test::doubles({1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(info("a.npy --rate 250")["format"], "NPY");
  EXPECT_EQ(info("a.npy --rate 250")["channels"][0]["rate"], 250);
  EXPECT_EQ(info("a.npy")["channels"].size(), 1U);
  EXPECT_EQ(info("a.npy --orientation rows")["channels"].size(), 6U);
  for (const std::string unused : {"--columns 1", "--separator tab", "--decimal comma"}) {
    EXPECT_TRUE(has_notice("a.npy " + unused, "option_unused")) << unused;
  }
}

TEST_F(InfoProgram, AVariableOfAMatFile) {
  files::test::write_mat(scratch_.path("a.mat"), files::test::MatKind::v5,
                         {{"large", {2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}}, {"small", {3, 1}, {-7, 8, 9}}});
  EXPECT_THAT(run("info a.mat"),
              EndsWith(2, "give --variable NAME, one of [large (double, 2 x 4), small (double, 3 x 1)]"));
  EXPECT_EQ(info("a.mat --variable large")["channels"].size(), 2U);
  const auto small = info("a.mat --variable small --full")["channels"];
  ASSERT_EQ(small.size(), 1U);
  EXPECT_EQ(small[0]["minimum"], -7);
  EXPECT_EQ(small[0]["maximum"], 9);
  EXPECT_THAT(run("info a.mat --variable absent"), Fails(2, "variable"));
}

TEST_F(InfoProgram, DecimalCommas) {
  scratch_.write("a.csv", "Fz;Cz\n0,5;1,25\n1,5;2\n");
  EXPECT_THAT(run("info a.csv"), EndsWith(3, "give --decimal comma, the separator, or the columns"));
  const auto with_commas = info("a.csv --decimal comma --full")["channels"][1];
  EXPECT_EQ(with_commas["minimum"], 1.25);
  EXPECT_EQ(with_commas["maximum"], 2);
  scratch_.write("rr.txt", "0,812\n0,790\n0,801\n");
  EXPECT_EQ(run("rr rr.txt --decimal comma").output, "0.812\n0.79\n0.801\n");
}

TEST_F(InfoProgram, ARecordingThatTheProgramMade) {
  ASSERT_EQ(run("simulate cohort study --groups 1 --subjects 1 --channels 3 --epochs 2 --quiet").code, 0);
  const auto found = info("study/sub-001.edf");
  EXPECT_EQ(found["format"], "EDF+C");
  EXPECT_TRUE(has_notice("study/sub-001.edf --orientation rows", "option_unused"));
  EXPECT_TRUE(has_notice("study/sub-001.edf --rate 5", "rate_ignored"));
  EXPECT_EQ(found["channels"][2]["label"], "A3");
  EXPECT_EQ(found["channels"][2]["unit"], "fT");
  EXPECT_EQ(found["channels"][2]["samples"], 2048);
  EXPECT_NEAR(found["channels"][2]["rate"].get<double>(), 169.549, 1e-3);
}

TEST_F(InfoProgram, SeveralFilesAmongThemBadOnes) {
  scratch_.write("one.txt", "1\n");
  scratch_.write("empty.txt", "");
  scratch_.write("damaged.edf", std::string("0       ") + std::string(300, 'x'));
  scratch_.write("b.txt", "1\n2\n");
  const Outcome info = run("info one.txt empty.txt damaged.edf absent.txt b.txt");
  EXPECT_EQ(info.code, 3);
  EXPECT_THAT(info.output, StartsWith("one.txt\n  format"));
  EXPECT_THAT(info.output, HasSubstr("\n\nb.txt\n  format"));
  EXPECT_EQ(count_of(info.errors, "bad_file"), 2U);
  EXPECT_EQ(count_of(info.errors, "file_not_found"), 1U);
  EXPECT_THAT(run("info one.txt --rate -1"), Fails(2, "rate"));
  EXPECT_THAT(run("info one.txt --columns 3"), Fails(2, "columns"));
}

}  // namespace
}  // namespace biotropy::cli::test
