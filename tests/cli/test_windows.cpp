// SPDX-License-Identifier: Apache-2.0
//
// Windows that slide over recordings (--window, --step), and over samples as they come (`biotropy stream`).
#include <sstream>

#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"

namespace biotropy::cli::test {
namespace {

class WindowsProgram : public Program {
 protected:
  // Fields of the lines of a table, separated by tabs, without the first line.
  static std::vector<std::vector<std::string>> fields(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream of_line(line);
      auto& row = rows.emplace_back();
      for (std::string field; std::getline(of_line, field, '\t');) row.push_back(field);
    }
    rows.erase(rows.begin());
    return rows;
  }
};

TEST_F(WindowsProgram, EveryWindowIsMeasuredAsAnEpoch) {
  scratch_.write("x.txt", columns_of({noise(500, 1), noise(500, 2)}));
  for (const std::string measure : {"sampen", "permen"}) {
    const std::string common = "entropy x.txt --rate 100 --measure " + measure;
    const auto windows = json_of(common + " --window 100 --step 1").at("results");
    const auto epochs = json_of(common + " --epoch 100").at("results");
    ASSERT_EQ(windows.size(), 401U * 2U);
    ASSERT_EQ(epochs.size(), 10U);
    for (std::size_t i = 0; i < epochs.size(); ++i) {
      const std::size_t epoch = i / 2;
      const auto& window = windows[epoch * 200 + i % 2];
      EXPECT_EQ(window.at("value"), epochs[i].at("value")) << measure << " " << i;
      EXPECT_EQ(window.at("templates"), epochs[i].at("templates"));
      EXPECT_EQ(window.at("onset").get<double>(), static_cast<double>(epoch));
      EXPECT_FALSE(epochs[i].contains("onset"));
    }
  }
}

TEST_F(WindowsProgram, OneEngineAndTheIncrementalCountsAgree) {
  scratch_.write("x.txt", lines_of(noise(700, 3)));
  for (const std::string options : {"", " -m 1-3 -r 0.1,0.2"}) {
    const auto sliding = json_of("entropy x.txt --window 200 --step 3" + options);
    const auto alone = json_of("entropy x.txt --window 200 --step 3 --engine direct" + options);
    EXPECT_EQ(sliding.at("results"), alone.at("results")) << options;
    EXPECT_EQ(sliding.at("parameters").at("window"), 200);
    EXPECT_THAT(sliding.dump(), HasSubstr("\"sliding\""));
  }
}

TEST_F(WindowsProgram, TablesAndFilesHaveTheOnset) {
  scratch_.write("x.txt", columns_of({noise(120, 5), noise(120, 6)}));
  EXPECT_THAT(run("entropy x.txt --rate 10 --window 100 --step 10").output, StartsWith("onset  channel"));
  ASSERT_EQ(run("entropy x.txt --rate 10 --window 100 --step 10 -o w.csv").code, 0);
  EXPECT_THAT(bytes_of(scratch_.path("w.csv")), StartsWith("file,epoch,onset,channel,value,"));
  EXPECT_THAT(CsvTable(bytes_of(scratch_.path("w.csv"))).fields("onset"), ElementsAre("0", "0", "1", "1", "2", "2"));
  ASSERT_EQ(run("cross x.txt --rate 10 --window 100 --step 10 -o w.nc").code, 0);
  const netCDF::NcFile file(scratch_.path("w.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("epoch", "channel", "partner"));
  std::string coordinates;
  file.getVar("value").getAtt("coordinates").getValues(coordinates);
  EXPECT_EQ(coordinates, "onset");
}

TEST_F(WindowsProgram, RefusesWindowsThatCannotBe) {
  scratch_.write("x.txt", lines_of(noise(100, 7)));
  scratch_.write("flat.txt", lines_of(std::vector<double>(100, 2.5)));
  EXPECT_THAT(run("entropy x.txt --window 50"), Fails(2, "window"));
  EXPECT_THAT(run("entropy x.txt --step 5"), Fails(2, "step"));
  EXPECT_THAT(run("entropy x.txt --window 101 --step 5"), Fails(3, "too_short"));
  EXPECT_THAT(run("entropy x.txt --window 3 --step 1"), Fails(4, "failed"));
  EXPECT_THAT(run("entropy flat.txt --window 50 --step 1"), Fails(4, "failed"));
  EXPECT_THAT(run("study init . --window 50 --step 5 --epoch 100"), Fails(2, "window"));
  EXPECT_EQ(run("study init . --window 50 --step 5").code, 0);
}

TEST_F(WindowsProgram, PooledWindowsSlideOverAllEpochs) {
  scratch_.write("x.txt", lines_of(noise(400, 4)));
  scratch_.write("xy.txt", columns_of({noise(400, 4), noise(400, 5)}));
  const std::string windowed = " --rate 50 --epoch 100 --window 40 --step 30 ";
  const std::string single = " --pool-epochs epoch -r 0.3";
  const std::string pairs = "cross xy.txt --measure cross-sampen --pool-epochs recording -r 0.4";
  const std::pair<std::string, std::size_t> commands[] = {{"entropy x.txt" + single, 1},
                                                          {"multiscale x.txt --scales 1,2" + single, 2},
                                                          {pairs, 4},
                                                          {pairs + " --scales 1,2", 8}};
  for (const auto& [command, cells] : commands) {
    SCOPED_TRACE(command);
    const auto windows = json_of(command + windowed);
    const auto& entries = windows.at("results");
    ASSERT_EQ(entries.size(), 3U * cells);
    EXPECT_EQ(windows.at("parameters").at("window"), 40);
    EXPECT_EQ(windows.at("parameters").at("epoch"), 100);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(entries[cells * k].at("onset").get<double>(), 0.6 * static_cast<double>(k));
      EXPECT_EQ(entries[cells * k].at("templates"), 4 * 38);
    }
    EXPECT_NE(entries[0].at("value"), entries[cells].at("value"));
  }
  EXPECT_EQ(run(pairs + windowed + "--mean-only -o means.nc").code, 0);
  EXPECT_THAT(run("entropy x.txt --pool-epochs epoch --window 40 --step 10"), Fails(2, "pool_epochs"));
  EXPECT_THAT(run("entropy x.txt --epoch 100 --window 40 --step 10"), Fails(2, "window"));
  EXPECT_THAT(run("cross x.txt --measure cross-sampen --pool-epochs epoch --window 40 --step 10"),
              Fails(2, "pool_epochs"));
}

TEST_F(WindowsProgram, AStreamHasTheValuesOfTheWindows) {
  scratch_.write("x.txt", columns_of({noise(260, 8), noise(260, 9)}));
  ASSERT_EQ(shell("tail -n +2 x.txt > samples.txt").code, 0);
  const auto windows = json_of("entropy x.txt --rate 50 --window 100 --step 20").at("results");
  const std::string options = " --channels 2 --rate 50 --window 100 --step 20";
  const Outcome piped = shell("biotropy stream" + options + " < samples.txt");
  EXPECT_EQ(piped.code, 0) << piped.errors;
  EXPECT_THAT(piped.output, StartsWith("onset\tchannel\tvalue\tmatches_m\tmatches_m1\tr\treason\n"));
  const auto rows = fields(piped.output);
  ASSERT_EQ(rows.size(), windows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(std::stod(rows[i][0]), windows[i].at("onset").get<double>());
    EXPECT_EQ(std::stod(rows[i][2]), windows[i].at("value").get<double>());
    EXPECT_EQ(std::stoull(rows[i][3]), windows[i].at("matches_m").get<std::uint64_t>());
  }
  EXPECT_THAT(run("stream --replay x.txt --speed max --rate 50 --window 100 --step 20 -o out.tsv"), Succeeds());
  const auto again = fields(bytes_of(scratch_.path("out.tsv")));
  ASSERT_EQ(again.size(), rows.size());
  EXPECT_EQ(again[3][2], rows[3][2]);
}

TEST_F(WindowsProgram, AStreamOfTwoChannelsHasTheirPairs) {
  scratch_.write("x.txt", columns_of({noise(150, 1), noise(150, 2)}));
  const auto windows = json_of("cross x.txt --measure cross-apen --window 100 --step 25").at("results");
  const Outcome streamed = run("stream --replay x.txt --speed max --measure cross-apen --window 100 --step 25");
  const auto rows = fields(streamed.output);
  ASSERT_EQ(rows.size(), 6U) << streamed.errors;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& expected = windows[i / 2 * 4 + (i % 2 == 0 ? 1 : 2)];
    EXPECT_EQ(rows[i][1], expected.at("channel"));
    EXPECT_EQ(rows[i][2], expected.at("partner"));
    EXPECT_EQ(std::stod(rows[i][3]), expected.at("value").get<double>());
  }
}

TEST_F(WindowsProgram, AStreamWithoutAValueSaysWhy) {
  const Outcome constant = shell("yes 7 | head -n 60 | biotropy stream --window 30 --step 10");
  EXPECT_EQ(constant.code, 4);
  EXPECT_EQ(fields(constant.output).size(), 4U);
  EXPECT_THAT(constant, Says("failed"));
  const Outcome few = shell("seq 20 | biotropy stream --window 30 --step 10");
  EXPECT_EQ(few.code, 4);
  EXPECT_THAT(few, Says("failed"));
  // One value is enough.
  EXPECT_EQ(shell("(yes 7 | head -n 60; seq 30) | biotropy stream --window 30 --step 10").code, 0);
}

TEST_F(WindowsProgram, AStreamRefusesWhatItCannotMeasure) {
  EXPECT_THAT(shell("echo 1 | biotropy stream --window 3 --step 1"), Fails(2, "window"));
  EXPECT_THAT(shell("echo 1 2 | biotropy stream --window 30 --step 1"), Fails(3, "bad_file"));
  EXPECT_THAT(shell("echo 1 | biotropy stream --measure cross-sampen --window 30 --step 1"), Fails(2, "channels"));
  EXPECT_THAT(shell("echo 1 | biotropy stream --channels 0 --window 30 --step 1"), Fails(2, "channels"));
}

}  // namespace
}  // namespace biotropy::cli::test
