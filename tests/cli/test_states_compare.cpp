// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states compare`: methods on the folds of the model.
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/cli/states_program.hpp"

namespace biotropy {
namespace {

const std::string kQuick = " --rate 100 --n-folds 3 --beta 1 --bandwidth silverman";

class StatesCompare : public StatesProgram {
 protected:
  std::map<std::string, nlohmann::json> methods(const std::string& options) {
    EXPECT_THAT(run("biotropy states compare " + options + " -o compared.json"), Succeeds());
    report_ = nlohmann::json::parse(bytes_of(scratch_.path("compared.json")));
    std::map<std::string, nlohmann::json> result;
    for (const auto& one : report_["methods"]) result[one["method"]] = one;
    EXPECT_EQ(result.size(), 5U);
    return result;
  }

  nlohmann::json report_;
};

TEST_F(StatesCompare, TheModelIsBestOnDataMadeForIt) {
  ASSERT_EQ(run("biotropy states simulate P3 -o train --samples 6000").code, 0);
  auto found = methods("train.csv --intervals time --interval-time 5 --n-resamples 100" + kQuick);
  EXPECT_EQ(report_["folds"], nlohmann::json({1, 2, 3}));
  for (const char* other : {"chance", "gaussian", "mixture", "logistic"}) {
    EXPECT_GE(found["sicamm"]["all"]["accuracy"], found[other]["all"]["accuracy"]) << other;
    // A mixture's posteriors may be the better ones on so few samples.
    if (std::string_view(other) != "mixture") {
      EXPECT_LE(found["sicamm"]["all"]["log_loss"], found[other]["all"]["log_loss"]) << other;
    }
    EXPECT_EQ(found[other]["all"]["vectors"], 6000);
    EXPECT_EQ(found[other]["intervals"]["blocks"], 12);
    EXPECT_LE(found[other]["intervals"]["low"]["accuracy"], found[other]["all"]["accuracy"]);
  }
  EXPECT_NEAR(found["chance"]["all"]["kappa"].get<double>(), 0.0, 1e-12);
  // Sources of the problem are no Gaussians.
  EXPECT_GT(found["mixture"]["all"]["accuracy"], found["gaussian"]["all"]["accuracy"]);
  EXPECT_EQ(found["mixture"]["components"], 3);
  // The model's scores are those of `evaluate`.
  const nlohmann::json alone = scores("train.csv --intervals time --interval-time 5 --n-resamples 100" + kQuick);
  for (const char* part : {"all", "parts", "intervals"}) EXPECT_EQ(found["sicamm"][part], alone[part]) << part;
}

// Labels that say nothing of the samples: every second, one of two classes by turns, of samples of one class.
TEST_F(StatesCompare, NoMethodBeatsChanceWithoutInformation) {
  const std::string draw =
      "awk -v OFS=, 'BEGIN { srand(3); print \"a\", \"b\"; for (i = 0; i < 6000; ++i) print rand() + rand(), "
      "rand() - rand() }' > noise.csv";
  ASSERT_EQ(run(draw).code, 0);
  ASSERT_EQ(run("awk 'BEGIN { srand(4); print \"onset\\tduration\\ttrial_type\"; for (i = 0; i < 6000; ++i) "
                "printf \"%.2f\\t0.01\\t%s\\n\", i / 100, rand() < 0.5 ? \"x\" : \"y\" }' > noise_events.tsv")
                .code,
            0);
  for (auto& [name, found] : methods("noise.csv" + kQuick)) {
    EXPECT_NEAR(found["all"]["accuracy"].get<double>(), 0.5, 0.05) << name;
    EXPECT_NEAR(found["all"]["kappa"].get<double>(), 0.0, 0.1) << name;
    EXPECT_GT(found["all"]["log_loss"].get<double>(), std::log(2.0) - 0.01) << name;
  }
}

TEST_F(StatesCompare, FoldsWithoutAModelAreLeftOut) {
  for (const char* seed : {"1", "2", "3"}) {
    const std::string name = std::string("part") + seed;
    ASSERT_EQ(run("biotropy states simulate P3 -o " + name + " --samples 2000 --seed " + seed).code, 0);
    if (seed[0] == '2') continue;  // the only one with class3
    ASSERT_EQ(run("sed -i s/class3/class1/ " + name + "_events.tsv").code, 0);
  }
  const std::string parts = "part1.csv part2.csv part3.csv --fold-unit recordings";
  auto found = methods(parts + kQuick);
  EXPECT_EQ(report_["folds"].size(), 2U);
  for (const auto& [name, one] : found) EXPECT_EQ(one["all"]["vectors"], 4000) << name;
  EXPECT_EQ(report_["notices"][0]["code"], "fold_left_out");
  EXPECT_EQ(run("biotropy states compare " + parts + kQuick + " --quiet -o compared.tsv").output, "");
  EXPECT_THAT(bytes_of(scratch_.path("compared.tsv")),
              StartsWith("method\tvectors\taccuracy\tbalanced_accuracy\tkappa\tlog_loss\nchance\t4000\t"));
}

// Features and beta are learned for each fold from its rest, by every method.
TEST_F(StatesCompare, MethodsHaveFeaturesThatAreLearned) {
  ASSERT_EQ(
      run("awk -v OFS=, 'BEGIN { srand(1); print \"a\", \"b\"; for (i = 0; i < 6000; ++i) { k = int(i / 250) % 2; "
          "x = (k ? 3 : 1) * (rand() - 0.5); y = (k ? 1 : 3) * (rand() - 0.5); print x + y, x - y } }' > loud.csv")
          .code,
      0);
  ASSERT_EQ(
      run("awk -v OFS='\\t' 'BEGIN { print \"onset\", \"duration\", \"trial_type\"; for (i = 0; i < 24; ++i) print "
          "2.5 * i, 2.5, i % 2 ? \"x\" : \"y\" }' > loud_events.tsv")
          .code,
      0);
  for (const std::string kind : {"csp --components 2", "tangent"}) {
    auto found = methods("loud.csv --rate 100 --n-folds 2 --window 0.5 --pure-windows --features " + kind);
    for (const char* one : {"gaussian", "mixture", "logistic", "sicamm"}) {
      EXPECT_GT(found[one]["all"]["accuracy"].get<double>(), 0.8) << kind << one;
    }
    EXPECT_LT(found["chance"]["all"]["accuracy"].get<double>(), 0.6) << kind;
  }
}

TEST_F(StatesCompare, WhatCannotBeComparedIsRefused) {
  ASSERT_EQ(run("biotropy states simulate P3 -o train --samples 600").code, 0);
  const std::string compare = "compare train.csv" + kQuick;
  expect_refused(2, compare + " --classifier logistic", "classifier");
  expect_refused(2, compare + " -o compared.nc", "a name that ends in .json or .tsv");
  expect_refused(2, compare + " --ignore-outliers", "--ignore-outliers");
  expect_refused(2, compare + " --warm-up 3", "--warm-up");
  expect_refused(2, compare + " --mixture-components 0", "mixture-components is 0");
  expect_refused(2, compare + " --event-classes class1", "--event-classes");
  expect_refused(3, compare + " --intervals persons", "at least 2");
  EXPECT_NE(run("ls compared*").code, 0);
}

}  // namespace
}  // namespace biotropy
