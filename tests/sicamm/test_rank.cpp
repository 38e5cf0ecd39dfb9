// SPDX-License-Identifier: Apache-2.0
//
// Samples that do not vary in every direction: a model of them is that of samples projected by hand.
#include <cmath>
#include <random>

#include "biotropy/files/open.hpp"
#include "biotropy/sicamm/class_fit_internal.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/markov/baum_welch.hpp"
#include "biotropy/sicamm/sampling.hpp"
#include "biotropy/sicamm/validation.hpp"
#include "tests/error_of.hpp"
#include "tests/notices.hpp"
#include "tests/recordings.hpp"
#include "tests/sicamm/known_model.hpp"
#include "tests/sicamm/rank_data.hpp"

namespace biotropy::sicamm {
namespace {

constexpr double kAllowed = 0.005;

TrainingSettings quick() {
  return TrainingSettings{.bandwidth = BandwidthRule::silverman, .beta = 1.0};
}

/// Scores of a model of the samples, and of one of the same samples in the coordinates of a basis.
struct Pair {
  Training training;
  Scores scores, by_hand;
};

Pair compare(const Simulated& train, const Simulated& test, const Rows& projection, const TrainingSettings& settings) {
  const Rows basis = basis_of(projection);
  const Simulated mapped_train = mapped(train, projection), mapped_test = mapped(test, projection);
  Pair result{trained_on(mapped_train, projection.columns, settings), {}, {}};
  result.scores = scores_of(result.training.model, mapped_test);
  const Training by_hand = trained_on(mapped(mapped_train, basis), basis.rows(), settings);
  result.by_hand = scores_of(by_hand.model, mapped(mapped_test, basis));
  return result;
}

void expect_alike(const Pair& pair, std::size_t rank) {
  EXPECT_EQ(pair.training.model.rank(), rank);
  EXPECT_NEAR(pair.scores.accuracy, pair.by_hand.accuracy, kAllowed);
  EXPECT_NEAR(pair.scores.log_loss, pair.by_hand.log_loss, kAllowed);
}

TEST(Rank, AnAverageReference) {
  const Problem truth = amplitudes(4, 1.3);
  const Simulated train = simulate(truth, 12000, 1), test = simulate(truth, 12000, 2);
  const Pair found = compare(train, test, average_reference(4), {});
  expect_alike(found, 3);
  EXPECT_GT(found.scores.accuracy, 0.73);
  EXPECT_THAT(found.training.notices, ElementsAre(coded("directions_left_out")));
  // Without one of the channels nothing is lost.
  const Rows dropped{4, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
  const auto three = [&](const Simulated& from) { return mapped(mapped(from, average_reference(4)), dropped); };
  EXPECT_NEAR(found.scores.accuracy, scores_of(trained_on(three(train), 3).model, three(test)).accuracy, kAllowed);
}

// Integers hold an average reference but for their rounding, whose density would decide.
TEST(Rank, AnAverageReferenceInWholeNumbersIsSaid) {
  const Problem truth = amplitudes(4, 1.3);
  const auto stored = [&](std::uint64_t seed, double steps) {
    Simulated samples = mapped(simulate(truth, 12000, seed), average_reference(4));
    for (double& value : samples.samples) value = 0.05 * std::round(steps * value);
    return samples;
  };
  for (const double steps : {20.0, 2000.0}) {
    EXPECT_THAT(trained_on(stored(1, steps), 4).notices, Contains(coded("directions_of_rounding")));
    TrainingSettings settings;
    settings.unmixing.rank_tolerance = steps == 20.0 ? 1e-2 : 1e-4;
    const Training left_out = trained_on(stored(1, steps), 4, settings);
    EXPECT_EQ(left_out.model.rank(), 3U);
    EXPECT_THAT(left_out.notices, ElementsAre(coded("directions_left_out")));
    EXPECT_GT(scores_of(left_out.model, stored(2, steps)).accuracy, 0.72);
  }
  Simulated whole = simulate(truth, 12000, 1);
  for (double& value : whole.samples) value = std::round(20.0 * value);
  EXPECT_THAT(trained_on(whole, 4).notices, IsEmpty());
  // A channel that is flat at first has more than rounding.
  for (std::size_t i = 0; i < 9500; ++i) whole.samples[4 * i] = 0.0;
  EXPECT_THAT(trained_on(whole, 4).notices, Not(Contains(coded("directions_of_rounding"))));
  // So has one that is flat in the first class.
  for (std::size_t i = 0; i < whole.classes.size(); ++i) {
    whole.samples[4 * i] = whole.classes[i] == 0 ? 0.0 : static_cast<double>(i % 7);
  }
  EXPECT_THAT(trained_on(whole, 4).notices, Not(Contains(coded("directions_of_rounding"))));
  // A flat channel whose mean is rounded is none of the directions of rounding.
  const Simulated four = stored(1, 20.0);
  Simulated five = four;
  five.samples.clear();
  for (std::size_t i = 0; i < four.classes.size(); ++i) {
    five.samples.insert(five.samples.end(), &four.samples[4 * i], &four.samples[4 * i] + 4);
    five.samples.push_back(-0.1526);
  }
  EXPECT_THAT(trained_on(five, 5).notices, Contains(trained_on(four, 4).notices.at(0)));
}

TEST(Rank, FiveOfNineteenComponentsRemoved) {
  const Problem truth = standard_problem("P19");
  const Simulated train = simulate(truth, 12000, 1), test = simulate(truth, 12000, 2);
  TrainingSettings settings = quick();
  settings.unmixing.method = UnmixingMethod::jade;  // its result does not depend on the coordinates
  const Pair found = compare(train, test, without_components(19, 5, 3), settings);
  expect_alike(found, 14);
  EXPECT_GT(found.scores.accuracy, 0.75);
}

TEST(Rank, EveryMethodRefinementShrinkageAndBeta) {
  const Problem truth = amplitudes(4, 1.5);
  const Simulated train = simulate(truth, 6000, 1), test = simulate(truth, 6000, 2);
  const auto expect_with = [&](auto change) {
    TrainingSettings settings = quick();
    change(settings);
    expect_alike(compare(train, test, average_reference(4), settings), 3);
  };
  expect_with([](auto& s) { s.unmixing.method = UnmixingMethod::jade; });
  expect_with([](auto& s) { s.unmixing.method = UnmixingMethod::infomax; });
  expect_with([](auto& s) { s.unmixing.refine = true; });
  expect_with([](auto& s) { s.unmixing.shrinkage = 0.3; });
  expect_with([](auto& s) { s.beta.reset(); });
  expect_with([](auto& s) { s.bandwidth = BandwidthRule::leave_one_out; });
}

TEST(Rank, FewLabelsAndNone) {
  const Problem truth = amplitudes(4, 2.0);
  const Rows reference = average_reference(4), basis = basis_of(reference);
  const Simulated train = mapped(simulate(truth, 4000, 1), reference),
                  test = mapped(simulate(truth, 4000, 2), reference);
  const Simulated by_hand = mapped(train, basis), test_by_hand = mapped(test, basis);
  for (const std::size_t labels : {300U, 0U}) {
    std::vector<std::int32_t> few(train.classes.size(), kUnlabelled);
    std::copy_n(train.classes.begin(), labels, few.begin());
    const auto model = [&](const Simulated& from, std::size_t channels) {
      const Labelled one{from.samples, few};
      LearningSettings settings{.starts = 2, .most_rounds = 10};
      return learn({&one, 1}, channel_names(channels), {"a", "b"}, settings).model;
    };
    const Model found = model(train, 4);
    EXPECT_EQ(found.rank(), 3U);
    const double accuracy = scores_of(found, test).accuracy,
                 expected = scores_of(model(by_hand, 3), test_by_hand).accuracy;
    // Without labels the order of the classes is arbitrary.
    EXPECT_NEAR(std::max(accuracy, 1.0 - accuracy), std::max(expected, 1.0 - expected), kAllowed) << labels;
    EXPECT_GT(std::max(accuracy, 1.0 - accuracy), 0.85);
  }
}

TEST(Rank, CopiedAndConstantChannelsAreAsGoodAsNone) {
  const Problem truth = standard_problem("P3");
  const Simulated train = simulate(truth, 5000, 1), test = simulate(truth, 5000, 2);
  // A copy in another unit, and a constant far from 0.
  const auto with_more = [](const Simulated& from) {
    Simulated result{{}, from.classes};
    for (std::size_t i = 0; i < from.samples.size(); i += 3) {
      const double* x = from.samples.data() + i;
      result.samples.insert(result.samples.end(), {x[0], 1e-13 * x[1], 1e6 * x[0] + 5e8, -1234.5, x[2]});
    }
    return result;
  };
  const Training training = trained_on(with_more(train), 5, quick());
  EXPECT_EQ(training.model.rank(), 3U);
  EXPECT_THAT(training.notices, ElementsAre(AllOf(coded("directions_left_out"),
                                                  Field("text", &Notice::text, HasSubstr("without 'C4'")))));
  const Scores found = scores_of(training.model, with_more(test));
  const Scores expected = scores_of(trained_on(train, 3, quick()).model, test);
  EXPECT_NEAR(found.accuracy, expected.accuracy, kAllowed);
  EXPECT_NEAR(found.log_loss, expected.log_loss, kAllowed);
}

TEST(Rank, AChannelThatIsFlatInOneClassIsLeftOutForAll) {
  const Problem truth = standard_problem("P3");
  Simulated train = simulate(truth, 5000, 1), test = simulate(truth, 5000, 2);
  for (std::size_t i = 0; i < 5000; ++i) {
    if (train.classes[i] == 2) train.samples[3 * i + 1] = 7.0;
  }
  const Training training = trained_on(train, 3, quick());
  EXPECT_EQ(training.model.rank(), 2U);
  EXPECT_THAT(training.notices,
              ElementsAre(AllOf(coded("directions_left_out"), Field("text", &Notice::text, HasSubstr("without 'C2'"))),
                          coded("means_left_out")));
  // The flat channel tells nothing, neither for nor against.
  const Rows others{3, {1, 0, 0, 0, 0, 1}};
  const Scores expected = scores_of(trained_on(mapped(train, others), 2, quick()).model, mapped(test, others));
  EXPECT_NEAR(scores_of(training.model, test).accuracy, expected.accuracy, kAllowed);
  EXPECT_NEAR(scores_of(training.model, test).log_loss, expected.log_loss, kAllowed);
}

TEST(Rank, ClassesCleanedInDifferentWays) {
  const Problem truth = standard_problem("P3");
  const Simulated all = simulate(truth, 6000, 1);
  const Simulated first = mapped(all, without_components(3, 1, 5));
  Simulated train = all;
  for (std::size_t i = 0; i < train.samples.size(); ++i) {
    if (train.classes[i / 3] == 0) train.samples[i] = first.samples[i];
  }
  const Training training = trained_on(train, 3, quick());
  EXPECT_EQ(training.model.rank(), 2U);
  EXPECT_THAT(training.notices.front(), coded("directions_left_out"));
}

TEST(Rank, OfOne) {
  const Problem truth = amplitudes(1, 3.0);
  const Simulated one = simulate(truth, 4000, 1), test = simulate(truth, 4000, 2);
  const Rows copies{1, {1.0, -2.0, 1e3}};
  const Model alone = trained_on(one, 1, quick()).model, found = trained_on(mapped(one, copies), 3, quick()).model;
  EXPECT_EQ(alone.rank(), 1U);
  EXPECT_THAT(alone.null_space, IsEmpty());
  EXPECT_EQ(found.rank(), 1U);
  EXPECT_EQ(found.null_space.size(), 6U);
  EXPECT_NEAR(scores_of(found, mapped(test, copies)).accuracy, scores_of(alone, test).accuracy, kAllowed);
}

TEST(Rank, NoDirectionAtAllIsAnError) {
  const Simulated nothing{std::vector<double>(3000, 5.0), std::vector<std::int32_t>(1000, 0)};
  Simulated constant = nothing;
  for (std::size_t i = 500; i < 1000; ++i) constant.classes[i] = 1;
  EXPECT_EQ(error_of([&] { trained_on(constant, 3); }).code(), ErrorCode::constant_series);
  // Neither do classes that each vary in a direction of their own have one together.
  const Problem truth = standard_problem("P3");
  Simulated apart = simulate(truth, 1000, 1);
  for (std::size_t i = 0; i < 3000; ++i) {
    if (static_cast<std::int32_t>(i % 3) != apart.classes[i / 3]) apart.samples[i] = 0.0;
  }
  EXPECT_EQ(error_of([&] { trained_on(apart, 3); }).code(), ErrorCode::constant_series);
}

TEST(Rank, FullRankIsLeftAlone) {
  const Problem truth = standard_problem("P3");
  const Simulated samples = simulate(truth, 3000, 1);
  const Training training = trained_on(samples, 3, quick());
  EXPECT_EQ(training.model.rank(), 3U);
  EXPECT_THAT(training.model.null_space, IsEmpty());
  EXPECT_THAT(training.notices, IsEmpty());
  // Every bit of a fit of the class by itself.
  const Labelled one{samples.samples, samples.classes};
  for (std::int32_t k = 0; k < 3; ++k) {
    const auto of_class = gather({&one, 1}, 3, finite_samples_of({&one, 1}, 3, k));
    const ClassFit fit = fit_densities(unmix(of_class, 3, quick().unmixing), "", of_class, {}, {}, {});
    const ClassModel& found = training.model.classes[static_cast<std::size_t>(k)];
    EXPECT_EQ(found.unmixing, fit.model.unmixing);
    EXPECT_EQ(found.bias, fit.model.bias);
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(found.sources[j].bandwidth(), fit.model.sources[j].bandwidth());
  }
}

TEST(Rank, TheToleranceIsASetting) {
  const Problem truth = amplitudes(3, 2.0);
  Simulated samples = simulate(truth, 3000, 1);
  std::mt19937_64 engine(1);
  for (std::size_t i = 0; i < samples.samples.size(); i += 3) {
    samples.samples[i + 2] = samples.samples[i] + 1e-3 * static_cast<double>(engine() % 1001) / 1000.0;
  }
  TrainingSettings settings = quick();
  EXPECT_EQ(trained_on(samples, 3, settings).model.rank(), 3U);
  settings.unmixing.rank_tolerance = 1e-5;
  const Model model = trained_on(samples, 3, settings).model;
  EXPECT_EQ(model.rank(), 2U);
  EXPECT_THAT(model.notes, Contains(std::pair<std::string, std::string>("rank", "2 of 3")));
  EXPECT_THAT(model.notes, Contains(std::pair<std::string, std::string>("rank tolerance", "1e-05")));
}

TEST(Rank, FewSamplesNeedShrinkage) {
  const Problem truth = standard_problem("P19");
  Simulated samples = simulate(truth, 400, 1);
  std::size_t kept = 0;
  for (std::int32_t& label : samples.classes) {
    if (label == 1 && ++kept > 12) label = kUnlabelled;
  }
  EXPECT_EQ(error_of([&] { trained_on(samples, 19, quick()); }).code(), ErrorCode::too_short);
  TrainingSettings settings = quick();
  settings.unmixing.shrinkage = 0.3;
  const Training training = trained_on(samples, 19, settings);
  EXPECT_EQ(training.model.rank(), 19U);
  EXPECT_EQ(training.classes[1].rank, 11U);
  EXPECT_GT(scores_of(training.model, simulate(truth, 3000, 2)).accuracy, 0.6);
}

TEST(Rank, ChannelsAndSamplesInterchangedAreAnErrorAtOnce) {
  const std::size_t channels = 20000;
  Simulated samples{std::vector<double>(6 * channels), {0, 0, 0, 1, 1, 1}};
  std::mt19937_64 engine(1);
  for (double& x : samples.samples) x = static_cast<double>(engine() % 1000);
  EXPECT_EQ(error_of([&] { trained_on(samples, channels); }).code(), ErrorCode::too_short);
}

TEST(Rank, CrossValidationAndSamplesOfAModel) {
  const Problem truth = amplitudes(4, 2.0);
  const Rows reference = average_reference(4), basis = basis_of(reference);
  const Simulated samples = mapped(simulate(truth, 5000, 1), reference), by_hand = mapped(samples, basis);
  ValidationSettings settings{.training = quick()};
  const auto validated = [&](const Simulated& from, std::size_t channels) {
    const Labelled one{from.samples, from.classes};
    return cross_validate({&one, 1}, channel_names(channels), {"a", "b"}, settings).scores;
  };
  EXPECT_NEAR(validated(samples, 4).accuracy, validated(by_hand, 3).accuracy, kAllowed);
  const Simulated drawn = sample(trained_on(samples, 4, quick()).model, 2000, 3);
  for (std::size_t i = 0; i < drawn.samples.size(); i += 4) {
    ASSERT_NEAR(drawn.samples[i] + drawn.samples[i + 1] + drawn.samples[i + 2] + drawn.samples[i + 3], 0.0, 1e-12);
  }
}

Simulated halves(const std::vector<std::string>& files, bool second) {
  Simulated result;
  for (std::size_t k = 0; k < files.size(); ++k) {
    const series::Recording recording = files::open(test::recording(files[k]));
    constexpr std::size_t channels = 19;
    const std::size_t n = recording.channels[0].samples.size();
    for (std::size_t i = second ? n / 2 + 250 : 0; i < (second ? n : n / 2); i += 4) {
      for (std::size_t c = 0; c < channels; ++c) result.samples.push_back(recording.channels[c].samples[i]);
      result.classes.push_back(static_cast<std::int32_t>(k));
    }
  }
  return result;
}

TEST(Rank, RealEegWithAnAverageReference) {
  BIOTROPY_NEEDS("eeg/Subject00_2.edf", "eeg/Subject05_2.edf");
  const std::vector<std::string> files = {"eeg/Subject00_2.edf", "eeg/Subject05_2.edf"};
  TrainingSettings settings = quick();
  settings.unmixing.method = UnmixingMethod::jade;
  settings.beta = 0.1;
  const Pair found = compare(halves(files, false), halves(files, true), average_reference(19), settings);
  expect_alike(found, 18);
  RecordProperty("log_loss", std::to_string(found.scores.log_loss));
}

}  // namespace
}  // namespace biotropy::sicamm
