// SPDX-License-Identifier: Apache-2.0
//
// Supervised training: its accuracy relative to the optimum on problems with known truth, and its notices of
// samples that do not make a good model.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/correlation_time.hpp"
#include "biotropy/sicamm/training.hpp"
#include "tests/notices.hpp"
#include "tests/sicamm/known_model.hpp"
#include "tests/sicamm/naive_chain.hpp"

namespace biotropy::sicamm {
namespace {

std::vector<std::string> names(const char* kind, std::size_t count) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(kind + std::to_string(i + 1));
  return result;
}

Training trained(const Problem& truth, std::span<const Labelled> recordings, const TrainingSettings& settings = {}) {
  return train(recordings, names("C", truth.channels()), names("class", truth.classes()), settings);
}

Training trained(const Problem& truth, const Simulated& training, const TrainingSettings& settings = {}) {
  const Labelled one{training.samples, training.classes};
  return trained(truth, {&one, 1}, settings);
}

double reached(const Model& model, const Simulated& test) {
  return accuracy(Classifier(model).classify(test.samples).labels, test.classes);
}

TrainingSettings with(BandwidthRule rule) {
  return TrainingSettings{.bandwidth = rule, .beta = 1.0};
}

void expect_near_best(const char* name, std::size_t samples, double allowed, const TrainingSettings& settings) {
  const Problem truth = standard_problem(name);
  const Training training = trained(truth, simulate(truth, samples, 101), settings);
  // Normal sources among them may rotate into each other without end, without harm.
  EXPECT_THAT(training.notices, Each(coded("not_converged")));
  const auto test = simulate(truth, 40000, 102);
  EXPECT_NEAR(reached(training.model, test), best_accuracy(truth, test), allowed) << name;
}

TEST(Training, ReachesTheBestOfEveryProblem) {
  for (const char* name : {"P2s", "P3", "P19"}) expect_near_best(name, 60000, 0.003, with(BandwidthRule::silverman));
}

TEST(Training, ReachesTheBestWithBandwidthsAndBetaFromBlocks) {
  expect_near_best("P3", 20000, 0.004, {});
}

TEST(Training, EveryUnmixingReachesTheBest) {
  for (const char* name : {"fastica", "infomax", "jade"}) {
    TrainingSettings settings = with(BandwidthRule::silverman);
    settings.unmixing.method = *choice_of<UnmixingMethod>(name);
    expect_near_best("P3", 20000, 0.004, settings);
    settings.unmixing.refine = true;
    expect_near_best("P3", 20000, 0.004, settings);
  }
}

// Silverman's bandwidths smooth away edges of densities.
TEST(Training, BandwidthsThatAreChosenFindEdges) {
  const Problem truth = standard_problem("P2");
  const auto training = simulate(truth, 40000, 101), test = simulate(truth, 40000, 102);
  const double best = best_accuracy(truth, test);
  const double plain = reached(trained(truth, training, with(BandwidthRule::silverman)).model, test);
  const double alone = reached(trained(truth, training, with(BandwidthRule::leave_one_out)).model, test);
  const double blocked = reached(trained(truth, training, with(BandwidthRule::blocked)).model, test);
  EXPECT_LT(plain, best - 0.006);
  EXPECT_GT(alone, best - 0.006);
  EXPECT_GT(alone, plain + 0.004);
  EXPECT_NEAR(blocked, alone, 0.003);
}

TEST(Training, BetaOfIndependentSamplesIsNearOne) {
  const Problem truth = standard_problem("P2s");
  const Training training = trained(truth, simulate(truth, 20000, 101));
  EXPECT_GT(training.model.beta, 0.8);
  EXPECT_EQ(training.model.beta, training.tempering->beta);
  EXPECT_EQ(training.tempering->samples, 20000U);
  EXPECT_EQ(training.gap, 0U);
}

// Samples of windows that share all but one of their points with the next.
Simulated moving_averages(const Problem& truth, std::size_t window, std::size_t samples, std::uint64_t seed) {
  const std::size_t m = truth.channels();
  const auto whole = simulate(truth, samples + window - 1, seed);
  Simulated result{std::vector<double>(samples * m), {}};
  for (std::size_t i = 0; i < samples; ++i) {
    for (std::size_t k = 0; k < window; ++k) {
      for (std::size_t c = 0; c < m; ++c) {
        result.samples[i * m + c] += whole.samples[(i + k) * m + c] / std::sqrt(static_cast<double>(window));
      }
    }
    result.classes.push_back(whole.classes[i + window - 1]);
  }
  return result;
}

Problem slow_problem() {
  Problem truth = standard_problem("P2s");
  truth.chain = symmetric_chain(2, 0.999);
  for (auto& bias : truth.bias) {
    for (double& b : bias) b *= 0.1;
  }
  return truth;
}

TEST(Training, BetaOfOverlappingWindowsIsSmallAndHelps) {
  const Problem truth = slow_problem();
  const std::size_t window = 40;
  const Training training = trained(truth, moving_averages(truth, window, 40000, 103));
  EXPECT_LT(training.model.beta, 0.2);
  EXPECT_LT(training.tempering->log_loss, 0.7 * training.tempering->log_loss_of_one);
  EXPECT_GE(training.gap, window / 2);
  // On other samples, too.
  const auto test = moving_averages(truth, window, 40000, 104);
  const auto loss = [&](double beta) {
    const std::vector<HeldOut> part = {{ClassDensities(training.model).log_densities(test.samples), test.classes}};
    return log_loss(training.model.chain, part, beta);
  };
  EXPECT_LT(loss(training.model.beta), 0.8 * loss(1.0));
}

TEST(CorrelationTime, OfMovingAveragesIsTheirWindow) {
  const Problem truth = standard_problem("P3");
  for (const std::size_t window : {1U, 10U, 125U}) {
    auto samples = moving_averages(truth, window, 60000, 5);
    std::fill(samples.classes.begin(), samples.classes.end(), 0);
    // The classes have their own means, which add slow changes: only samples of one class are used.
    Problem one = truth;
    one.chain = symmetric_chain(1, 1.0);
    one.mixing.resize(1);
    one.bias.resize(1);
    samples.samples = moving_averages(one, window, 60000, 5).samples;
    const Labelled labelled{samples.samples, samples.classes};
    const double expected = static_cast<double>(window);
    EXPECT_NEAR(correlation_time({&labelled, 1}, 3, 0), expected, 0.1 * expected);
  }
}

// The definition, without skipping lags.
double naive_correlation_time(const std::vector<double>& x) {
  double mean = 0.0, whole = 0.0, tau = 1.0;
  for (const double value : x) mean += value / static_cast<double>(x.size());
  for (const double value : x) whole += (value - mean) * (value - mean);
  for (std::size_t lag = 1; lag < x.size(); ++lag) {
    double sum = 0.0;
    for (std::size_t i = 0; i + lag < x.size(); ++i) sum += (x[i] - mean) * (x[i + lag] - mean);
    tau += 2.0 * sum / whole;
    if (static_cast<double>(lag) >= 5.0 * tau) break;
  }
  return std::max(1.0, tau);
}

TEST(CorrelationTime, IsTheSumOfTheAutocorrelation) {
  std::mt19937_64 engine(6);
  std::normal_distribution<double> normal;
  for (const double memory : {0.0, 0.5, 0.9, 0.98}) {
    std::vector<double> x = {0.0};
    for (int i = 1; i < 4000; ++i) x.push_back(memory * x.back() + normal(engine));
    const std::vector<std::int32_t> labels(x.size(), 0);
    const Labelled labelled{x, labels};
    const double expected = naive_correlation_time(x);
    EXPECT_NEAR(correlation_time({&labelled, 1}, 1, 0), expected, 0.1 * expected) << memory;
  }
}

TEST(CorrelationTime, OfTooLittle) {
  const std::vector<double> x = {1.0, std::nan(""), 2.0, 2.0};
  const std::vector<std::int32_t> labels = {0, 0, 1, 1};
  const Labelled labelled{x, labels};
  for (const std::int32_t which : {0, 1, 2}) EXPECT_EQ(correlation_time({&labelled, 1}, 1, which), 1.0);
}

TEST(Training, TransitionsDoNotLeadFromOneRecordingToTheNext) {
  const Problem truth = standard_problem("P2s");
  const auto simulated = simulate(truth, 4000, 7);
  std::vector<Labelled> recordings;
  for (std::size_t first = 0; first < 4000; first += 100) {
    recordings.push_back(
        {std::span(simulated.samples).subspan(first * 4, 400), std::span(simulated.classes).subspan(first, 100)});
  }
  TrainingSettings settings = with(BandwidthRule::silverman);
  settings.smoothing = 2.0;
  std::vector<double> counts(4, 2.0);
  for (std::size_t i = 1; i < 4000; ++i) {
    if (i % 100 != 0) counts[static_cast<std::size_t>(simulated.classes[i - 1] * 2 + simulated.classes[i])] += 1.0;
  }
  const Chain chain = trained(truth, recordings, settings).model.chain;
  EXPECT_DOUBLE_EQ(chain.transitions[0], counts[0] / (counts[0] + counts[1]));
  EXPECT_DOUBLE_EQ(chain.transitions[3], counts[3] / (counts[2] + counts[3]));
}

TEST(Training, ManyRecordingsAreLikeOne) {
  const Problem truth = standard_problem("P3");
  const auto simulated = simulate(truth, 6000, 7), test = simulate(truth, 20000, 8);
  std::vector<Labelled> recordings;
  for (std::size_t first = 0; first < 6000; first += 500) {
    recordings.push_back(
        {std::span(simulated.samples).subspan(first * 3, 1500), std::span(simulated.classes).subspan(first, 500)});
  }
  const double many = reached(trained(truth, recordings).model, test);
  EXPECT_NEAR(many, reached(trained(truth, simulated).model, test), 0.003);
}

TEST(Training, WarnsOfTooFewSamples) {
  const Problem truth = standard_problem("P19");
  const Training training = trained(truth, simulate(truth, 3000, 7), with(BandwidthRule::silverman));
  EXPECT_THAT(training.notices, Contains(coded("samples_few")));
  EXPECT_NEAR(training.classes[0].samples_per_entry, static_cast<double>(training.classes[0].samples) / 361.0, 0.5);
}

TEST(Training, ShrinkageHelpsWhereSamplesAreFew) {
  const Problem truth = standard_problem("P19");
  const auto few = simulate(truth, 150, 7), test = simulate(truth, 3000, 8);
  auto settings = with(BandwidthRule::silverman);
  const auto likelihood = [&] {
    return Classifier(trained(truth, few, settings).model).classify(test.samples).log_likelihood / 3000.0;
  };
  const double without = likelihood();
  settings.unmixing.shrinkage = 0.3;
  EXPECT_GT(likelihood(), without + 1.0);
}

TEST(Training, CountsWindowsThatOverlapOnce) {
  const Problem truth = slow_problem();
  const Training training = trained(truth, moving_averages(truth, 100, 20000, 3), with(BandwidthRule::silverman));
  EXPECT_THAT(training.notices, Contains(coded("samples_few")));
  for (const ClassReport& one : training.classes) {
    EXPECT_LT(one.effective_samples, static_cast<double>(one.samples) / 40.0);
  }
}

TEST(Training, WarnsOfASingularCovariance) {
  const Problem truth = standard_problem("P3");
  auto simulated = simulate(truth, 4000, 7), test = simulate(truth, 4000, 8);
  for (auto* both : {&simulated, &test}) {
    for (std::size_t i = 0; i < 4000; ++i) both->samples[3 * i + 2] = both->samples[3 * i] - both->samples[3 * i + 1];
  }
  const Training training = trained(truth, simulated, with(BandwidthRule::silverman));
  EXPECT_THAT(training.notices, Contains(coded("directions_left_out")));
  EXPECT_EQ(training.classes[1].rank, 2U);
  EXPECT_GT(reached(training.model, test), 0.7);
}

TEST(Training, WarnsOfAMedianAbsoluteDeviationOfZero) {
  const Problem truth = standard_problem("P3");
  auto simulated = simulate(truth, 4000, 7);
  std::mt19937_64 engine(3);
  for (double& x : simulated.samples) x = engine() % 10 == 0 ? static_cast<double>(engine() % 5) : 0.0;
  const Training training = trained(truth, simulated, with(BandwidthRule::silverman));
  EXPECT_THAT(training.notices, Contains(coded("values_equal")));
  for (const double p : Classifier(training.model).classify(simulated.samples).posteriors)
    ASSERT_TRUE(std::isfinite(p));
}

TEST(Training, LeavesOutWhatIsMissing) {
  const Problem truth = standard_problem("P3");
  auto simulated = simulate(truth, 4000, 7);
  simulated.samples[300] = std::nan("");
  simulated.samples[601] = std::numeric_limits<double>::infinity();
  simulated.classes[900] = kUnlabelled;
  const Training training = trained(truth, simulated);
  std::size_t used = 0, missing = 0;
  for (const ClassReport& one : training.classes) {
    used += one.samples;
    missing += one.missing;
  }
  EXPECT_EQ(used, 3997U);
  EXPECT_EQ(missing, 2U);
  EXPECT_THAT(training.notices, Contains(coded("missing_samples")));
}

TEST(Training, SaysWhichClassFails) {
  const Problem truth = standard_problem("P3");
  auto simulated = simulate(truth, 1000, 7);
  const auto message = [&](const Simulated& from) -> std::string {
    try {
      trained(truth, from);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  auto absent = simulated;
  std::replace(absent.classes.begin(), absent.classes.end(), 1, 2);
  EXPECT_NE(message(absent).find("class 'class2': 0 samples, and 0 of them are finite"), std::string::npos)
      << message(absent);
  auto missing = simulated;
  for (std::size_t i = 0; i < 1000; ++i) {
    if (missing.classes[i] == 0) missing.samples[3 * i] = std::nan("");
  }
  EXPECT_NE(message(missing).find("and 0 of them are finite"), std::string::npos) << message(missing);
}

TEST(Training, TheModelKnowsWhatIsAnOutlier) {
  const Problem truth = standard_problem("P2s");
  const auto simulated = simulate(truth, 10000, 7);
  TrainingSettings settings = with(BandwidthRule::silverman);
  settings.outliers = 0.01;
  const Model model = trained(truth, simulated, settings).model;
  const auto flags = Classifier(model).classify(simulated.samples).flags;
  EXPECT_EQ(std::count(flags.begin(), flags.end(), kOutlier), 100);
  settings.outliers = 0.0;
  EXPECT_EQ(trained(truth, simulated, settings).model.outlier_level, -std::numeric_limits<double>::infinity());
}

TEST(Training, IsTheSameAgainOnAnyNumberOfThreads) {
  const Problem truth = standard_problem("P3");
  const auto simulated = simulate(truth, 4000, 7), test = simulate(truth, 500, 8);
  const Labelled one{simulated.samples, simulated.classes};
  const auto posteriors = [&](int threads) {
    const Training training =
        train({&one, 1}, names("C", 3), names("class", 3), TrainingSettings{}, Execution{threads, nullptr});
    return Classifier(training.model).classify(test.samples).posteriors;
  };
  EXPECT_EQ(posteriors(1), posteriors(2));
}

TEST(Training, RefusesWhatIsOutOfRange) {
  const Problem truth = standard_problem("P3");
  const auto simulated = simulate(truth, 200, 7);
  const Labelled one{simulated.samples, simulated.classes};
  const auto three = names("C", 3);
  EXPECT_THROW(train({&one, 1}, {}, three), Error);
  EXPECT_THROW(train({&one, 1}, three, {}), Error);
  EXPECT_THROW(train({&one, 1}, {"a", "a", "b"}, three), Error);
  EXPECT_THROW(train({&one, 1}, three, {"a", "a", "b"}), Error);
  EXPECT_THROW(train({&one, 1}, three, {"a", "", "b"}), Error);
  EXPECT_THROW(train({&one, 1}, names("C", 2), three), Error);
  EXPECT_THROW(train({&one, 1}, three, names("class", 2)), Error);
  EXPECT_THROW(train({}, three, three), Error);
  const auto refused = [&](auto change) {
    TrainingSettings settings;
    change(settings);
    EXPECT_THROW(train({&one, 1}, three, three, settings), Error);
  };
  const double nan = std::nan("");
  refused([](auto& s) { s.folds.folds = 1; });
  refused([](auto& s) { s.folds.unit = FoldUnit::recordings; });
  for (const double bad : {0.0, -1.0, 1.5, nan}) refused([&](auto& s) { s.beta = bad; });
  for (const double bad : {0.0, -1.0, nan}) refused([&](auto& s) { s.bandwidth_factor = bad; });
  for (const double bad : {-1.0, nan}) refused([&](auto& s) { s.smoothing = bad; });
  for (const double bad : {-0.1, 1.0, nan}) refused([&](auto& s) { s.outliers = bad; });
  for (const double bad : {-0.1, nan}) refused([&](auto& s) { s.samples_per_entry = bad; });
  CancelFlag cancel;
  cancel.cancel();
  EXPECT_THROW(train({&one, 1}, three, three, {}, {1, &cancel}), Error);
}

TEST(LogLoss, IsThatOfTheFilter) {
  const Chain chain{{0.25, 0.75}, {0.9, 0.1, 0.3, 0.7}};
  const std::vector<double> log_densities = {-1.0, -2.0, -0.5, -3.0, -4.0, -0.1};
  auto tempered = log_densities;
  for (double& value : tempered) value *= 0.3;
  const auto posteriors = enumerate(chain, tempered, 0).values;
  const std::vector<HeldOut> part = {{log_densities, {0, kUnlabelled, 1}}};
  const auto expected = -(std::log(posteriors[0]) + std::log(posteriors[5])) / 2.0L;
  EXPECT_NEAR(log_loss(chain, part, 0.3), static_cast<double>(expected), 1e-14);
  EXPECT_EQ(log_loss(chain, {}, 0.3), 0.0);
  EXPECT_EQ(best_beta(chain, {}).beta, 1.0);
}

TEST(LogLoss, CertainMistakesHaveALimit) {
  const Chain chain = symmetric_chain(2, 0.5);
  const std::vector<HeldOut> part = {{{0.0, -1e6}, {1}}};
  EXPECT_NEAR(log_loss(chain, part, 1.0), -std::log(1e-15), 1e-9);
}

}  // namespace
}  // namespace biotropy::sicamm
