// SPDX-License-Identifier: Apache-2.0
//
// Several m and r in one call of `biotropy entropy`, and standard errors of SampEn.
#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/uncertainty.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"

namespace biotropy::cli::test {
namespace {

class GridProgram : public Program {};

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

TEST_F(GridProgram, MatricesHaveTheDimensionsThatVary) {
  scratch_.write("x.txt", columns_of({noise(200, 1), noise(200, 2), noise(200, 3)}));
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
  const auto records = json_of("entropy x.txt --standard-error -m 1,2 -r 0.2,0.3 --confidence 0.9").at("results");
  ASSERT_EQ(records.size(), 4U);
  entropy::UncertaintyOptions options{.confidence = 0.9};
  for (std::size_t place = 0; place < 4; ++place) {
    const entropy::Parameters parameters = entropy::Grid{{1, 2}, {0.2, 0.3}}.at(place, {});
    const auto expected = entropy::sample_entropy_uncertainty(x, parameters, options);
    EXPECT_EQ(records[place].at("value").get<double>(), entropy::sample_entropy(x, parameters).value);
    EXPECT_EQ(records[place].at("matches_m"), expected.entropy.matches_m);
    EXPECT_EQ(records[place].at("standard_error").get<double>(), expected.standard_error);
    EXPECT_EQ(records[place].at("lower").get<double>(), expected.lower);
    EXPECT_EQ(records[place].at("upper").get<double>(), expected.upper);
  }
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
  expect("entropy x.txt --standard-error --measure apen", "standard-error is true; it must be");
  expect("entropy x.txt --standard-error --covariance physionet --tau 2",
         "covariance is physionet; it must be centred or lake");
}

}  // namespace
}  // namespace biotropy::cli::test
