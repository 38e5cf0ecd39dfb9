// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/preparation.hpp"
#include "fixtures.hpp"
#include "tests/error_of.hpp"
#include "tests/notices.hpp"

namespace biotropy::prepare {
namespace {

// Which of ten epochs of 1 s are rejected, as digits.
std::string rejected(std::vector<BadSpan> spans, std::size_t decimation = 1) {
  Preparation preparation{.decimation = decimation};
  preparation.cutting.length = 100 / decimation;
  preparation.bad_spans = std::move(spans);
  const series::Epochs epochs = prepare(recording(100.0, {noise(1000, 1)}), kFirst, preparation);
  std::string which;
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    if (!epochs.reasons[epoch].empty()) which += std::to_string(epoch);
  }
  return which;
}

TEST(BadSpans, EpochsThatShareTimeWithOne) {
  for (const std::size_t decimation : {std::size_t{1}, std::size_t{2}}) {
    EXPECT_EQ(rejected({}, decimation), "");
    EXPECT_EQ(rejected({{2.5, 2.6, "BAD"}}, decimation), "2");
    EXPECT_EQ(rejected({{2.5, 4.5, "BAD"}}, decimation), "234");
    EXPECT_EQ(rejected({{2.0, 3.0, "BAD"}}, decimation), "2");
    EXPECT_EQ(rejected({{1.995, 3.005, "BAD"}}, decimation), "123");
    EXPECT_EQ(rejected({{-1.0, 0.0, "BAD"}, {10.0, 12.0, "BAD"}}, decimation), "");
    EXPECT_EQ(rejected({{-1.0, 0.5, "BAD"}, {9.5, 99.0, "BAD"}}, decimation), "09");
  }
}

TEST(BadSpans, AMomentTouchesTheEpochThatItLiesIn) {
  EXPECT_EQ(rejected({{3.5, 3.5, "BAD boundary"}}), "3");
  EXPECT_EQ(rejected({{3.0, 3.0, "BAD boundary"}}), "3");
  EXPECT_EQ(rejected({{10.0, 10.0, "BAD boundary"}}), "");
}

TEST(BadSpans, ReasonsAndNotes) {
  series::Recording two = recording(100.0, {noise(1000, 1), noise(1000, 2)});
  two.channels[1].bad = "broken";
  const std::vector<std::size_t> both{0, 1};
  Preparation preparation;
  preparation.cutting.length = 500;
  preparation.bad_spans = {{6.25, 6.5, "BAD_blink"}};
  const series::Epochs epochs = prepare(two, both, preparation);
  EXPECT_THAT(epochs.reasons, ElementsAre("", "broken", "marked as bad: BAD_blink at 6.25 s", "broken"));
  EXPECT_THAT(epochs.notices, Contains(coded("bad_time")));
}

// Time counts the gaps, and what padding leaves out.
TEST(BadSpans, BehindAGapAndPadding) {
  series::Recording gapped = recording(100.0, {noise(1000, 1)});
  gapped.channels[0].gap_starts = {500};
  gapped.channels[0].gap_seconds = {100.0};
  Preparation preparation;
  preparation.cutting.length = 100;
  preparation.bad_spans = {{107.5, 107.6, "BAD"}};
  series::Epochs epochs = prepare(gapped, kFirst, preparation);
  EXPECT_THAT(epochs.reasons[7], HasSubstr("marked as bad"));
  preparation.bad_spans = {{7.5, 7.6, "BAD"}};
  epochs = prepare(gapped, kFirst, preparation);
  EXPECT_EQ(epochs.reasons[7], "");

  series::Recording padded = recording(100.0, {noise(1000, 1)});
  std::fill_n(padded.channels[0].samples.begin(), 300, 1.0);
  preparation.cutting.length = 0;
  preparation.rejection.padding = 100;
  preparation.bad_spans = {{1.0, 2.0, "BAD"}};
  EXPECT_THAT(prepare(padded, kFirst, preparation).reasons, ElementsAre(""));
  preparation.bad_spans = {{9.0, 9.5, "BAD"}};
  EXPECT_THAT(prepare(padded, kFirst, preparation).reasons, ElementsAre(HasSubstr("marked as bad: BAD at")));
}

TEST(BadSpans, AreMissingSamplesWhereTheseMayBe) {
  for (const std::size_t decimation : {std::size_t{1}, std::size_t{2}}) {
    Preparation preparation{.decimation = decimation};
    preparation.rejection.missing = false;
    preparation.bad_spans = {{2.5, 2.6, "BAD"}, {8.0, 99.0, "BAD"}, {3.0, 3.0, "BAD"}};
    const series::Epochs epochs = prepare(recording(100.0, {noise(1000, 1)}), kFirst, preparation);
    EXPECT_THAT(epochs.reasons, ElementsAre(""));
    for (std::size_t i = 0; i < epochs.n_times; ++i) {
      const std::size_t at = i * decimation;
      EXPECT_EQ(std::isnan(epochs.data[i]), (at >= 250 && at < 260) || at >= 800) << i;
    }
  }
}

TEST(BadSpans, NeedARate) {
  series::Recording without = recording(1.0, {noise(100, 1)});
  without.channels[0].has_rate = false;
  Preparation preparation{.bad_spans = {{1.0, 2.0, "BAD"}}};
  EXPECT_THAT(error_of([&] { prepare(without, kFirst, preparation); }), refuses("rate", "none"));
}

}  // namespace
}  // namespace biotropy::prepare
