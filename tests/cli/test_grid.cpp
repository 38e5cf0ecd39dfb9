// SPDX-License-Identifier: Apache-2.0
//
// Several m and r in one call of `biotropy entropy`: every entry is that of a call of its own; and standard errors of
// SampEn.
#include <cmath>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/uncertainty.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"
#include "tests/recordings.hpp"

namespace biotropy::cli::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class GridProgram : public Program {
 protected:
  nlohmann::json json(const std::string& arguments) {
    const Outcome outcome = run(arguments + " -o results.json --quiet");
    EXPECT_EQ(outcome.code, 0) << arguments << ": " << outcome.errors;
    return nlohmann::json::parse(content(scratch_.path("results.json")));
  }
};

TEST_F(GridProgram, EntriesAreThoseOfSingleCalls) {
  scratch_.write("x.txt", columns_of({noise(300, 1), noise(300, 2)}));
  for (const std::string measure : {"sampen", "apen", "fuzzyen"}) {
    const std::string common = "entropy x.txt --epoch 150 --measure " + measure;
    const auto grid = json(common + " -m 1,2,3 -r 0.1,0.15,0.2");
    EXPECT_EQ(grid.at("parameters").at("m"), nlohmann::json::array({1, 2, 3}));
    EXPECT_EQ(grid.at("parameters").at("r"), nlohmann::json::array({0.1, 0.15, 0.2}));
    const auto& records = grid.at("results");
    ASSERT_EQ(records.size(), 36U);
    for (int m = 1; m <= 3; ++m) {
      const char* const tolerances[] = {"0.1", "0.15", "0.2"};
      for (std::size_t k = 0; k < 3; ++k) {
        const auto single = json(common + " -m " + std::to_string(m) + " -r " + tolerances[k]).at("results");
        ASSERT_EQ(single.size(), 4U);
        for (std::size_t index = 0; index < 4; ++index) {
          auto record = records[index * 9 + static_cast<std::size_t>(m - 1) * 3 + k];
          EXPECT_EQ(record.at("m"), m);
          EXPECT_EQ(record.at("r").get<double>(), std::stod(tolerances[k]));
          record.erase("m");
          record.erase("r");
          EXPECT_EQ(record, single[index]);
        }
      }
    }
  }
}

TEST_F(GridProgram, EveryFormatHasTheDimensionsThatVary) {
  scratch_.write("x.txt", lines_of(noise(200)));
  ASSERT_EQ(run("entropy x.txt -m 1-3 -r 0.1,0.2 -o both.nc").code, 0);
  const netCDF::NcFile both(scratch_.path("both.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(dimensions(both, "value"), ElementsAre("epoch", "channel", "m", "r"));
  EXPECT_THAT(numbers<int>(both, "m"), ElementsAre(1, 2, 3));
  EXPECT_THAT(numbers<double>(both, "r"), ElementsAre(0.1, 0.2));
  EXPECT_THAT(dimensions(both, "tolerance"), ElementsAre("epoch", "channel", "m", "r"));
  ASSERT_EQ(run("entropy x.txt -m 3,1 -o one.nc").code, 0);
  const netCDF::NcFile one(scratch_.path("one.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(dimensions(one, "value"), ElementsAre("epoch", "channel", "m"));
  EXPECT_EQ(numbers<double>(one, "value")[0], numbers<double>(both, "value")[5]);
  EXPECT_EQ(numbers<double>(one, "value")[1], numbers<double>(both, "value")[1]);
  EXPECT_EQ(real_attribute(one, "r"), 0.2);
  const CsvTable csv(run("entropy x.txt -r 0.1,0.2 -o -").output);
  EXPECT_THAT(csv.names(),
              ElementsAre("file", "epoch", "channel", "r", "value", "matches_m", "matches_m1", "templates", "reason"));
  EXPECT_THAT(csv.fields("r"), ElementsAre("0.1", "0.2"));
  EXPECT_THAT(run("entropy x.txt -m 1,2 -r 0.1,0.2").output, StartsWith("channel  m    r    sampen"));
  EXPECT_THAT(run("entropy x.txt").output, StartsWith("channel    sampen"));
}

TEST_F(GridProgram, WhatIsTooShortForSomeLengths) {
  scratch_.write("x.txt", lines_of(noise(20)));
  const auto records = json("entropy x.txt -m 1,30 -r 0.5").at("results");
  EXPECT_TRUE(records[0].at("value").is_number());
  EXPECT_TRUE(records[1].at("value").is_null());
  EXPECT_NE(records[1].at("reason"), "");
}

TEST_F(GridProgram, MatricesAreThoseOfSingleCalls) {
  scratch_.write("x.txt", columns_of({noise(200, 1), noise(200, 2), std::vector<double>(200, 1.0)}));
  for (const std::string common :
       {"cross x.txt --epoch 100 --measure cross-apen", "cross x.txt --measure cross-fuzzyen",
        "cross x.txt --epoch 100 --measure cross-sampen --mean-only"}) {
    const auto grid = json(common + " -m 1,2 -r 0.2,0.3").at("results");
    std::size_t cell = 0;
    for (const std::string parameters : {" -m 1 -r 0.2", " -m 1 -r 0.3", " -m 2 -r 0.2", " -m 2 -r 0.3"}) {
      const auto single = json(common + parameters).at("results");
      ASSERT_EQ(grid.size(), 4 * single.size()) << common;
      for (std::size_t entry = 0; entry < single.size(); ++entry) {
        auto record = grid[entry * 4 + cell];
        record.erase("m");
        record.erase("r");
        EXPECT_EQ(record, single[entry]) << common << parameters;
      }
      ++cell;
    }
  }
  ASSERT_EQ(run("cross x.txt -r 0.2,0.3 --epoch 100 -o matrices.nc").code, 0);
  const netCDF::NcFile file(scratch_.path("matrices.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("epoch", "channel", "partner", "r"));
  EXPECT_THAT(dimensions(file, "mean_value"), ElementsAre("channel", "partner", "r"));
  EXPECT_THAT(dimensions(file, "templates_m"), ElementsAre("epoch", "channel", "r"));
  const std::string summaries = run("cross x.txt -m 1,2 -r 0.2,0.3").output;
  EXPECT_THAT(summaries, HasSubstr("x.txt: cross-apen, m = 1, r = 0.2, 3 x 3 channels"));
  EXPECT_THAT(summaries, HasSubstr("x.txt: cross-apen, m = 2, r = 0.3, 3 x 3 channels"));
}

TEST_F(GridProgram, StandardErrors) {
  const std::vector<double> x = noise(400, 3);
  scratch_.write("x.txt", lines_of(x));
  const auto records = json("entropy x.txt --standard-error -m 1,2 -r 0.2,0.3 --confidence 0.9").at("results");
  ASSERT_EQ(records.size(), 4U);
  entropy::UncertaintyOptions options;
  options.confidence = 0.9;
  for (std::size_t place = 0; place < 4; ++place) {
    const entropy::Parameters parameters = entropy::Grid{{1, 2}, {0.2, 0.3}}.at(place, {});
    const auto expected = entropy::sample_entropy_uncertainty(x, parameters, options);
    EXPECT_EQ(records[place].at("value").get<double>(), entropy::sample_entropy(x, parameters).value);
    EXPECT_EQ(records[place].at("matches_m"), expected.entropy.matches_m);
    EXPECT_EQ(records[place].at("standard_error").get<double>(), expected.standard_error);
    EXPECT_EQ(records[place].at("lower").get<double>(), expected.lower);
    EXPECT_EQ(records[place].at("upper").get<double>(), expected.upper);
  }
  options = {};
  const auto usual = json("entropy x.txt --standard-error");
  EXPECT_EQ(usual.at("parameters").at("covariance"), "centred");
  EXPECT_EQ(usual.at("parameters").at("confidence"), 0.95);
  options.covariance = entropy::Covariance::lake;
  const auto lake = json("entropy x.txt --standard-error --covariance lake");
  EXPECT_EQ(lake.at("results")[0].at("standard_error").get<double>(),
            entropy::sample_entropy_uncertainty(x, {}, options).standard_error);
  EXPECT_EQ(lake.at("parameters").at("covariance"), "lake");
  const auto physionet = json("entropy x.txt --standard-error --convention physionet");
  EXPECT_EQ(physionet.at("parameters").at("covariance"), "physionet");
  options.covariance = entropy::Covariance::physionet;
  const auto parameters = entropy::conventional(entropy::Convention::physionet, entropy::Measure::sampen);
  EXPECT_EQ(physionet.at("results")[0].at("standard_error").get<double>(),
            entropy::sample_entropy_uncertainty(x, parameters, options).standard_error);
  EXPECT_THAT(run("entropy x.txt --standard-error").output, HasSubstr("sampen  standard_error     lower     upper"));
  ASSERT_EQ(run("entropy x.txt --standard-error -o errors.nc").code, 0);
  const netCDF::NcFile file(scratch_.path("errors.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(dimensions(file, "standard_error"), ElementsAre("epoch", "channel"));
}

TEST_F(GridProgram, MistakesSayWhatIsAllowed) {
  scratch_.write("x.txt", columns_of({noise(50, 1), noise(50, 2)}));
  const auto expect = [&](const std::string& arguments, const std::string& message) {
    EXPECT_THAT(run(arguments), EndsWith(2, message)) << arguments;
  };
  expect("entropy x.txt -m 1,0", "m is 0; it must be an integer from 1 to 1000");
  expect("entropy x.txt -m 1,2,1", "m is 1,2,1; it must be a list without repetitions");
  expect("entropy x.txt -r 0.2,0.2", "r is 0.2,0.2; it must be a list without repetitions");
  expect("entropy x.txt -r 0.2,", "r is 0.2,; it must be");
  expect("entropy x.txt -r 0.2,-1", "r is -1; it must be");
  expect("entropy x.txt -r 0,15", "r is 0,15; it must be a list of numbers above 0, with a point for decimals");
  expect("entropy x.txt -r 0.2,nan", "r is nan; it must be");
  expect("entropy x.txt --standard-error --measure apen", "standard-error is true; it must be");
  expect("entropy x.txt --standard-error --confidence 1", "confidence is 1; it must be a number above 0 and below 1");
  expect("entropy x.txt --confidence 0.9", "confidence is 0.9; it must be");
  expect("entropy x.txt --standard-error --covariance physionet --tau 2",
         "covariance is physionet; it must be centred or lake");
  expect("entropy x.txt --covariance lake", "covariance is lake; it must be");
}

TEST_F(GridProgram, ARealRecord) {
  BIOTROPY_NEEDS("heartbeat/nsr001.ecg");
  const auto records = json("entropy " + biotropy::test::recording("heartbeat/nsr001.ecg") +
                            " --rr-min 0 --rr-max inf -m 1,2 -r 0.15,0.2")
                           .at("results");
  EXPECT_EQ(records[3].at("matches_m"), 571022005);
  EXPECT_EQ(records[3].at("matches_m1"), 437304055);
}

}  // namespace
}  // namespace biotropy::cli::test
