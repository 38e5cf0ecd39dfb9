// SPDX-License-Identifier: Apache-2.0
//
// `biotropy multiscale`: the curves equal those of the library, bit for bit, in every format; a missing scale has its
// reason, and the others are computed.
#include <cmath>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/words.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"
#include "tests/files/wfdb_bytes.hpp"

namespace biotropy::cli::test {
namespace {

using entropy::Measure;
using entropy::Multiscale;
using entropy::MultiscaleMethod;
using entropy::MultiscaleParameters;

class MultiscaleProgram : public Program {
 protected:
  // Runs the command with JSON results, and gives their records.
  nlohmann::json records(const std::string& arguments) { return json_of("multiscale " + arguments).at("results"); }
};

void expect_curve(const nlohmann::json& records, const Multiscale& curve) {
  ASSERT_EQ(records.size(), curve.scales.size());
  for (std::size_t k = 0; k < curve.scales.size(); ++k) {
    const entropy::ScaleEntropy& at = curve.scales[k];
    EXPECT_EQ(records[k].at("scale"), at.scale);
    EXPECT_EQ(records[k].at("value").get<double>(), at.entropy.value) << at.scale;
    EXPECT_EQ(records[k].at("templates"), at.entropy.templates_m);
    EXPECT_EQ(records[k].at("complexity_index").get<double>(), curve.complexity_index);
    if (records[k].contains("matches_m")) {
      EXPECT_EQ(records[k].at("matches_m"), at.entropy.matches_m);
      EXPECT_EQ(records[k].at("matches_m1"), at.entropy.matches_m1);
    } else {
      EXPECT_EQ(records[k].at("membership_m").get<double>(), at.entropy.membership_m);
      EXPECT_EQ(records[k].at("membership_m1").get<double>(), at.entropy.membership_m1);
    }
  }
}

TEST_F(MultiscaleProgram, EveryMethodOverEveryMeasure) {
  const std::vector<double> x = noise(700);
  scratch_.write("x.txt", lines_of(x));
  for (const auto& [text, method] : kWords<MultiscaleMethod>) {
    for (const Measure measure : {Measure::sampen, Measure::apen, Measure::fuzzyen}) {
      MultiscaleParameters parameters{.measure = measure, .method = method, .scales = {1, 2, 3, 7}};
      parameters.entropy.r = 0.15;
      const std::string options = std::string("x.txt -r 0.15 --scales 1-3,7 --method ") + std::string(word(method)) +
                                  " --measure " + std::string(word(measure));
      if (method == MultiscaleMethod::rcmse && measure == Measure::apen) {
        const Outcome refused = run("multiscale " + options);
        EXPECT_THAT(refused, Fails(2, "method"));
        continue;
      }
      expect_curve(records(options), entropy::multiscale_entropy(x, parameters));
    }
  }
}

TEST_F(MultiscaleProgram, OptionsReachTheLibrary) {
  const std::vector<double> x = noise(600);
  scratch_.write("x.txt", lines_of(x));
  MultiscaleParameters parameters{.scales = {5, 2}, .grain = series::Grain::variance};
  parameters.entropy.m = 1;
  parameters.entropy.tau = 2;
  parameters.entropy.ddof = 0;
  expect_curve(records("x.txt --scales 5,2 --grain variance -m 1 --tau 2 --ddof 0"),
               entropy::multiscale_entropy(x, parameters));
  MultiscaleParameters standard;
  expect_curve(records("x.txt"), entropy::multiscale_entropy(x, standard));
}

TEST_F(MultiscaleProgram, EveryFormatHoldsTheSameCurves) {
  const std::vector<double> a = noise(400, 1), b = noise(400, 2);
  scratch_.write("x.txt", columns_of({a, b}));
  const std::string options = "multiscale x.txt --epoch 200 --scales 1,3,100 --quiet -o results.";
  ASSERT_EQ(run(options + "nc").code, 0);
  ASSERT_EQ(run(options + "csv").code, 0);
  ASSERT_EQ(run(options + "json").code, 0);
  const auto records = nlohmann::json::parse(bytes_of(scratch_.path("results.json")));
  const CsvTable csv(bytes_of(scratch_.path("results.csv")));
  const netCDF::NcFile file(scratch_.path("results.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(csv.names(), ElementsAre("file", "epoch", "channel", "scale", "value", "complexity_index", "matches_m",
                                       "matches_m1", "templates", "reason"));
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("epoch", "channel", "scale"));
  EXPECT_THAT(dimensions(file, "complexity_index"), ElementsAre("epoch", "channel"));
  EXPECT_THAT(numbers<int>(file, "scale"), ElementsAre(1, 3, 100));
  const auto values = numbers<double>(file, "value");
  const auto reasons = strings(file, "reason");
  ASSERT_EQ(records.at("results").size(), 12U);
  ASSERT_EQ(csv.size(), 12U);
  for (std::size_t k = 0; k < 12; ++k) {
    const auto& record = records.at("results")[k];
    EXPECT_EQ(record.at("epoch"), k / 6);
    EXPECT_EQ(record.at("channel"), k / 3 % 2 == 0 ? "c1" : "c2");
    EXPECT_EQ(csv.field(k, "scale"), std::to_string(record.at("scale").get<int>()));
    if (k % 3 == 2) {
      // 200 samples have two means of 100, and SampEn at m = 2 needs four.
      EXPECT_TRUE(std::isnan(values[k]));
      EXPECT_TRUE(record.at("value").is_null());
      EXPECT_NE(record.at("reason"), "");
      EXPECT_EQ(reasons[k], record.at("reason").get<std::string>());
    } else {
      EXPECT_EQ(values[k], record.at("value").get<double>());
      EXPECT_EQ(csv.number(k, "value"), values[k]);
      EXPECT_EQ(reasons[k], "");
    }
    EXPECT_TRUE(record.at("complexity_index").is_null());
  }
  const auto& parameters = records.at("parameters");
  EXPECT_EQ(parameters.at("method"), "mse");
  EXPECT_EQ(parameters.at("scales"), nlohmann::json::array({1, 3, 100}));
  EXPECT_EQ(parameters.at("tolerance_of"), "original");
  EXPECT_EQ(text_attribute(file, "title"), "MSE of SampEn");
}

TEST_F(MultiscaleProgram, TheTableEndsWithTheComplexityIndex) {
  const std::vector<double> x = noise(300);
  scratch_.write("x.txt", lines_of(x));
  const Outcome table = run("multiscale x.txt --scales 1,2,200 --method rcmse");
  EXPECT_EQ(table.code, 0);
  EXPECT_THAT(table.output, StartsWith("channel  scale"));
  EXPECT_THAT(table.output, HasSubstr("200       nan          -           -          -  scale 200: the series has 1"));
  const Outcome finite = run("multiscale x.txt --scales 1,2");
  MultiscaleParameters parameters{.scales = {1, 2}};
  char index[32];
  std::snprintf(index, sizeof index, "%.6f\n", entropy::multiscale_entropy(x, parameters).complexity_index);
  EXPECT_THAT(finite.output, ::testing::EndsWith(index));
  // A series too short for every scale gives no result.
  EXPECT_EQ(run("multiscale x.txt --scales 200,1000000 --method cmse").code, 4);
}

TEST_F(MultiscaleProgram, SeveralRecordingsLieAlongFiles) {
  scratch_.write("a.txt", lines_of(noise(200, 1)));
  scratch_.write("b.txt", lines_of(noise(200, 2)));
  ASSERT_EQ(run("multiscale a.txt b.txt --scales 1-4 -o both.nc").code, 0);
  const netCDF::NcFile file(scratch_.path("both.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("file", "epoch", "channel", "scale"));
  MultiscaleParameters parameters{.scales = {1, 2, 3, 4}};
  const auto values = numbers<double>(file, "value");
  const Multiscale second = entropy::multiscale_entropy(noise(200, 2), parameters);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(values[4 + k], second.scales[k].entropy.value);
}

TEST_F(MultiscaleProgram, HeartbeatsAreTakenAsEntropyTakesThem) {
  std::string beats = files::test::word(1, 10);
  for (int k = 0; k < 300; ++k) beats += files::test::word(1, k == 150 ? 400 : 70 + 7 * k % 31);
  scratch_.write("rec.hea", "rec 0 100\n");
  scratch_.write("rec.atr", beats + files::test::end_of_annotations());
  const auto curve = records("rec --scales 1,2");
  run("entropy rec -o entropy.json");
  const auto one = nlohmann::json::parse(bytes_of(scratch_.path("entropy.json"))).at("results");
  EXPECT_EQ(curve[0].at("value"), one[0].at("value"));
  EXPECT_EQ(curve[0].at("matches_m"), one[0].at("matches_m"));
  EXPECT_EQ(curve[0].at("channel"), "RR");
  // A filter cannot cross the gap of a removed beat: every scale reports it, and closing the gap helps.
  EXPECT_EQ(run("multiscale rec --scales 2,3 --method rmse").code, 4);
  EXPECT_EQ(run("multiscale rec --scales 2,3 --method rmse --rr-policy close").code, 0);
}

TEST_F(MultiscaleProgram, MistakesSayWhatIsAllowed) {
  scratch_.write("x.txt", lines_of(noise(100)));
  const auto expect = [&](const std::string& options, const std::string& parameter) {
    EXPECT_THAT(run("multiscale x.txt " + options), Fails(2, parameter)) << options;
  };
  expect("--scales 0-3", "scale");
  expect("--scales 1,2,2", "scales");
  expect("--method xyz", "method");
  expect("-o x.txt --format csv", "output");
}

}  // namespace
}  // namespace biotropy::cli::test
