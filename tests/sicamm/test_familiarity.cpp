// SPDX-License-Identifier: Apache-2.0
//
// Recordings that a model does not know: false alarms of known persons, and others that are found.
#include "biotropy/sicamm/familiarity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "biotropy/error.hpp"
#include "biotropy/random_internal.hpp"
#include "biotropy/sicamm/problem.hpp"
#include "biotropy/sicamm/training.hpp"

namespace biotropy::sicamm {
namespace {

// A person has electrodes of their own: x -> (I + spread G) x + spread g.
struct Person {
  Person(double spread, std::size_t samples, std::uint64_t seed) {
    Simulated made = simulate(problem("P3", 3), samples, seed);
    Random random(seed, {7});
    double mixing[3][3], shift[3];
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) mixing[a][b] = (a == b ? 1.0 : 0.0) + spread * random.normal();
      shift[a] = spread * random.normal();
    }
    for (std::size_t i = 0; i < samples; ++i) {
      for (std::size_t a = 0; a < 3; ++a) {
        double value = shift[a];
        for (std::size_t b = 0; b < 3; ++b) value += mixing[a][b] * made.samples[3 * i + b];
        values.push_back(value);
      }
    }
    labels = made.classes;
  }

  std::vector<double> values;
  std::vector<std::int32_t> labels;
};

TrainingSettings quick_training(FoldUnit unit, std::size_t folds) {
  TrainingSettings settings{.bandwidth = BandwidthRule::silverman};
  settings.folds.unit = unit;
  settings.folds.folds = folds;
  return settings;
}

Model model_of(const std::vector<Person>& persons, const TrainingSettings& settings) {
  std::vector<Labelled> recordings;
  for (const Person& one : persons) recordings.push_back({one.values, one.labels});
  return train(recordings, {"a", "b", "c"}, {"x", "y", "z"}, settings).model;
}

struct AlarmCounts {
  std::size_t known = 0, known_alarms = 0, other = 0, other_alarms = 0;
};

// Persons like those of the training, and others.
void count_alarms(const Model& model, double spread, double spread_of_others, std::uint64_t seed, AlarmCounts& counts) {
  const Classifier classifier(model);
  for (std::uint64_t i = 0; i < 30; ++i) {
    const Person known(spread, 600, seed + 2 * i), other(spread_of_others, 600, seed + 2 * i + 1);
    counts.known_alarms += familiarity_fault(model, classifier, known.values) ? 1 : 0;
    counts.other_alarms += familiarity_fault(model, classifier, other.values) ? 1 : 0;
    ++counts.known;
    ++counts.other;
  }
}

double share(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

TEST(Familiarity, KnownPersonsRaiseFewAlarmsAndOthersMany) {
  AlarmCounts counts;
  for (std::uint64_t training = 0; training < 10; ++training) {
    std::vector<Person> persons;
    for (std::uint64_t i = 0; i < 10; ++i) persons.emplace_back(0.05, 500, 1000 * training + i);
    const Model model = model_of(persons, quick_training(FoldUnit::recordings, 10));
    ASSERT_TRUE(familiarity_of(model));
    EXPECT_EQ(familiarity_of(model)->units, 10U);
    EXPECT_EQ(familiarity_of(model)->window, 100U);
    count_alarms(model, 0.05, 0.5, 1000 * training + 100, counts);
  }
  RecordProperty("known", std::to_string(share(counts.known_alarms, counts.known)));
  RecordProperty("others", std::to_string(share(counts.other_alarms, counts.other)));
  // 7 % where ten persons set the limits; the last digits of a density may move an alarm or two.
  EXPECT_LE(share(counts.known_alarms, counts.known), 0.1);
  EXPECT_GE(share(counts.other_alarms, counts.other), 0.7);
}

TEST(Familiarity, SoDoOtherRecordingsOfOnePerson) {
  AlarmCounts counts;
  for (std::uint64_t training = 0; training < 10; ++training) {
    const std::vector<Person> one = {Person(0.0, 4000, 50000 + 1000 * training)};
    const Model model = model_of(one, quick_training(FoldUnit::blocks, 5));
    ASSERT_TRUE(familiarity_of(model));
    EXPECT_GE(familiarity_of(model)->units, 7U);
    count_alarms(model, 0.0, 0.5, 50000 + 1000 * training + 100, counts);
  }
  RecordProperty("known", std::to_string(share(counts.known_alarms, counts.known)));
  RecordProperty("others", std::to_string(share(counts.other_alarms, counts.other)));
  EXPECT_LE(share(counts.known_alarms, counts.known), 0.05);
  EXPECT_GE(share(counts.other_alarms, counts.other), 0.7);
}

// A tenth of the windows has them, and the others stay as they are.
TEST(Familiarity, ArtefactsAreNoOtherPerson) {
  const std::vector<Person> one = {Person(0.0, 4000, 9)};
  const Model model = model_of(one, quick_training(FoldUnit::blocks, 5));
  const Classifier classifier(model);
  const Familiarity known = familiarity_of(model).value();
  Person next(0.0, 2000, 10);
  const double clean = likeness_of(known, classifier, next.values).level.value();
  for (std::size_t i = 0; i < 3 * 200; ++i) next.values[i] *= 50.0;
  EXPECT_NEAR(likeness_of(known, classifier, next.values).level.value(), clean, known.sd);
  for (double& value : next.values) value *= 50.0;
  EXPECT_TRUE(familiarity_fault(model, classifier, next.values));
}

TEST(Familiarity, LevelsAreMediansOfLowerQuartiles) {
  Level level(4);
  std::vector<double> quartiles;
  Random random(3);
  for (std::size_t window = 0; window < 6; ++window) {
    EXPECT_EQ(level.value().has_value(), window >= Level::kLeastWindows);
    std::vector<double> values;
    for (std::size_t i = 0; i < 4; ++i) {
      values.push_back(random.normal());
      const double sample[2] = {values.back() - 1.0, values.back()};
      const double missing[2] = {1e3, std::numeric_limits<double>::quiet_NaN()};
      level.add(sample);
      level.add(missing);
    }
    std::sort(values.begin(), values.end());
    quartiles.push_back(values[1]);
  }
  std::sort(quartiles.begin(), quartiles.end());
  EXPECT_EQ(level.windows(), 6U);
  EXPECT_EQ(level.value(), quartiles[3]);
}

// Half the distance to the means of the classes is likelier than what was trained on.
TEST(Familiarity, SmallerSignalsAreFoundByTheirSources) {
  const std::vector<Person> one = {Person(0.0, 4000, 9)};
  const Model model = model_of(one, quick_training(FoldUnit::blocks, 5));
  const Classifier classifier(model);
  const Familiarity known = familiarity_of(model).value();
  EXPECT_GE(known.parts, 5U);
  Person next(0.0, 2000, 11);
  const Likeness same = likeness_of(known, classifier, next.values);
  EXPECT_EQ(is_familiar(known, same), true);
  for (std::size_t i = 0; i < next.values.size(); ++i) {
    const double mean = model.classes[static_cast<std::size_t>(next.labels[i / 3])].bias[i % 3];
    next.values[i] = mean + 0.5 * (next.values[i] - mean);
  }
  const Likeness smaller = likeness_of(known, classifier, next.values);
  EXPECT_GE(smaller.level.value(), known.least());
  EXPECT_GT(smaller.divergence.value(), known.most());
  const auto fault = familiarity_fault(known, smaller);
  ASSERT_TRUE(fault);
  EXPECT_NE(fault->text.find("divergence"), std::string::npos) << fault->text;
  EXPECT_EQ(fault->text.find("log density"), std::string::npos) << fault->text;
}

// All pairs of windows that are no neighbours, from the moments of each.
TEST(Familiarity, DivergencesAreMeanProductsOfMoments) {
  constexpr std::size_t r = 3, length = 7, windows = 9;
  using Matrix = std::array<std::array<double, r>, r>;
  struct Moments {
    std::array<double, r> first{};
    Matrix second{};
    double count = 0.0;
  };
  std::vector<std::array<Moments, 2>> all(windows);
  SourceDivergence divergence(2, r, length);
  Random random(5);
  for (std::size_t w = 0; w < windows; ++w) {
    // A value comes with the fifth window.
    EXPECT_EQ(divergence.value().has_value(), w >= 5) << w;
    for (std::size_t i = 0; i < length; ++i) {
      const std::size_t which = random.normal() > 0.5 ? 1 : 0;
      std::array<double, r> s{};
      for (double& one : s) one = random.normal() + 0.3;
      Moments& of = all[w][which];
      of.count += 1.0;
      for (std::size_t a = 0; a < r; ++a) {
        of.first[a] += s[a];
        for (std::size_t b = 0; b < r; ++b) of.second[a][b] += s[a] * s[b] - (a == b ? 1.0 : 0.0);
      }
      divergence.add(which, s);
    }
  }
  double products = 0.0, pairs = 0.0;
  for (std::size_t v = 0; v < windows; ++v) {
    for (std::size_t w = v + 2; w < windows; ++w) {
      for (std::size_t k = 0; k < 2; ++k) {
        const Moments &a = all[v][k], &b = all[w][k];
        pairs += a.count * b.count;
        for (std::size_t i = 0; i < r; ++i) {
          products += a.first[i] * b.first[i] / 2.0;
          for (std::size_t j = 0; j < r; ++j) products += a.second[i][j] * b.second[i][j] / 4.0;
        }
      }
    }
  }
  EXPECT_NEAR(divergence.value().value(), products / pairs, 1e-12);
}

TEST(Familiarity, StandardSourcesHaveTheMomentsOfTheTraining) {
  const std::vector<Person> one = {Person(0.0, 2000, 4)};
  TrainingSettings settings = quick_training(FoldUnit::blocks, 5);
  settings.beta = 1.0;
  const Model model = model_of(one, settings);
  const ClassDensities densities(model);
  const StandardSources standard(densities);
  for (std::size_t k = 0; k < 3; ++k) {
    double sum[3] = {}, squares[3] = {}, count = 0.0;
    for (std::size_t i = 0; i < one[0].labels.size(); ++i) {
      if (one[0].labels[i] != static_cast<std::int32_t>(k)) continue;
      auto sources = densities.sources(std::span(one[0].values).subspan(3 * i, 3), k);
      standard.scale(k, sources);
      for (std::size_t j = 0; j < 3; ++j) {
        sum[j] += sources[j];
        squares[j] += sources[j] * sources[j];
      }
      count += 1.0;
    }
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(sum[j] / count, 0.0, 1e-9);
      EXPECT_NEAR(squares[j] / count, 1.0, 1e-9);
    }
  }
}

// Student's t with 6 degrees of freedom at 0.98: 2.61224 (tables).
TEST(Familiarity, LimitIsThatOfThePredictionInterval) {
  Familiarity known{100, 7, -10.0, 2.0};
  EXPECT_NEAR(known.least(), -10.0 - 2.61224 * 2.0 * std::sqrt(8.0 / 7.0), 1e-4);
  EXPECT_EQ(known.most(), std::numeric_limits<double>::infinity()) << "no divergences are known";
  known.parts = 7;
  known.divergence = 0.5;
  known.divergence_sd = 0.1;
  EXPECT_NEAR(std::sqrt(known.most()), 0.5 + 2.61224 * 0.1 * std::sqrt(8.0 / 7.0), 1e-5);
}

TEST(Familiarity, OfTooFewPartsIsNotKnown) {
  for (const std::size_t few : {5U, 6U}) {
    Familiarity known{100, few, -10.0, 2.0};
    EXPECT_EQ(known.least(), -std::numeric_limits<double>::infinity());
    for (const double level : {-10.0, -100.0, -1e300}) {
      EXPECT_EQ(is_familiar(known, {level, {}}), std::nullopt);
      EXPECT_FALSE(familiarity_fault(known, {level, {}}));
    }
    known.units = Familiarity::kEnough;
    EXPECT_EQ(is_familiar(known, {-10.0, {}}), true);
    EXPECT_EQ(is_familiar(known, {-100.0, {}}), false);
    known.parts = few;
    known.divergence = 0.5;
    known.divergence_sd = 0.1;
    EXPECT_EQ(known.most(), std::numeric_limits<double>::infinity());
    for (const double divergence : {0.0, 1e300}) {
      EXPECT_EQ(is_familiar(known, {-10.0, divergence}), std::nullopt);
      EXPECT_FALSE(familiarity_fault(known, {-10.0, divergence}));
      EXPECT_EQ(is_familiar(known, {-100.0, divergence}), false) << "beyond the limit that there is";
    }
  }
}

TEST(Familiarity, ModelsKeepItAndOlderOnesHaveNone) {
  const std::vector<Person> one = {Person(0.0, 1000, 4)};
  TrainingSettings settings = quick_training(FoldUnit::blocks, 5);
  settings.beta = 1.0;
  Model model = model_of(one, settings);
  EXPECT_FALSE(familiarity_of(model));
  EXPECT_FALSE(familiarity_fault(model, Classifier(model), Person(3.0, 1000, 5).values));
  const Familiarity known{37, 6, -3.25, 0.125};
  set_familiarity(known, model);
  ASSERT_TRUE(familiarity_of(model));
  EXPECT_EQ(familiarity_of(model)->window, 37U);
  EXPECT_EQ(familiarity_of(model)->units, 6U);
  EXPECT_EQ(familiarity_of(model)->mean, -3.25);
  EXPECT_EQ(familiarity_of(model)->sd, 0.125);
  EXPECT_EQ(familiarity_of(model)->parts, 0U) << "as of older programs";
  Familiarity with_divergence = known;
  with_divergence.parts = 7;
  with_divergence.divergence = -0.125;
  with_divergence.divergence_sd = 0.5;
  set_familiarity(with_divergence, model);
  EXPECT_EQ(familiarity_of(model)->parts, 7U);
  EXPECT_EQ(familiarity_of(model)->divergence, -0.125);
  EXPECT_EQ(familiarity_of(model)->divergence_sd, 0.5);
  // Too short for a level.
  EXPECT_FALSE(familiarity_fault(model, Classifier(model), Person(3.0, 100, 5).values));
  for (const char* wrong : {"-1", "nan", "many", "1e300", ""}) {
    Model other = model;
    for (auto& [name, value] : other.notes) {
      if (name == "familiar window") value = wrong;
    }
    EXPECT_THROW(familiarity_of(other), Error) << wrong;
  }
}

TEST(Familiarity, NeedsFiveUnits) {
  const auto parts = [](std::size_t count, std::size_t samples) {
    std::vector<HeldOut> result;
    Random random(1);
    for (std::size_t r = 0; r < count; ++r) {
      HeldOut part{{}, std::vector<std::int32_t>(samples, 0), r, 0.0};
      for (std::size_t i = 0; i < samples; ++i) part.log_densities.push_back(random.normal());
      result.push_back(part);
    }
    return result;
  };
  EXPECT_FALSE(familiarity_of(std::vector<HeldOut>()));
  EXPECT_FALSE(familiarity_of(parts(4, 100)));
  EXPECT_TRUE(familiarity_of(parts(5, 100)));
  EXPECT_FALSE(familiarity_of(parts(5, 99)));
  EXPECT_EQ(familiarity_of(parts(1, 4000))->units, 8U);
  auto unlabelled = parts(5, 100);
  for (HeldOut& part : unlabelled) std::fill(part.labels.begin(), part.labels.end(), kUnlabelled);
  EXPECT_FALSE(familiarity_of(unlabelled));
  auto equal = parts(5, 100);
  for (HeldOut& part : equal) std::fill(part.log_densities.begin(), part.log_densities.end(), 1.0);
  EXPECT_FALSE(familiarity_of(equal));
}

}  // namespace
}  // namespace biotropy::sicamm
