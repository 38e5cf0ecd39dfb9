// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "biotropy/sicamm/density/class_densities.hpp"
#include "tests/error_of.hpp"
#include "tests/every_instruction_set.hpp"
#include "tests/sicamm/known_model.hpp"
#include "tests/sicamm/naive_density.hpp"

namespace biotropy::sicamm {
namespace {

// ln |det W| + sum_j ln f_j, in long double. The determinant is the true one, from the library that inverts matrices.
long double naive(const ClassModel& one, const double* sample) {
  const std::size_t m = one.bias.size();
  long double sum = log_abs_determinant(one.unmixing, m);
  for (std::size_t j = 0; j < m; ++j) {
    long double source = 0.0L;
    for (std::size_t c = 0; c < m; ++c) {
      source += static_cast<long double>(one.unmixing[j * m + c]) * (static_cast<long double>(sample[c]) - one.bias[c]);
    }
    sum += naive_log_density(one.sources[j].points(), one.sources[j].weights(), one.sources[j].bandwidth(),
                             static_cast<double>(source));
  }
  return sum;
}

struct KnownDensities {
  explicit KnownDensities(const char* name, std::size_t n = 1500)
      : truth(standard_problem(name)),
        model(known_model(truth, simulate(truth, n, 22))),
        test(simulate(truth, 400, 23)) {}
  Problem truth;
  Model model;
  Simulated test;
};

TEST(LogDeterminant, OfMatrices) {
  EXPECT_NEAR(log_abs_determinant({2.0, 0.0, 0.0, -3.0}, 2), std::log(6.0), 1e-15);
  EXPECT_NEAR(log_abs_determinant({0.0, 1e200, 1e200, 0.0}, 2), 400.0 * std::log(10.0), 1e-10) << "det is no double";
  EXPECT_NEAR(log_abs_determinant({1e-9, 0.0, 0.0, 1e9}, 2), 0.0, 1e-14) << "units that differ";
  EXPECT_THROW(log_abs_determinant({1.0, 2.0, 2.0, 4.0}, 2), Error);
  EXPECT_THROW(log_abs_determinant({0.0}, 1), Error);
  EXPECT_THROW(log_abs_determinant({1.0, 2.0}, 2), Error);
}

TEST(ClassDensities, EqualTheDefinitionInLongDouble) {
  for (const char* name : {"P2", "P3", "PC8", "P19"}) {
    const KnownDensities known(name, 700);
    const std::size_t m = known.truth.channels(), classes = known.truth.classes();
    const std::size_t n = 40;
    auto samples = std::vector<double>(known.test.samples.begin(), known.test.samples.begin() + n * m);
    for (std::size_t i = 0; i < 5 * m; ++i) samples[i] *= 30.0;  // into the tails
    const auto direct = ClassDensities(known.model, DensityMode::direct).log_densities(samples);
    const auto table = ClassDensities(known.model).log_densities(samples);
    ASSERT_EQ(direct.size(), n * classes);
    for (std::size_t i = 0; i < direct.size(); ++i) {
      const auto expected =
          static_cast<double>(naive(known.model.classes[i % classes], samples.data() + i / classes * m));
      EXPECT_NEAR(direct[i], expected, 1e-12 * std::max(100.0, std::abs(expected))) << name;
      EXPECT_NEAR(table[i], expected, 1e-12 * std::max(100.0, std::abs(expected))) << name;
    }
  }
}

TEST(ClassDensities, AreTheSameForEveryBlockThreadCountAndInstructionSet) {
  for (const char* name : {"P3", "PC8", "P19"}) {
    const KnownDensities known(name);
    for (const DensityMode mode : {DensityMode::table, DensityMode::direct}) {
      const ClassDensities densities(known.model, mode);
      const std::size_t m = densities.channels(), classes = densities.classes();
      const std::size_t n = mode == DensityMode::table ? 400 : 40;
      const auto samples = std::span(known.test.samples).first(n * m);
      const auto expected = densities.log_densities(samples, n, {1, nullptr});
      for (const std::size_t block : {1U, 3U, 7U, 100U}) {
        for (const int threads : {1, 2, 4})
          EXPECT_EQ(densities.log_densities(samples, block, {threads, nullptr}), expected);
      }
      ClassDensities::Workspace workspace(densities);
      std::vector<double> one(classes);
      for (std::size_t i = 0; i < n; ++i) {
        densities.log_densities(samples.subspan(i * m, m), one, workspace);
        for (std::size_t k = 0; k < classes; ++k) EXPECT_EQ(one[k], expected[i * classes + k]);
      }
      for (const std::string& set : EveryInstructionSet()) {
        EXPECT_EQ(densities.log_densities(samples), expected) << set;
        EXPECT_EQ(ClassDensities(known.model, mode).log_densities(samples), expected) << set << ", built with it";
      }
    }
  }
}

TEST(ClassDensities, OfSamplesThatAreNoNumbersAreNone) {
  const KnownDensities known("P3");
  const ClassDensities densities(known.model);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {kNaN, infinity, -infinity}) {
    const auto found = densities.log_densities(std::vector<double>{0.1, bad, 0.2, 0.1, 0.2, 0.3});
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_TRUE(std::isnan(found[k])) << bad;
      EXPECT_TRUE(std::isfinite(found[3 + k])) << bad;
    }
  }
}

TEST(ClassDensities, OfHugeSamplesAreLargeNegativeNumbers) {
  const KnownDensities known("P19");
  const ClassDensities densities(known.model);
  std::vector<double> samples(known.test.samples.begin(), known.test.samples.begin() + 19);
  for (double& x : samples) x *= 1e6;
  for (const double value : densities.log_densities(samples)) {
    EXPECT_TRUE(std::isfinite(value));
    EXPECT_LT(value, -1e10);
  }
}

TEST(ClassDensities, SourcesAreUnmixedSamples) {
  const KnownDensities known("PC8");
  const ClassDensities densities(known.model);
  const auto found = densities.sources(known.test.samples, 1);
  for (std::size_t i = 0; i < 400; ++i) {
    for (std::size_t j = 0; j < 8; ++j) {
      double expected = 0.0;
      for (std::size_t c = 0; c < 8; ++c)
        expected += known.truth.unmixing[1][j * 8 + c] * known.test.samples[i * 8 + c];
      EXPECT_NEAR(found[i * 8 + j], expected, 1e-12);
    }
  }
  EXPECT_THROW(densities.sources(known.test.samples, 2), Error);
}

TEST(ClassDensities, RefuseWhatIsNoBlockAndNoSample) {
  const KnownDensities known("P3");
  const ClassDensities densities(known.model);
  EXPECT_THROW(densities.log_densities(std::vector<double>{1.0, 2.0}), Error);
  EXPECT_THROW(densities.log_densities(known.test.samples, 0), Error);
  EXPECT_TRUE(densities.log_densities({}).empty());
  CancelFlag flag;
  flag.cancel();
  EXPECT_THROW(densities.log_densities(known.test.samples, 10, {1, &flag}), Error);
  EXPECT_THROW(ClassDensities(known.model, DensityMode::table, {1, &flag}), Error);
}

TEST(Model, RefusesWhatDoesNotFit) {
  const Model good = KnownDensities("P3").model;
  validate(good);
  const auto expect_refused = [&](const std::string& part, const auto& change) {
    Model bad = good;
    change(bad);
    const Error error = error_of([&] { validate(bad); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_data);
    EXPECT_THAT(error.what(), HasSubstr(part));
  };
  expect_refused("channel", [](Model& bad) { bad.channels.clear(); });
  expect_refused("class", [](Model& bad) { bad.classes.clear(); });
  expect_refused("chain of 3 classes for 2", [](Model& bad) { bad.classes.pop_back(); });
  expect_refused("bias", [](Model& bad) { bad.classes[1].bias[0] = kNaN; });
  expect_refused("unmixing", [](Model& bad) { bad.classes[1].unmixing.pop_back(); });
  expect_refused("'class 2': the unmixing matrix is singular",
                 [](Model& bad) { std::ranges::fill(bad.classes[2].unmixing, 1.0); });
  expect_refused("densities", [](Model& bad) { bad.classes[0].sources.pop_back(); });
  expect_refused("transitions", [](Model& bad) { bad.chain.transitions[0] += 0.1; });
  for (const double beta : {0.0, 1.5, kNaN}) expect_refused("beta", [&](Model& bad) { bad.beta = beta; });
  expect_refused("outlier_level", [](Model& bad) { bad.outlier_level = kNaN; });
}

}  // namespace
}  // namespace biotropy::sicamm
