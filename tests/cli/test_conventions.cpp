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
using ::testing::HasSubstr;

class ConventionProgram : public Program {
 protected:
  // The first record and the parameters of a JSON result.
  struct Result {
    nlohmann::json record, parameters;
    double value() const { return record.at("value").get<double>(); }
  };

  Result result(const std::string& arguments) {
    const Outcome outcome = run(arguments + " -o results.json --quiet");
    EXPECT_EQ(outcome.code, 0) << arguments << ": " << outcome.errors;
    const auto json = nlohmann::json::parse(content(scratch_.path("results.json")));
    return {json.at("results").at(0), json.at("parameters")};
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

TEST_F(ConventionProgram, CrossMeasuresOfEntropyHub) {
  const std::vector<double> u = noise(200, 1), v = noise(200, 2);
  scratch_.write("x.txt", columns_of({u, v}));
  for (const Measure measure : {Measure::cross_sampen, Measure::cross_apen, Measure::cross_fuzzyen}) {
    run("cross x.txt --convention entropyhub -o results.json --measure " + std::string(word(measure)));
    const auto records = nlohmann::json::parse(content(scratch_.path("results.json"))).at("results");
    const entropy::Entropy expected = compute(measure, u, v, conventional(Convention::entropyhub, measure));
    ASSERT_EQ(records.size(), 4U);
    EXPECT_EQ(records[1].at("value").get<double>(), expected.value);
    if (measure == Measure::cross_fuzzyen) {
      EXPECT_EQ(records[1].at("membership_m").get<double>(), expected.membership_m);
      EXPECT_EQ(records[1].at("membership_m1").get<double>(), expected.membership_m1);
      EXPECT_FALSE(records[1].contains("matches_m"));
    } else {
      EXPECT_EQ(records[1].at("matches_m"), expected.matches_m);
    }
  }
}

TEST_F(ConventionProgram, WhatIsGivenStands) {
  const std::vector<double> x = stepped(300, 2);
  scratch_.write("x.txt", lines_of(x));
  const Result found = result(
      "entropy x.txt --convention physionet --boundary closed --ddof 1 -r 0.25 --templates all --undefined bound "
      "--theiler 2");
  Parameters parameters;
  parameters.r = 0.25;
  parameters.templates = match::TemplateRule::all;
  parameters.theiler = 2;
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
  run("entropy brief.txt lengthy.txt --convention antropy -r 0.5 --r-unit absolute -o results.json");
  const auto json = nlohmann::json::parse(content(scratch_.path("results.json")));
  Parameters parameters;
  parameters.r = 0.5;
  parameters.r_unit = series::RUnit::absolute;
  EXPECT_EQ(json.at("results")[1].at("matches_m"), entropy::sample_entropy(lengthy, parameters).matches_m);
  parameters.boundary = match::Boundary::open;
  EXPECT_EQ(json.at("results")[0].at("matches_m"), entropy::sample_entropy(brief, parameters).matches_m);
  EXPECT_EQ(json.at("parameters").at("boundary"), "open below 5000 samples, else closed");
}

TEST_F(ConventionProgram, OptionsOfFuzzyMeasures) {
  const std::vector<double> x = noise(200, 4);
  scratch_.write("x.txt", lines_of(x));
  const auto expect = [&](const std::string& options, const Parameters& parameters) {
    const Result found = result("entropy x.txt --measure fuzzyen " + options);
    const entropy::Entropy expected = entropy::fuzzy_entropy(x, parameters);
    EXPECT_EQ(found.value(), expected.value) << options;
    EXPECT_EQ(found.record.at("membership_m").get<double>(), expected.membership_m);
    EXPECT_EQ(found.parameters.at("membership"), word(parameters.membership.form));
    EXPECT_EQ(found.parameters.at("fuzzy_power"), parameters.membership.n);
    EXPECT_EQ(found.parameters.at("local_mean"), word(parameters.local_mean));
  };
  expect("", {});
  Parameters parameters;
  parameters.membership.form = match::MembershipForm::chen;
  parameters.membership.n = 3.5;
  expect("--membership chen --fuzzy-power 3.5", parameters);
  parameters.membership = {match::MembershipForm::trapezoidal2, 2.0, 0.5};
  expect("--membership trapezoidal2 --membership-corner 0.5", parameters);
  for (const char* form :
       {"gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1", "z-shaped", "gudermannian"}) {
    parameters.membership = {*choice_of<match::MembershipForm>(form), 2.0, 0.0};
    expect(std::string("--membership ") + form, parameters);
  }
  parameters = {};
  parameters.local_mean = entropy::LocalMean::kept;
  expect("--local-mean kept", parameters);
  EXPECT_THAT(run("entropy x.txt --measure fuzzyen").output, HasSubstr("membership_m  membership_m1"));
}

TEST_F(ConventionProgram, OptionsOfPatterns) {
  const std::vector<double> x = stepped(200, 4);
  scratch_.write("x.txt", lines_of(x));
  const auto expect = [&](const std::string& options, const Parameters& parameters) {
    const Result found = result("entropy x.txt --measure permen " + options);
    const entropy::Entropy expected = entropy::permutation_entropy(x, parameters);
    EXPECT_EQ(found.value(), expected.value) << options;
    EXPECT_EQ(found.record.at("patterns").get<double>(), static_cast<double>(expected.patterns));
    EXPECT_EQ(found.record.at("templates"), expected.templates_m);
    EXPECT_FALSE(found.record.contains("matches_m"));
    EXPECT_EQ(found.parameters.at("m"), entropy::length_of(Measure::permen, parameters));
    EXPECT_EQ(found.parameters.at("ties"), word(parameters.ties));
    EXPECT_EQ(found.parameters.at("weighted"), parameters.weighted ? "true" : "false");
    EXPECT_EQ(found.parameters.at("normalise"), parameters.normalise ? "true" : "false");
  };
  expect("", {});
  Parameters parameters;
  parameters.m = 4;
  parameters.ties = entropy::Ties::equal;
  parameters.weighted = true;
  expect("-m 4 --ties equal --weighted", parameters);
  parameters.normalise = true;
  expect("-m 4 --ties equal --weighted --normalise", parameters);
  parameters = {};
  parameters.base = entropy::Base::two;
  expect("--convention neurokit --no-normalise", parameters);
  EXPECT_THAT(run("entropy x.txt --measure permen").output, HasSubstr("permen  patterns  templates"));
  for (const auto& [options, parameter] :
       {std::pair{"-r 0.3", "r"}, std::pair{"-r 0.2,0.3", "r"}, std::pair{"--theiler 2", "theiler"},
        std::pair{"-m 13", "m"}, std::pair{"--normalise --base 2", "base"}}) {
    EXPECT_THAT(run("entropy x.txt --measure permen " + std::string(options)), Fails(2, parameter)) << options;
  }
}

TEST_F(ConventionProgram, MistakesSayWhatIsAllowed) {
  scratch_.write("x.txt", lines_of(noise(50)));
  const auto expect = [&](const std::string& options, const std::string& message) {
    EXPECT_THAT(run("entropy x.txt " + options), EndsWith(2, message)) << options;
  };
  expect("--convention matlab", "--convention");
  expect("--membership chen", "membership is chen;");
  expect("--fuzzy-power 3", "fuzzy-power is 3;");
  expect("--membership-corner 2", "membership-corner is 2;");
  expect("--local-mean kept", "local-mean is kept;");
  expect("--measure fuzzyen --membership round", "--membership");
  expect("--measure fuzzyen --fuzzy-power 0", "fuzzy-power is 0; it must be a finite number above 0");
  expect("--measure fuzzyen -r 0", "r is 0; it must be a finite number above 0 for a fuzzy measure");
  expect("--measure fuzzyen --membership trapezoidal2", "membership-corner is 0; it must be a distance above r");
  expect("--measure fuzzyen --undefined bound", "undefined is bound;");
  expect("--convention nolds -m 1,2", "m is 1,2;");
  expect("-r 0.2x", "r is 0.2x; it must be a list of numbers");
  expect("-r ''", "'' must be a value that is not empty");
  expect("-r -0.1", "r is -0.1; it must be a finite number of at least 0");
  expect("-m two", "m is two; it must be a list of whole numbers");
}

}  // namespace
}  // namespace biotropy::cli::test
