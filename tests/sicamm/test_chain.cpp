// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "biotropy/sicamm/markov/chain.hpp"
#include "tests/error_of.hpp"

namespace biotropy::sicamm {
namespace {

using Labels = std::vector<std::int32_t>;

Chain counted(const std::vector<Labels>& recordings, std::size_t classes, double smoothing) {
  const std::vector<std::span<const std::int32_t>> views(recordings.begin(), recordings.end());
  return count_transitions(views, classes, smoothing);
}

TEST(Chain, SymmetricIsThatOfThePaper) {
  EXPECT_EQ(symmetric_chain(2, 0.75), (Chain{{0.5, 0.5}, {0.75, 0.25, 0.25, 0.75}}));
  EXPECT_EQ(symmetric_chain(1, 0.3), (Chain{{1.0}, {1.0}}));
  EXPECT_EQ(symmetric_chain(3, 0.5).transitions, (std::vector<double>{.5, .25, .25, .25, .5, .25, .25, .25, .5}));
  EXPECT_THROW(symmetric_chain(0, 0.5), Error);
  EXPECT_THROW(symmetric_chain(2, 1.5), Error);
}

TEST(Chain, TransitionsAreCountedWithinRecordings) {
  // 0 0 1 | 1 0, and the step from the 1 that ends the first to the 1 that begins the second is none.
  const Chain chain = counted({{0, 0, 1}, {1, 0}}, 2, 0.0);
  EXPECT_EQ(chain.transitions, (std::vector<double>{0.5, 0.5, 1.0, 0.0}));
  EXPECT_EQ(chain.priors, (std::vector<double>{0.6, 0.4}));
}

TEST(Chain, AnUnlabelledSampleInterrupts) {
  const Chain chain = counted({{0, kUnlabelled, 1, 1}}, 2, 0.0);
  EXPECT_EQ(chain.transitions, (std::vector<double>{0.5, 0.5, 0.0, 1.0})) << "nothing is known of what follows class 0";
}

TEST(Chain, SmoothingIsAddedToEveryCount) {
  const Chain chain = counted({{0, 0, 0}}, 2, 1.0);
  EXPECT_EQ(chain.transitions, (std::vector<double>{0.75, 0.25, 0.5, 0.5}));
  EXPECT_EQ(chain.priors, (std::vector<double>{0.8, 0.2}));
}

TEST(Chain, RefusesLabelsThatAreNoClass) {
  EXPECT_THROW(counted({{0, 2}}, 2, 1.0), Error);
  EXPECT_THROW(counted({{-2}}, 2, 1.0), Error);
  EXPECT_THROW(counted({{0}}, 0, 1.0), Error);
  EXPECT_THROW(counted({{0}}, 1, -1.0), Error);
}

TEST(Chain, RefusesWhatIsNoDistribution) {
  for (const Chain& chain :
       {Chain{}, Chain{{1.0}, {}}, Chain{{0.5, 0.4}, {1, 0, 0, 1}}, Chain{{1.5, -0.5}, {1, 0, 0, 1}},
        Chain{{0.5, 0.5}, {1, 0, 0.5, 0.6}}, Chain{{0.5, 0.5}, {1, 0, 0, std::nan("")}}}) {
    EXPECT_EQ(error_of([&] { validate(chain); }).code(), ErrorCode::invalid_data);
  }
}

}  // namespace
}  // namespace biotropy::sicamm
