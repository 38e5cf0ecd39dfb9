// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/timeline.hpp"
#include "fixtures.hpp"

namespace biotropy::prepare {
namespace {

TEST(Timeline, EachStretchIsDecimatedFromItsOwnBeginning) {
  const std::vector<std::size_t> gaps = {10, 13};
  const Timeline timeline(20, gaps, 4);
  ASSERT_EQ(timeline.segments().size(), 3u);
  EXPECT_EQ(timeline.n_kept(), 3u + 1u + 2u);
  EXPECT_EQ(timeline.kept_gaps(), (std::vector<std::size_t>{3, 4}));
  std::vector<std::size_t> sources;
  for (std::size_t kept = 0; kept < timeline.n_kept(); ++kept) sources.push_back(timeline.source(kept));
  EXPECT_EQ(sources, (std::vector<std::size_t>{0, 4, 8, 10, 13, 17}));
}

TEST(Timeline, GapsAtTheEndsAndTwiceTheSameLeaveNoEmptyStretch) {
  const std::vector<std::size_t> gaps = {0, 5, 5, 9};
  const Timeline timeline(9, gaps, 1);
  EXPECT_EQ(timeline.segments().size(), 2u);
  EXPECT_EQ(timeline.kept_gaps(), (std::vector<std::size_t>{5}));
}

TEST(Timeline, GapsOutOfOrderOrOutsideAreRefused) {
  for (const std::vector<std::size_t>& gaps : {std::vector<std::size_t>{5, 3}, std::vector<std::size_t>{11}}) {
    EXPECT_EQ(error_of([&] { Timeline(10, gaps, 1); }).code(), ErrorCode::invalid_data);
  }
}

}  // namespace
}  // namespace biotropy::prepare
