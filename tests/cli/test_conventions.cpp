// SPDX-License-Identifier: Apache-2.0
//
// `--convention` and the options of fuzzy measures: each reaches the library, explicit options override a convention,
// and the record contains the values applied.
#include <cmath>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/words.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"

namespace biotropy::cli::test {
namespace {

using entropy::Convention;
using entropy::Measure;
using entropy::Parameters;

class ConventionProgram : public Program {
 protected:
  // The first record and the parameters of a JSON result.
  struct Result {
    nlohmann::json record, parameters;
    double value() const { return record.at("value").get<double>(); }
  };

  Result result(const std::string& arguments) {
    const auto found = json_of(arguments);
    return {found.at("results").at(0), found.at("parameters")};
  }
};

// Noise in steps of 1/8, so that the boundary matters.
std::vector<double> stepped(std::size_t samples, std::uint64_t seed) {
  std::vector<double> values = noise(samples, seed);
  for (double& value : values) value = std::round(8.0 * value) / 8.0;
  return values;
}

TEST_F(ConventionProgram, EveryOneOverEveryMeasure) {
  const std::vector<double> x = stepped(500, 1);
  scratch_.write("x.txt", lines_of(x));
  for (const auto& [text, convention] : kWords<Convention>) {
    for (const Measure measure : {Measure::sampen, Measure::apen, Measure::fuzzyen, Measure::permen}) {
      const std::string arguments = "entropy x.txt --convention " + std::string(word(convention)) + " --measure " +
                                    std::string(word(measure)) + " -m 3";
      if (!has(convention, measure)) {
        EXPECT_THAT(run(arguments), EndsWith(2, "it must be one that has " + std::string(word(measure))));
        continue;
      }
      const Result found = result(arguments);
      const Parameters parameters = conventional(convention, measure, 3, x.size());
      EXPECT_EQ(found.value(), compute(measure, x, {}, parameters).value) << arguments;
      EXPECT_EQ(found.parameters.at("convention"), word(convention));
      EXPECT_EQ(found.parameters.contains("r"), has(measure, entropy::kTolerance));
      if (!has(measure, entropy::kTolerance)) continue;
      EXPECT_EQ(found.parameters.at("r").get<double>(), parameters.r);
      EXPECT_EQ(found.parameters.at("ddof"), parameters.ddof);
    }
  }
}

TEST_F(ConventionProgram, WhatIsGivenStands) {
  const std::vector<double> x = stepped(300, 2);
  scratch_.write("x.txt", lines_of(x));
  const Result found = result(
      "entropy x.txt --convention physionet --boundary closed --ddof 1 -r 0.25 --templates all --undefined bound "
      "--theiler 2");
  Parameters parameters{.r = 0.25, .theiler = 2, .templates = match::TemplateRule::all};
  EXPECT_EQ(found.value(), entropy::sample_entropy(x, parameters).value);
  EXPECT_EQ(found.parameters.at("boundary"), "closed");
  EXPECT_EQ(found.parameters.at("templates"), "all");
  EXPECT_EQ(found.parameters.at("undefined"), "bound");
  EXPECT_EQ(result("entropy x.txt --convention entropyhub --measure fuzzyen --r-unit sd").value(), [&] {
    Parameters in_sd = conventional(Convention::entropyhub, Measure::fuzzyen);
    in_sd.r_unit = series::RUnit::sd;
    return entropy::fuzzy_entropy(x, in_sd).value;
  }());
}

TEST_F(ConventionProgram, AntropyCountsByTheLengthOfTheSeries) {
  const std::vector<double> brief = stepped(4999, 3), lengthy = stepped(5000, 3);
  scratch_.write("brief.txt", lines_of(brief));
  scratch_.write("lengthy.txt", lines_of(lengthy));
  const auto json = json_of("entropy brief.txt lengthy.txt --convention antropy -r 0.5 --r-unit absolute");
  Parameters parameters{.r = 0.5, .r_unit = series::RUnit::absolute};
  EXPECT_EQ(json.at("results")[1].at("matches_m"), entropy::sample_entropy(lengthy, parameters).matches_m);
  parameters.boundary = match::Boundary::open;
  EXPECT_EQ(json.at("results")[0].at("matches_m"), entropy::sample_entropy(brief, parameters).matches_m);
  EXPECT_EQ(json.at("parameters").at("boundary"), "open below 5000 samples, else closed");
}

// Each option of these measures is a row of their table, as all others are (tests/entropy/test_options.cpp).
TEST_F(ConventionProgram, OptionsOfFuzzyMeasuresAndOfPatterns) {
  const std::vector<double> x = stepped(200, 4);
  scratch_.write("x.txt", lines_of(x));
  Parameters parameters;
  parameters.membership.form = match::MembershipForm::chen;
  parameters.membership.n = 3.5;
  const Result fuzzy = result("entropy x.txt --measure fuzzyen --membership chen --fuzzy-power 3.5");
  const entropy::Entropy expected = entropy::fuzzy_entropy(x, parameters);
  EXPECT_EQ(fuzzy.value(), expected.value);
  EXPECT_EQ(fuzzy.record.at("membership_m").get<double>(), expected.membership_m);
  EXPECT_EQ(fuzzy.parameters.at("membership"), "chen");
  EXPECT_EQ(fuzzy.parameters.at("fuzzy_power"), 3.5);
  EXPECT_THAT(run("entropy x.txt --measure fuzzyen").output, HasSubstr("membership_m  membership_m1"));
  parameters = {};
  parameters.m = 4;
  parameters.ties = entropy::Ties::equal;
  parameters.weighted = true;
  const Result patterns = result("entropy x.txt --measure permen -m 4 --ties equal --weighted");
  EXPECT_EQ(patterns.value(), entropy::permutation_entropy(x, parameters).value);
  EXPECT_EQ(patterns.parameters.at("ties"), "equal");
  EXPECT_EQ(patterns.parameters.at("weighted"), "true");
  EXPECT_FALSE(patterns.record.contains("matches_m"));
  const Result in_bits = result("entropy x.txt --measure permen --convention neurokit --no-normalise");
  EXPECT_EQ(in_bits.parameters.at("normalise"), "false");
  EXPECT_THAT(run("entropy x.txt --measure permen").output, HasSubstr("permen  patterns  templates"));
}

TEST_F(ConventionProgram, MistakesSayWhatIsAllowed) {
  scratch_.write("x.txt", lines_of(noise(50)));
  const auto expect = [&](const std::string& options, const std::string& message) {
    EXPECT_THAT(run("entropy x.txt " + options), EndsWith(2, message)) << options;
  };
  expect("--convention matlab", "--convention");
  expect("--membership chen", "membership is chen;");
  expect("--measure fuzzyen --membership round", "--membership");
  expect("--measure fuzzyen --fuzzy-power 0", "fuzzy-power is 0; it must be a finite number above 0");
}

}  // namespace
}  // namespace biotropy::cli::test
