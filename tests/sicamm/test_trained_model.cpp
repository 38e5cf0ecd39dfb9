// SPDX-License-Identifier: Apache-2.0
//
// Concatenated recordings: each gives the bits that it gives alone.
#include <gtest/gtest.h>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/sicamm/trained_model.hpp"
#include "tests/sicamm/known_model.hpp"

namespace biotropy::sicamm {
namespace {

TEST(TrainedModel, ClassifiesEachRecordingAsIfItWereAlone) {
  const Problem truth = standard_problem("P2");
  const TrainedModel trained(known_model(truth, simulate(truth, 2000, 32)));
  const auto samples = simulate(truth, 500, 33).samples;
  const std::size_t channels = trained.model.channels.size();
  const std::vector<std::size_t> lengths = {200, 1, 299};
  const Classification whole = trained.classify(samples, lengths);
  EXPECT_EQ(whole.classes, 2u);
  EXPECT_EQ(whole.labels.size(), 500u);
  std::size_t begin = 0;
  double sum = 0.0;
  for (const std::size_t length : lengths) {
    const auto part = std::span(samples).subspan(begin * channels, length * channels);
    const Classification alone = Classifier(trained.model).classify(part);
    const auto same = [&](const auto& of_one, const auto& of_all, std::size_t each) {
      return std::equal(of_one.begin(), of_one.end(), of_all.begin() + static_cast<std::ptrdiff_t>(begin * each));
    };
    EXPECT_TRUE(same(alone.posteriors, whole.posteriors, 2)) << begin;
    EXPECT_TRUE(same(alone.labels, whole.labels, 1)) << begin;
    EXPECT_TRUE(same(alone.log_likelihoods, whole.log_likelihoods, 1)) << begin;
    EXPECT_TRUE(same(alone.flags, whole.flags, 1)) << begin;
    sum += alone.log_likelihood;
    begin += length;
  }
  EXPECT_EQ(whole.log_likelihood, sum);
  EXPECT_THROW(trained.classify(samples, std::vector<std::size_t>{200, 299}), Error);
}

TEST(Consecutive, RecordingsAreCutWhereTheirLengthsSay) {
  const std::vector<double> samples = {1, 2, 3, 4, 5, 6};
  const std::vector<std::int32_t> labels = {0, 1, 1};
  const std::vector<Labelled> found = consecutive(samples, labels, std::vector<std::size_t>{1, 0, 2}, 2);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].samples.data(), samples.data());
  EXPECT_EQ(found[0].samples.size(), 2u);
  EXPECT_TRUE(found[1].labels.empty());
  EXPECT_EQ(found[2].samples.data(), samples.data() + 2);
  EXPECT_EQ(found[2].labels.size(), 2u);
  EXPECT_EQ(found[2].labels.front(), 1);
  for (const auto& wrong :
       {std::vector<std::size_t>{1, 1}, std::vector<std::size_t>{3, 1}, std::vector<std::size_t>{}}) {
    EXPECT_THROW(consecutive(samples, labels, wrong, 2), Error);
  }
  EXPECT_THROW(consecutive(samples, std::vector<std::int32_t>{0, 1}, std::vector<std::size_t>{3}, 2), Error);
}

TEST(Recordings, TheirSamplesStandSideBySideAndAreOfOnePerson) {
  using Numbers = std::vector<std::int32_t>;
  EXPECT_EQ(lengths_of(Numbers{4, 4, 1, 2, 2, 2}), (std::vector<std::size_t>{2, 1, 3}));
  EXPECT_EQ(lengths_of(Numbers{}), std::vector<std::size_t>{});
  EXPECT_THROW(lengths_of(Numbers{4, 4, 1, 4}), Error);
  EXPECT_EQ(persons_of(Numbers{7, 7, 3, 7}, std::vector<std::size_t>{2, 1, 1}), (Numbers{7, 3, 7}));
  EXPECT_THROW(persons_of(Numbers{7, 7, 3, 7}, std::vector<std::size_t>{2, 2}), Error);
  EXPECT_THROW(persons_of(Numbers{7, 7, 3, 7}, std::vector<std::size_t>{2, 1}), Error);
}

}  // namespace
}  // namespace biotropy::sicamm
