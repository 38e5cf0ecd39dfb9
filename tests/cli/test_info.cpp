// SPDX-License-Identifier: Apache-2.0
//
// `biotropy info`: contents of a recording as the other commands read it.
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"
#include "tests/files/mat_files.hpp"
#include "tests/files/npy_bytes.hpp"

namespace biotropy::cli::test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class InfoProgram : public Program {};

TEST_F(InfoProgram, ATableOfText) {
  const auto path = scratch_.write("a.csv", "left,right\n1,-2.5\nNaN,4\n3,0\n");
  const Outcome info = run("info a.csv --full");
  EXPECT_EQ(info.code, 0);
  EXPECT_THAT(info.output, ::testing::StartsWith("a.csv\n  format       text\n"));
  EXPECT_THAT(info.output, HasSubstr("SHA-256      " + sha256_by_coreutils(path.string()) + "\n"));
  EXPECT_THAT(info.output, HasSubstr("channels     2\n"));
  EXPECT_THAT(info.output, HasSubstr("warning      1 missing value was kept as NaN\n"));
  EXPECT_THAT(info.output, ContainsRegex("1  left  *none  *3  *-  *0  *1  *1  *3\n"));
  EXPECT_THAT(info.output, ContainsRegex("2  right  *none  *3  *-  *0  *0  *-2.5  *4\n"));
}

// Without '--full' no sample is read: a damaged one is not found, and what depends on samples is not said.
TEST_F(InfoProgram, HeadersAlone) {
  scratch_.write("a.npy", files::test::npy_bytes(files::test::dictionary("<f8", "(2, 5)"),
                                                 files::test::doubles({1, 2, 3, 4, 5, 6, 7, 8, 9, 10})));
  const Outcome info = run("info a.npy --rate 10");
  EXPECT_THAT(info.output, ContainsRegex("number  channel  *rate  samples  duration  gaps\n"));
  EXPECT_THAT(info.output, ContainsRegex("2  ch2  *10 Hz  *5  *0.5 s  *0\n"));
  EXPECT_THAT(info.output, Not(HasSubstr("SHA-256")));
  const auto first = nlohmann::json::parse(run("info a.npy --json").output)[0];
  EXPECT_FALSE(first.contains("sha256"));
  EXPECT_EQ(first["channels"][1]["samples"], 5);
  EXPECT_FALSE(first["channels"][1].contains("minimum"));
  EXPECT_THAT(run("info a.npy --full").output, AllOf(HasSubstr("SHA-256"), ContainsRegex("2  ch2 .*  6  *10\n")));
}

// A table of channels (BIDS) says what is bad, and what is no channel of the brain.
TEST_F(InfoProgram, ATableOfChannels) {
  std::string rows = "Fz,Cz,VEOG\n";
  for (int i = 0; i < 60; ++i)
    rows += std::to_string(i % 7) + "," + std::to_string(i % 5) + "," + std::to_string(i % 3) + "\n";
  scratch_.write("sub-1_eeg.csv", rows);
  scratch_.write("sub-1_channels.tsv", "name\ttype\tstatus\nFz\tEEG\tgood\nCz\tEEG\tbad\nVEOG\tVEOG\tgood\n");
  const Outcome info = run("info sub-1_eeg.csv");
  EXPECT_THAT(info.output, AllOf(ContainsRegex("Cz *EEG \\(bad\\)  none"), ContainsRegex("VEOG *VEOG  *none")));
  EXPECT_THAT(info.output, HasSubstr("warning      sub-1_channels.tsv marks 1 as bad (Cz): without values\n"));
  EXPECT_THAT(info.output, HasSubstr("sub-1_channels.tsv\n"));
  const Outcome measured = run("entropy sub-1_eeg.csv");
  EXPECT_THAT(measured.output, AllOf(ContainsRegex("Fz *[0-9]"), HasSubstr("Cz"), Not(HasSubstr("VEOG"))));
  EXPECT_THAT(run("entropy sub-1_eeg.csv --channels VEOG").output, HasSubstr("VEOG"));
  EXPECT_THAT(run("entropy sub-1_eeg.csv --channels Cz").errors, HasSubstr("marked bad in sub-1_channels.tsv"));
  EXPECT_THAT(run("entropy sub-1_eeg.csv --ignore-channel-table").output, ContainsRegex("VEOG *[0-9]"));
}

TEST_F(InfoProgram, OptionsOfReading) {
  scratch_.write("a.csv", "1;2\n3;4\n5;6\n");
  EXPECT_THAT(run("info a.csv --rate 2").output, ContainsRegex("1  col1  *2 Hz  *3  *1.5 s"));
  EXPECT_THAT(run("info a.csv").output, HasSubstr("channels     2\n"));
  EXPECT_THAT(run("info a.csv --orientation rows").output, HasSubstr("channels     3\n"));
  EXPECT_THAT(run("info a.csv --columns 2").output, AllOf(HasSubstr("channels     1\n"), HasSubstr("col2")));
  EXPECT_NE(run("info a.csv --separator comma").code, 0);
  EXPECT_THAT(run("info a.csv --variable x").output, HasSubstr("the name of a variable was not used: it is for MAT"));
  scratch_.write("a.npy", files::test::npy_bytes(files::test::dictionary("<f8", "(6, 1)"),
                                                 files::test::doubles({1, 2, 3, 4, 5, 6})));
  EXPECT_THAT(run("info a.npy --rate 250").output, AllOf(HasSubstr("format       NPY"), HasSubstr("250 Hz")));
  EXPECT_THAT(run("info a.npy").output, HasSubstr("channels     1\n"));
  EXPECT_THAT(run("info a.npy --orientation rows").output, HasSubstr("channels     6\n"));
  EXPECT_THAT(run("info a.npy --columns 1").output, HasSubstr("the choice of columns was not used: it is for text"));
  EXPECT_THAT(run("info a.npy --separator tab").output, HasSubstr("the separator was not used: it is for text"));
  EXPECT_THAT(run("info a.npy --decimal comma").output, HasSubstr("the decimal comma was not used: it is for text"));
}

TEST_F(InfoProgram, AVariableOfAMatFile) {
  files::test::write_mat(scratch_.path("a.mat"), files::test::MatKind::v5,
                         {{"large", {2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}}, {"small", {3, 1}, {-7, 8, 9}}});
  EXPECT_THAT(run("info a.mat"),
              EndsWith(2, "give --variable NAME, one of [large (double, 2 x 4), small (double, 3 x 1)]"));
  EXPECT_THAT(run("info a.mat --variable large").output, HasSubstr("channels     2\n"));
  EXPECT_THAT(run("info a.mat --variable small --full").output,
              AllOf(HasSubstr("channels     1\n"), ContainsRegex("none  *3  *-  *0  *0  *-7  *9\n")));
  EXPECT_THAT(run("info a.mat --variable absent"), EndsWith(2, "absent"));
}

TEST_F(InfoProgram, ASeparatorThatIsNamed) {
  scratch_.write("a.txt", "1;2 3\n4;5 6\n");
  EXPECT_THAT(run("info a.txt --separator semicolon"), EndsWith(3, "the separator, or the columns"));
  EXPECT_THAT(run("info a.txt --separator blank").output, HasSubstr("column 1 (col1) was left out: '1;2' is not"));
  EXPECT_THAT(run("info a.txt --separator tab"), EndsWith(3, "no column of numbers was found"));
  scratch_.write("b.txt", "1\t2\n4\t5\n");
  EXPECT_THAT(run("info b.txt --separator tab").output, HasSubstr("channels     2\n"));
}

TEST_F(InfoProgram, DecimalCommas) {
  scratch_.write("a.csv", "Fz;Cz\n0,5;1,25\n1,5;2\n");
  EXPECT_THAT(run("info a.csv"), EndsWith(3, "give --decimal comma, the separator, or the columns"));
  scratch_.write("all.csv", "Fz;Cz\n0,5;1,25\n1,5;2,5\n");
  EXPECT_THAT(run("info all.csv"), EndsWith(3, "give --decimal comma, the separator, or the columns"));
  EXPECT_THAT(run("info a.csv --decimal comma --full").output, ContainsRegex("Cz  *none  *2  *-  *0  *0  *1.25  *2\n"));
  EXPECT_THAT(run("info a.csv --decimal comma --separator comma"), EndsWith(2, "another one than the decimal comma"));
  scratch_.write("rr.txt", "0,812\n0,790\n0,801\n");
  EXPECT_EQ(run("rr rr.txt --decimal comma").output, "0.812\n0.79\n0.801\n");
}

TEST_F(InfoProgram, ARecordingThatTheProgramMade) {
  ASSERT_EQ(run("simulate cohort study --groups 1 --subjects 1 --channels 3 --epochs 2 --quiet").code, 0);
  const Outcome info = run("info study/sub-001.edf");
  EXPECT_EQ(info.code, 0);
  EXPECT_THAT(info.output, HasSubstr("format       EDF+C\n"));
  EXPECT_THAT(run("info study/sub-001.edf --orientation rows").output, HasSubstr("the orientation was not used"));
  EXPECT_THAT(run("info study/sub-001.edf --rate 5").output, HasSubstr("the rate 5 was not used"));
  EXPECT_THAT(info.output, ContainsRegex("3  A3  *fT  *169.549 Hz  *2048  12.0791 s  *0\n"));
}

TEST_F(InfoProgram, SeveralFilesAmongThemBadOnes) {
  scratch_.write("one.txt", "1\n");
  scratch_.write("empty.txt", "");
  scratch_.write("damaged.edf", std::string("0       ") + std::string(300, 'x'));
  scratch_.write("b.txt", "1\n2\n");
  const Outcome info = run("info one.txt empty.txt damaged.edf absent.txt b.txt");
  EXPECT_EQ(info.code, 3);
  EXPECT_THAT(info.output, AllOf(HasSubstr("one.txt\n  format"), HasSubstr("\n\nb.txt\n  format")));
  EXPECT_THAT(info.errors, HasSubstr("biotropy: empty.txt: the file is empty\n"));
  EXPECT_THAT(info.errors, HasSubstr("biotropy: damaged.edf: "));
  EXPECT_THAT(info.errors, HasSubstr("biotropy: absent.txt: No such file or directory\n"));
  EXPECT_THAT(run("info one.txt --rate -1"), EndsWith(2, "rate is -1; it must be"));
  EXPECT_THAT(run("info one.txt --columns 3"), EndsWith(2, "columns"));
}

}  // namespace
}  // namespace biotropy::cli::test
