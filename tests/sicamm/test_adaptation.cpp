// SPDX-License-Identifier: Apache-2.0
//
// Models for simulated persons whose electrodes differ in a known way.
#include "biotropy/sicamm/adaptation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/familiarity.hpp"
#include "biotropy/sicamm/training.hpp"
#include "tests/error_of.hpp"
#include "tests/sicamm/known_model.hpp"
#include "tests/sicamm/rank_data.hpp"

namespace biotropy::sicamm {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TrainingSettings quick_settings() {
  return TrainingSettings{.bandwidth = BandwidthRule::silverman};
}

// P3: three channels, three classes.
const Model& model_of_p3() {
  static const Model model = trained_on(simulate(standard_problem("P3"), 20000, 1), 3, quick_settings()).model;
  return model;
}

// x -> matrix x + shift for samples that the model has not seen.
struct OtherPerson {
  OtherPerson(const std::vector<double>& matrix, const std::vector<double>& shift, std::size_t samples = 6000,
              std::uint64_t seed = 2, const char* problem = "P3") {
    Simulated made = mapped(simulate(standard_problem(problem), samples, seed), {shift.size(), matrix});
    values = std::move(made.samples);
    truth = std::move(made.classes);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += shift[i % shift.size()];
    labels.assign(truth.size(), kUnlabelled);
  }

  // Labels of every `step`th stretch of ten samples.
  void tell(std::size_t step) {
    for (std::size_t i = 0; i < truth.size(); ++i) labels[i] = i / 10 % step == 0 ? truth[i] : kUnlabelled;
  }

  std::vector<Labelled> recordings() const { return {{values, labels}}; }
  double right(const Model& model) const { return accuracy(Classifier(model).classify(values).labels, truth); }

  std::vector<double> values;
  std::vector<std::int32_t> truth, labels;
};

const std::vector<double> kSame = {1, 0, 0, 0, 1, 0, 0, 0, 1}, kNowhere = {0, 0, 0};

double best() {
  return OtherPerson(kSame, kNowhere).right(model_of_p3());
}

void expect_improved(const Change& change) {
  EXPECT_LT(change.before, change.after);
}

// The map that was estimated is the inverse of the person's, so that the unmixing matrices are those of the training
// times the inverse of the scales.
TEST(Adaptation, ScalesAndShiftsOfChannelsAreUndoneWithoutLabels) {
  const OtherPerson person({0.3, 0, 0, 0, 2, 0, 0, 0, 5}, {1, -40, 1});
  EXPECT_LT(person.right(model_of_p3()), 0.4);
  const Adaptation found = adapt(model_of_p3(), person.recordings());
  ASSERT_TRUE(found.adopted) << found.reason;
  EXPECT_EQ(found.what, "the mean and the covariance");
  EXPECT_NEAR(person.right(found.model), best(), 0.002);
  EXPECT_EQ(found.vectors, 6000U);
  EXPECT_EQ(found.labelled, 0U);
  expect_improved(*found.log_likelihood);
  expect_improved(*found.level);
  EXPECT_FALSE(found.log_loss);
  const double scales[3] = {0.3, 2, 5};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto &before = model_of_p3().classes[k].unmixing, &after = found.model.classes[k].unmixing;
    for (std::size_t i = 0; i < 9; ++i) {
      const double row = std::hypot(before[i / 3 * 3], before[i / 3 * 3 + 1], before[i / 3 * 3 + 2]);
      EXPECT_NEAR(after[i] * scales[i % 3], before[i], 0.08 * row);
    }
  }
}

TEST(Adaptation, AShiftAloneNeedsTheMeanAloneAndAGainNoMore) {
  const Adaptation shifted = adapt(model_of_p3(), OtherPerson(kSame, {3, -2, 4}).recordings());
  EXPECT_EQ(shifted.what, "the mean");
  ASSERT_TRUE(shifted.adopted) << shifted.reason;
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(shifted.model.classes[k].unmixing, model_of_p3().classes[k].unmixing);
  const OtherPerson louder({3, 0, 0, 0, 3, 0, 0, 0, 3}, kNowhere);
  const Adaptation gain = adapt(model_of_p3(), louder.recordings());
  EXPECT_EQ(gain.what, "the mean and the gain");
  EXPECT_NEAR(louder.right(gain.model), best(), 0.002);
}

TEST(Adaptation, AnySymmetricMixingIsUndone) {
  const OtherPerson person({1, .5, .2, .5, 1.5, .3, .2, .3, .7}, {1, -1, 1});
  EXPECT_LT(person.right(model_of_p3()), 0.3);
  const Adaptation found = adapt(model_of_p3(), person.recordings());
  ASSERT_TRUE(found.adopted) << found.reason;
  EXPECT_GT(person.right(found.model), best() - 0.02);
}

// What no covariance shows is seen in part by labels.
TEST(Adaptation, LabelsHelpWhereSensorsAreRotated) {
  const double c = std::cos(0.6), s = std::sin(0.6);
  OtherPerson person({c, -s, 0, s, c, 0, 0, 0, 1}, kNowhere);
  const double before = person.right(model_of_p3());
  const double without = person.right(adapt(model_of_p3(), person.recordings()).model);
  person.tell(50);
  const Adaptation found = adapt(model_of_p3(), person.recordings());
  ASSERT_TRUE(found.adopted) << found.reason;
  EXPECT_EQ(found.labelled, 120U);
  EXPECT_GT(found.log_loss->before, found.log_loss->after);
  EXPECT_FALSE(found.log_likelihood);
  const double with = person.right(found.model);
  EXPECT_GT(without, before + 0.1);
  EXPECT_GT(with, without + 0.05);
}

TEST(Adaptation, FewLabelsSufficeForScales) {
  OtherPerson person({0.3, 0, 0, 0, 2, 0, 0, 0, 5}, {1, 1, 1});
  person.tell(50);
  const Adaptation found = adapt(model_of_p3(), person.recordings());
  ASSERT_TRUE(found.adopted) << found.reason;
  EXPECT_NEAR(person.right(found.model), best(), 0.005);
}

// Labels of the first second and a half say too little, and do not gainsay the map that is found without them.
TEST(Adaptation, TooFewLabelsLeaveWhatIsFoundWithoutThem) {
  OtherPerson person({0.8, 0, 0, 0, 1.3, 0, 0, 0, 1.2}, {0, 0.3, 0});
  const Adaptation without = adapt(model_of_p3(), person.recordings());
  ASSERT_TRUE(without.adopted) << without.reason;
  std::copy_n(person.truth.begin(), 80, person.labels.begin());
  const Adaptation few = adapt(model_of_p3(), person.recordings());
  ASSERT_TRUE(few.adopted) << few.reason;
  EXPECT_EQ(few.what, without.what);
  EXPECT_TRUE(few.log_likelihood && few.log_loss);
  EXPECT_EQ(few.labelled, 80U);
  EXPECT_EQ(few.model.classes[1].unmixing, without.model.classes[1].unmixing);
  // Labels by the model as it is are against it.
  const auto as_it_is = Classifier(model_of_p3()).classify(person.values).labels;
  std::copy_n(as_it_is.begin(), 3000, person.labels.begin());
  const Adaptation against = adapt(model_of_p3(), person.recordings());
  EXPECT_FALSE(against.adopted && against.log_likelihood) << against.what;
}

TEST(Adaptation, AModelThatFitsStaysAsItIs) {
  for (const std::size_t step : {0, 5, 50}) {
    OtherPerson person(kSame, kNowhere);
    if (step > 0) person.tell(step);
    const Adaptation found = adapt(model_of_p3(), person.recordings());
    EXPECT_FALSE(found.adopted) << step << found.what;
    EXPECT_NE(found.reason.find(step > 0 ? "log loss" : "log-likelihood"), std::string::npos) << found.reason;
    ASSERT_EQ(found.notices.size(), 1U);
    EXPECT_EQ(found.notices[0].code, "model_kept");
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(found.model.classes[k].unmixing, model_of_p3().classes[k].unmixing);
      EXPECT_EQ(found.model.classes[k].bias, model_of_p3().classes[k].bias);
    }
    EXPECT_EQ(found.model.outlier_level, model_of_p3().outlier_level);
  }
}

// A recording of the known person in one class alone: its mean is that of the class, and to bring it to the middle of
// all would make others of it.
TEST(Adaptation, ARecordingOfOneClassIsNoOtherPerson) {
  const OtherPerson all(kSame, kNowhere, 20000);
  for (std::int32_t which = 0; which < 3; ++which) {
    OtherPerson one(kSame, kNowhere, 10);
    one.values.clear();
    one.labels.clear();
    for (std::size_t i = 0; i < all.truth.size(); ++i) {
      if (all.truth[i] != which) continue;
      one.values.insert(one.values.end(), all.values.begin() + 3 * static_cast<std::ptrdiff_t>(i),
                        all.values.begin() + 3 * static_cast<std::ptrdiff_t>(i) + 3);
      one.labels.push_back(kUnlabelled);
    }
    const Adaptation found = adapt(model_of_p3(), one.recordings());
    EXPECT_FALSE(found.adopted) << found.what;
    EXPECT_FALSE(found.reason.empty());
  }
}

TEST(Adaptation, AdaptedModelsKnowTheirPerson) {
  const OtherPerson person({0.3, 0, 0, 0, 2, 0, 0, 0, 5}, {1, 1, 1}),
      next({0.3, 0, 0, 0, 2, 0, 0, 0, 5}, {1, 1, 1}, 4000, 8);
  const Adaptation found = adapt(model_of_p3(), person.recordings());
  ASSERT_TRUE(found.adopted);
  EXPECT_TRUE(familiarity_fault(model_of_p3(), Classifier(model_of_p3()), next.values));
  EXPECT_FALSE(familiarity_fault(found.model, Classifier(found.model), next.values));
  // Samples of the training are now those that are unfamiliar.
  EXPECT_TRUE(familiarity_fault(found.model, Classifier(found.model), OtherPerson(kSame, kNowhere).values));
  const double volume = std::log(0.3 * 2 * 5);
  EXPECT_NEAR(familiarity_of(found.model)->mean, familiarity_of(model_of_p3())->mean - volume, 0.1);
  EXPECT_NEAR(found.model.outlier_level, model_of_p3().outlier_level - volume, 0.1);
  // Its vectors lie below that level as often as those of the training.
  const auto flags = Classifier(found.model).classify(next.values).flags;
  EXPECT_LT(std::count(flags.begin(), flags.end(), kOutlier), 8);
  const Adaptation again = adapt(found.model, person.recordings());
  EXPECT_FALSE(again.adopted);
  EXPECT_EQ(std::count_if(again.model.notes.begin(), again.model.notes.end(),
                          [](const auto& note) { return note.first == "adapted"; }),
            1);
}

// The average reference leaves one direction out. Maps stay in the others.
TEST(Adaptation, NullSpacesStay) {
  const Rows reference = average_reference(4);
  const Problem problem = standard_problem("P2s");
  const Model model = trained_on(mapped(simulate(problem, 20000, 1), reference), 4, quick_settings()).model;
  ASSERT_EQ(model.rank(), 3U);
  // Scales of channels and a new reference; all that the person has lies in three directions.
  OtherPerson person({2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2}, {0, 0, 0, 0}, 6000, 2, "P2s");
  Simulated referenced = mapped({person.values, person.truth}, reference);
  person.values = std::move(referenced.samples);
  const Adaptation found = adapt(model, person.recordings());
  ASSERT_TRUE(found.adopted) << found.reason;
  EXPECT_EQ(found.model.null_space, model.null_space);
  EXPECT_EQ(found.model.rank(), 3U);
  EXPECT_GT(person.right(found.model), person.right(model) + 0.05);
  const Simulated like_training = mapped(simulate(problem, 6000, 2), reference);
  EXPECT_NEAR(person.right(found.model), scores_of(model, like_training).accuracy, 0.005);
}

TEST(Adaptation, MissingVectorsAndArtefactsChangeLittle) {
  OtherPerson person({0.3, 0, 0, 0, 2, 0, 0, 0, 5}, {1, 1, 1});
  for (std::size_t i = 0; i < 300; ++i) person.values[3 * (7 * i) + i % 3] = i % 2 == 0 ? kNaN : HUGE_VAL;
  const Adaptation found = adapt(model_of_p3(), person.recordings());
  ASSERT_TRUE(found.adopted) << found.reason;
  EXPECT_EQ(found.vectors, 5700U);
  EXPECT_EQ(found.missing, 300U);
  // Without the samples next to those that are missing fewer are known.
  EXPECT_GT(person.right(found.model), best() - 0.04);
}

TEST(Adaptation, IsTheSameInPiecesAndAgain) {
  OtherPerson person({1, .5, .2, .5, 1.5, .3, .2, .3, .7}, {1, -1, 1});
  person.tell(20);
  const Adaptation once = adapt(model_of_p3(), person.recordings()), again = adapt(model_of_p3(), person.recordings());
  ASSERT_EQ(once.model.classes.size(), again.model.classes.size());
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(once.model.classes[k].unmixing, again.model.classes[k].unmixing);
    EXPECT_EQ(once.model.classes[k].bias, again.model.classes[k].bias);
  }
  EXPECT_EQ(once.model.notes, again.model.notes);
  const std::span<const double> values = person.values;
  const std::span<const std::int32_t> labels = person.labels;
  const std::vector<Labelled> pieces = {{values.first(3 * 2500), labels.first(2500), 0, 0.0},
                                        {values.subspan(3 * 2500), labels.subspan(2500), 0, 4000.0}};
  const Adaptation cut = adapt(model_of_p3(), pieces);
  ASSERT_TRUE(cut.adopted);
  EXPECT_NEAR(person.right(cut.model), person.right(once.model), 0.01);
}

void expect_refused(const OtherPerson& person, ErrorCode code, const std::string& text) {
  const Error error = error_of([&] { adapt(model_of_p3(), person.recordings()); });
  EXPECT_EQ(error.code(), code);
  EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
}

TEST(Adaptation, ErrorsSayWhatIsWrong) {
  expect_refused(OtherPerson(kSame, kNowhere, 59), ErrorCode::too_short, "59 finite vectors");
  OtherPerson flat({0, 0, 0, 0, 1, 0, 0, 0, 1}, {7, 0, 0});
  expect_refused(flat, ErrorCode::constant_series, "'C1' is 7 throughout");
  flat.values[0] = kNaN;
  expect_refused(flat, ErrorCode::constant_series, "'C1' is 7 throughout");
  const OtherPerson copied({1, 0, 0, 1, 0, 0, 0, 0, 1}, kNowhere);
  expect_refused(copied, ErrorCode::constant_series, "does not vary in 1 of the 3 directions");
  OtherPerson person(kSame, kNowhere);
  person.labels[0] = 3;
  expect_refused(person, ErrorCode::invalid_data, "label 3 is none of 3 classes");
  person.labels.assign(6000, kUnlabelled);
  for (std::size_t i = 0; i < 50; ++i) person.labels[i] = 1;
  expect_refused(person, ErrorCode::invalid_data, "labels of one class");
  person.labels[100] = person.labels[101] = 2;
  expect_refused(person, ErrorCode::too_short, "class 'c': 2 labelled finite vectors; to adapt to it");
}

TEST(Adaptation, SummariesSayWhatWasDone) {
  const OtherPerson person(kSame, {2.3, 2.3, 2.3});
  const Adaptation found = adapt(model_of_p3(), person.recordings());
  ASSERT_TRUE(found.adopted);
  EXPECT_NE(summary(found).find("adapted: the mean, from 6000 vectors (0 missing) and 0 labels"), std::string::npos);
}

}  // namespace
}  // namespace biotropy::sicamm
