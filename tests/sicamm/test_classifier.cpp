// SPDX-License-Identifier: Apache-2.0
//
// Classification of recordings and streams: equal bits, invariances, artefacts, and comparison with the published
// formula.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/markov/decode.hpp"
#include "tests/sicamm/allocations.hpp"
#include "tests/sicamm/known_model.hpp"
#include "tests/sicamm/published.hpp"

namespace biotropy::sicamm {
namespace {

struct Known {
  explicit Known(const char* name, std::size_t n = 3000, std::size_t n_test = 600)
      : truth(standard_problem(name)),
        model(known_model(truth, simulate(truth, n, 32))),
        test(simulate(truth, n_test, 33)) {}
  Problem truth;
  Model model;
  Simulated test;
};

TEST(Classifier, IsTheFilterOfTheClassDensities) {
  const Known known("P3");
  const Classifier classifier(known.model);
  const Classification found = classifier.classify(known.test.samples);
  const Posteriors expected = filter(known.model.chain, classifier.densities().log_densities(known.test.samples));
  EXPECT_EQ(found.posteriors, expected.values);
  EXPECT_EQ(found.log_likelihoods, expected.log_likelihoods);
  EXPECT_EQ(found.log_likelihood, expected.log_likelihood);
  EXPECT_EQ(found.labels, most_probable(expected.values, 3));
  std::vector<std::uint8_t> flags(600, 0);
  flags[0] = kWarmUp;
  EXPECT_EQ(found.flags, flags);
  EXPECT_GT(accuracy(found.labels, known.test.classes), 0.95);
}

TEST(Classifier, TablesAndSumsGiveTheSamePosteriors) {
  for (const char* name : {"P2", "P19"}) {
    const Known known(name, 3000, 300);
    const auto table = Classifier(known.model).classify(known.test.samples);
    const auto direct = Classifier(known.model, DensityMode::direct).classify(known.test.samples);
    EXPECT_EQ(table.labels, direct.labels);
    for (std::size_t i = 0; i < table.posteriors.size(); ++i) {
      EXPECT_NEAR(table.posteriors[i], direct.posteriors[i], 1e-10);
    }
  }
}

void expect_equal(const Update& update, const Classification& batch, std::size_t i) {
  ASSERT_EQ(update.log_likelihood, batch.log_likelihoods[i]) << i;
  ASSERT_EQ(update.flags, batch.flags[i]) << i;
  ASSERT_EQ(update.label, batch.labels[i]) << i;
  const auto expected = std::span(batch.posteriors).subspan(i * batch.classes, batch.classes);
  ASSERT_TRUE(std::equal(expected.begin(), expected.end(), update.posterior.begin(), update.posterior.end())) << i;
}

// Also across gaps; the samples still held are read before each gap.
void expect_stream_equals_batch(const Known& known, std::size_t lag, const std::vector<double>& samples,
                                const std::vector<std::size_t>& gaps) {
  const Classifier classifier(known.model);
  ClassifySettings settings;
  if (lag > 0) settings.decoder = Decoder::fixed_lag, settings.lag = lag;
  settings.warm_up = 3;
  const Classification batch = classifier.classify(samples, gaps, settings, {2, nullptr});
  Stream stream(classifier, {lag, 3, {}});
  const std::size_t m = known.truth.channels(), n = samples.size() / m;
  const auto expect_held = [&](std::size_t end) {
    for (std::size_t back = std::min(lag, stream.held()); back-- > 0;) {
      expect_equal(stream.known(back), batch, end - 1 - back);
    }
  };
  for (std::size_t i = 0, begin = 0, gap = 0; i < n; ++i) {
    if (gap < gaps.size() && gaps[gap] == i) {
      expect_held(i);
      stream.reset(true);
      begin = gaps[gap++];
    }
    const Update update = stream.step(std::span(samples).subspan(i * m, m));
    ASSERT_EQ(update.lag, std::min(i - begin, lag));
    if (update.lag == lag) expect_equal(update, batch, i - lag);
  }
  expect_held(n);
}

TEST(Stream, GivesTheBitsOfTheBatch) {
  for (const char* name : {"P2s", "P3", "P19"}) {
    const Known known(name, 1000, 300);
    auto samples = known.test.samples;
    samples[known.truth.channels() * 50] = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t c = 0; c < known.truth.channels(); ++c) samples[known.truth.channels() * 70 + c] *= 1e6;
    for (const std::size_t lag : {0U, 1U, 25U}) {
      expect_stream_equals_batch(known, lag, samples, {});
      expect_stream_equals_batch(known, lag, samples, {1, 50, 60, 299});
    }
  }
}

TEST(Stream, AllocatesNothingInAStep) {
  const Known known("P19", 1000, 400);
  for (const DensityMode mode : {DensityMode::table, DensityMode::direct}) {
    const Classifier classifier(known.model, mode);
    for (const std::size_t lag : {0U, 5U}) {
      Stream stream(classifier, {lag, 0, {}});
      const std::size_t before = allocations();
      for (std::size_t i = 0; i < 400; ++i) stream.step(std::span(known.test.samples).subspan(i * 19, 19));
      EXPECT_EQ(allocations(), before);
    }
  }
}

TEST(Stream, ContinuesFromItsState) {
  const Known known("P3", 1000, 200);
  const Classifier classifier(known.model);
  for (const std::size_t lag : {0U, 7U}) {
    for (const std::size_t stop : {0U, 3U, 100U}) {
      Stream whole(classifier, {lag, 5, {}}), resumed(classifier, {lag, 5, {}});
      for (std::size_t i = 0; i < 200; ++i) {
        const auto sample = std::span(known.test.samples).subspan(i * 3, 3);
        if (i == stop) resumed.restore(whole.state());
        const Update expected = whole.step(sample);
        if (i < stop) continue;
        const Update found = resumed.step(sample);
        ASSERT_TRUE(std::equal(found.posterior.begin(), found.posterior.end(), expected.posterior.begin()));
        ASSERT_EQ(found.flags, expected.flags);
        ASSERT_EQ(found.log_likelihood, expected.log_likelihood);
      }
      EXPECT_EQ(resumed.count(), 200U);
    }
  }
}

TEST(Stream, RefusesWhatIsNoState) {
  const Known known("P3", 300, 10);
  const Classifier classifier(known.model);
  Stream stream(classifier);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& state : {std::vector<double>{},
                            {-1.0},
                            {nan},
                            {1.0, 0.0},
                            {0.5, 0.0},
                            {0.0, 2.0},
                            {1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
                            {1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
                            {1.0, 0.0, nan, 0.0, 0.0, 0.0, 0.0, 0.0, -800.0, -800.0},
                            {1.0, 0.0, 0.0, 77.0, 0.0, 0.0, 0.0, 0.0, -800.0, -800.0},
                            {1.0, 0.0, 0.0, 0.0, nan, 0.0, 0.0, 0.0, -800.0, -800.0},
                            {9.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -800.0}}) {
    EXPECT_THROW(stream.restore(state), Error);
  }
  stream.restore(std::vector<double>{1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -800.0, -800.0});
  EXPECT_EQ(stream.count(), 1U);
}

TEST(Stream, WarmsUpAndStartsAnew) {
  const Known known("P3", 300, 10);
  const Classifier classifier(known.model);
  Stream stream(classifier, {0, 3, {}});
  const auto sample = std::span(known.test.samples).first(3);
  const Update start = stream.step(sample);
  const double first = start.posterior[0];
  EXPECT_EQ(start.flags, kWarmUp);
  EXPECT_EQ(stream.step(sample).flags, kWarmUp);
  EXPECT_EQ(stream.step(sample).flags, kWarmUp);
  EXPECT_EQ(stream.step(sample).flags, 0);
  stream.reset(true);
  const Update again = stream.step(sample);
  EXPECT_EQ(again.flags, kWarmUp | kGap);
  EXPECT_EQ(again.posterior[0], first);
  stream.reset();
  EXPECT_EQ(stream.step(sample).flags, kWarmUp);
}

TEST(Gaps, MakeRecordingsOfTheirOwn) {
  const Known known("P3", 800, 100);
  const Classifier classifier(known.model);
  const std::span<const double> samples = known.test.samples;
  const std::vector<std::size_t> gaps = {40};
  for (const Decoder which : {Decoder::filter, Decoder::fixed_lag, Decoder::smoother, Decoder::viterbi}) {
    ClassifySettings settings{.decoder = which};
    const Classification found = classifier.classify(samples, gaps, settings);
    const Classification before = classifier.classify(samples.first(40 * 3), settings);
    const Classification after = classifier.classify(samples.subspan(40 * 3), settings);
    auto expected = before.posteriors;
    expected.insert(expected.end(), after.posteriors.begin(), after.posteriors.end());
    EXPECT_EQ(found.posteriors, expected);
    EXPECT_TRUE(std::equal(after.labels.begin(), after.labels.end(), found.labels.begin() + 40));
    EXPECT_EQ(found.flags[40], kGap | kWarmUp);
    EXPECT_EQ(found.flags[41], 0);
  }
  for (const auto& wrong : {std::vector<std::size_t>{0}, {100}, {5, 5}, {7, 3}}) {
    EXPECT_THROW(classifier.classify(samples, wrong), Error);
  }
}

// The same model in other coordinates of its sources and samples.
TEST(Invariance, RowsOfTheUnmixingMatrixMayBeScaledSignedAndPermuted) {
  const Known known("P19", 1500, 200);
  Model other = known.model;
  for (std::size_t k = 0; k < 2; ++k) {
    for (std::size_t j = 0; j < 19; ++j) {
      const std::size_t from = (j * 7 + 3) % 19;
      const double factor = (j % 2 == 0 ? -1.0 : 1.0) * std::pow(10.0, static_cast<double>(j % 5) - 2.0);
      const KernelDensity& source = known.model.classes[k].sources[from];
      std::vector<double> points;
      for (const double point : source.points()) points.push_back(point * factor);
      other.classes[k].sources[j] = KernelDensity(points, {}, source.bandwidth() * std::abs(factor));
      for (std::size_t c = 0; c < 19; ++c) {
        other.classes[k].unmixing[j * 19 + c] = factor * known.model.classes[k].unmixing[from * 19 + c];
      }
    }
  }
  const auto expected = Classifier(known.model).classify(known.test.samples).posteriors;
  const auto found = Classifier(other).classify(known.test.samples).posteriors;
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-10);
}

TEST(Invariance, SamplesMayBeTransformedTogetherWithTheModel) {
  const Known known("P3", 1500, 200);
  // x -> C x + d, W -> W C^-1, b -> C b + d; C is upper triangular with a simple inverse.
  const double c[9] = {2.0, 0.5, 0.0, 0.0, -1.0, 3.0, 0.0, 0.0, 0.25},
               inverse[9] = {0.5, 0.25, -3.0, 0.0, -1.0, 12.0, 0.0, 0.0, 4.0};
  const double d[3] = {100.0, -7.0, 0.3};
  const auto transform = [&](const double* x, double* y) {
    for (int row = 0; row < 3; ++row) {
      y[row] = d[row];
      for (int column = 0; column < 3; ++column) y[row] += c[row * 3 + column] * x[column];
    }
  };
  Model other = known.model;
  for (std::size_t k = 0; k < 3; ++k) {
    transform(known.model.classes[k].bias.data(), other.classes[k].bias.data());
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t column = 0; column < 3; ++column) {
        double sum = 0.0;
        for (std::size_t q = 0; q < 3; ++q) sum += known.model.classes[k].unmixing[j * 3 + q] * inverse[q * 3 + column];
        other.classes[k].unmixing[j * 3 + column] = sum;
      }
    }
  }
  auto samples = known.test.samples;
  for (std::size_t i = 0; i < samples.size(); i += 3) transform(known.test.samples.data() + i, samples.data() + i);
  const auto expected = Classifier(known.model).classify(known.test.samples).posteriors;
  const auto found = Classifier(other).classify(samples).posteriors;
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9);
}

TEST(Invariance, RenamingClassesPermutesColumns) {
  const Known known("P3", 800, 200);
  const std::size_t order[3] = {2, 0, 1};
  Model other = known.model;
  for (std::size_t k = 0; k < 3; ++k) {
    other.classes[k] = known.model.classes[order[k]];
    other.chain.priors[k] = known.model.chain.priors[order[k]];
    for (std::size_t to = 0; to < 3; ++to) {
      other.chain.transitions[k * 3 + to] = known.model.chain.transitions[order[k] * 3 + order[to]];
    }
  }
  const auto expected = Classifier(known.model).classify(known.test.samples).posteriors;
  const auto found = Classifier(other).classify(known.test.samples).posteriors;
  for (std::size_t i = 0; i < 200; ++i) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[i * 3 + k], expected[i * 3 + order[k]], 1e-13);
  }
}

TEST(Invariance, TheBlockDoesNotMatter) {
  const Known known("P19", 800, 200);
  const Classifier classifier(known.model);
  for (const Decoder which : {Decoder::filter, Decoder::fixed_lag, Decoder::smoother, Decoder::viterbi}) {
    ClassifySettings settings{.decoder = which};
    const Classification expected = classifier.classify(known.test.samples, settings, {1, nullptr});
    for (const std::size_t block : {1U, 7U, 100U, 1000U}) {
      settings.block = block;
      const Classification found = classifier.classify(known.test.samples, settings, {2, nullptr});
      EXPECT_EQ(found.posteriors, expected.posteriors);
      EXPECT_EQ(found.labels, expected.labels);
    }
  }
}

TEST(Tempering, IsTheFilterOfLogDensitiesTimesBeta) {
  Known known("P3", 800, 100);
  known.model.beta = 0.1;
  const Classifier classifier(known.model);
  auto tempered = classifier.densities().log_densities(known.test.samples);
  for (double& value : tempered) value *= 0.1;
  EXPECT_EQ(classifier.classify(known.test.samples).posteriors, filter(known.model.chain, tempered).values);
  ClassifySettings settings;
  settings.rules.beta = 1.0;
  EXPECT_NE(classifier.classify(known.test.samples, settings).posteriors, filter(known.model.chain, tempered).values);
  for (const double beta : {0.0, -1.0, 2.0, std::numeric_limits<double>::quiet_NaN()}) {
    settings.rules.beta = beta;
    EXPECT_THROW(classifier.classify(known.test.samples, settings), Error);
    EXPECT_THROW(Stream(classifier, {0, 0, settings.rules}), Error);
  }
}

TEST(Artefacts, ASampleThatIsNoNumberCountsForNoClass) {
  const Known known("P3", 800, 100);
  const Classifier classifier(known.model);
  auto samples = known.test.samples;
  samples[3 * 40 + 1] = std::numeric_limits<double>::infinity();
  const Classification found = classifier.classify(samples);
  EXPECT_EQ(found.flags[40], kMissing);
  EXPECT_EQ(found.flags[39], 0);
  EXPECT_EQ(found.log_likelihoods[40], 0.0);
  for (std::size_t to = 0; to < 3; ++to) {
    double predicted = 0.0;
    for (std::size_t from = 0; from < 3; ++from) {
      predicted += found.posteriors[39 * 3 + from] * known.model.chain.transitions[from * 3 + to];
    }
    EXPECT_NEAR(found.posteriors[40 * 3 + to], predicted, 1e-14);
  }
}

TEST(Artefacts, AnOutlierIsFlaggedAndNeedNotCount) {
  Known known("P3", 800, 100);
  known.model.outlier_level = -50.0;
  const Classifier classifier(known.model);
  auto samples = known.test.samples;
  for (std::size_t c = 0; c < 3; ++c) samples[3 * 40 + c] = 1e4;
  ClassifySettings settings;
  const Classification counted = classifier.classify(samples, settings);
  EXPECT_EQ(counted.flags[40], kOutlier);
  EXPECT_LT(counted.log_likelihoods[40], -1e6);
  settings.rules.ignore_outliers = true;
  const Classification left_out = classifier.classify(samples, settings);
  EXPECT_EQ(left_out.flags[40], kOutlier);
  EXPECT_EQ(left_out.log_likelihoods[40], 0.0);
  samples[3 * 40] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(left_out.posteriors, classifier.classify(samples, settings).posteriors);
}

// The formula of Garcia-Molla et al. 2019 multiplies densities. On an artefact both products are 0, and the result
// stays 0/0.
TEST(Artefacts, ThePublishedFormulaFailsForEverAndTheLogarithmsRecover) {
  Known known("P19", 3000, 400);
  known.model.chain = symmetric_chain(2, 0.98);
  const Classifier classifier(known.model);
  auto samples = known.test.samples;
  const std::size_t artefact = 100;
  for (std::size_t c = 0; c < 19; ++c) samples[artefact * 19 + c] *= 1e3;
  const PublishedResult published = classify_as_published(classifier.densities(), samples, 0.98);
  const Classification ours = classifier.classify(samples);
  for (std::size_t i = 0; i < 400; ++i) {
    const bool lost = i >= artefact;
    EXPECT_EQ(std::isnan(published.posteriors[2 * i]), lost) << i;
    if (lost)
      EXPECT_EQ(published.labels[i], 1);
    else
      EXPECT_EQ(published.labels[i], ours.labels[i]);
    EXPECT_TRUE(std::isfinite(ours.posteriors[2 * i]));
  }
  const auto clean = classifier.classify(known.test.samples);
  EXPECT_GT(std::count(clean.labels.begin() + artefact, clean.labels.end(), 0), 50) << "the published labels are wrong";
  for (std::size_t i = artefact + 10; i < 400; ++i) EXPECT_NEAR(ours.posteriors[2 * i], clean.posteriors[2 * i], 1e-3);
}

TEST(Published, EqualsTheFilterWhereNothingUnderflows) {
  for (const char* name : {"P2", "P2s"}) {
    Known known(name, 2000, 500);
    known.model.chain = symmetric_chain(2, 0.9);
    const Classifier classifier(known.model, DensityMode::direct);
    const auto published = classify_as_published(classifier.densities(), known.test.samples, 0.9);
    const auto ours = classifier.classify(known.test.samples);
    for (std::size_t i = 0; i < ours.posteriors.size(); ++i) {
      EXPECT_NEAR(published.posteriors[i], ours.posteriors[i], 1e-11);
    }
  }
}

TEST(Published, TiesGoToTheSecondClass) {
  Known known("P2", 300, 10);
  known.model.classes[1] = known.model.classes[0];
  known.model.classes[1].name = "another";
  const ClassDensities densities(known.model);
  EXPECT_EQ(classify_as_published(densities, known.test.samples, 0.5).labels, std::vector<std::int32_t>(10, 1));
  known.model.chain = symmetric_chain(2, 0.5);
  EXPECT_EQ(Classifier(known.model).classify(known.test.samples).labels, std::vector<std::int32_t>(10, 0));
}

TEST(Published, IsForTwoClasses) {
  const Known three("P3", 300, 10), two("P2", 300, 10);
  EXPECT_THROW(classify_as_published(ClassDensities(three.model), three.test.samples, 0.5), Error);
  EXPECT_THROW(classify_as_published(ClassDensities(two.model), two.test.samples, 1.5), Error);
}

TEST(Decoders, OnlyFixedLagHasALag) {
  for (const Decoder decoder : {Decoder::filter, Decoder::smoother, Decoder::viterbi, Decoder::fixed_lag}) {
    ClassifySettings settings{.decoder = decoder};
    EXPECT_NO_THROW(validate(settings));
    settings.lag = 10;
    if (decoder == Decoder::fixed_lag) {
      EXPECT_NO_THROW(validate(settings));
    } else {
      EXPECT_THROW(validate(settings), Error);
    }
  }
}

TEST(Classifier, LaterSamplesHelp) {
  const Known known("P2", 8000, 8000);
  const Classifier classifier(known.model);
  const auto reached = [&](Decoder which) {
    ClassifySettings settings{.decoder = which};
    return accuracy(classifier.classify(known.test.samples, settings).labels, known.test.classes);
  };
  const double now = reached(Decoder::filter), late = reached(Decoder::fixed_lag), all = reached(Decoder::smoother);
  EXPECT_GT(late, now + 0.02);
  EXPECT_NEAR(late, all, 0.01);
  EXPECT_GT(reached(Decoder::viterbi), now);
}

TEST(Classifier, OfNoSamples) {
  const Known known("P2", 300, 10);
  const Classification found = Classifier(known.model).classify({});
  EXPECT_TRUE(found.labels.empty());
  EXPECT_EQ(found.log_likelihood, 0.0);
}

}  // namespace
}  // namespace biotropy::sicamm
