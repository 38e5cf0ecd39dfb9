// SPDX-License-Identifier: Apache-2.0
//
// What recordings do to a classifier: artefacts of any size, samples twice, densities of a single point.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/training.hpp"
#include "tests/sicamm/known_model.hpp"

namespace biotropy::sicamm {
namespace {

TEST(Robustness, AnArtefactOfAnySizeIsForgottenInAFewSteps) {
  const Problem truth = standard_problem("P19");
  const Model model = known_model(truth, simulate(truth, 3000, 32));
  const Simulated test = simulate(truth, 300, 33);
  const Classifier classifier(model);
  const auto clean = classifier.classify(test.samples).posteriors;
  for (const double factor : {1e3, 1e6, 1e60, 1e300}) {
    auto samples = test.samples;
    constexpr std::size_t artefact = 100, bounded = 15;
    for (std::size_t c = 0; c < 19; ++c) samples[artefact * 19 + c] *= factor;
    const Classification found = classifier.classify(samples);
    for (const double p : found.posteriors) ASSERT_TRUE(p >= 0.0 && p <= 1.0) << factor;
    EXPECT_TRUE(std::equal(clean.begin(), clean.begin() + 2 * artefact, found.posteriors.begin()));
    for (std::size_t i = artefact + bounded; i < 300; ++i) ASSERT_NEAR(found.posteriors[2 * i], clean[2 * i], 1e-3);
  }
}

TEST(Robustness, ADensityMayHaveOnePoint) {
  const Problem truth = standard_problem("P3");
  Model model = known_model(truth, simulate(truth, 500, 32));
  for (ClassModel& one : model.classes) {
    for (KernelDensity& source : one.sources) source = KernelDensity(source.points().first(1), {}, 0.5);
  }
  const Simulated test = simulate(truth, 200, 33);
  const auto table = Classifier(model).classify(test.samples).posteriors;
  const auto direct = Classifier(model, DensityMode::direct).classify(test.samples).posteriors;
  for (std::size_t i = 0; i < table.size(); ++i) EXPECT_NEAR(table[i], direct[i], 1e-10);
}

TEST(Robustness, SamplesMayStandTwice) {
  const Problem truth = standard_problem("P3");
  const Simulated once = simulate(truth, 3000, 7), test = simulate(truth, 3000, 8);
  Simulated twice;
  for (std::size_t i = 0; i < 3000; ++i) {
    for (int copy = 0; copy < 2; ++copy) {
      twice.samples.insert(twice.samples.end(), once.samples.begin() + static_cast<std::ptrdiff_t>(3 * i),
                           once.samples.begin() + static_cast<std::ptrdiff_t>(3 * i + 3));
      twice.classes.push_back(once.classes[i]);
    }
  }
  const auto reached = [&](const Simulated& training) {
    const Labelled recording{training.samples, training.classes};
    const Model model = train(std::span(&recording, 1), {"1", "2", "3"}, {"a", "b", "c"}).model;
    ClassifySettings settings;
    settings.rules.beta = 1.0;
    return accuracy(Classifier(model).classify(test.samples, settings).labels, test.classes);
  };
  EXPECT_GT(reached(twice), reached(once) - 0.01);
}

}  // namespace
}  // namespace biotropy::sicamm
