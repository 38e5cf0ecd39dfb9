// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/folds.hpp"

namespace biotropy::sicamm {
namespace {

// Recordings of one channel whose samples are their positions.
struct Recordings {
  explicit Recordings(const std::vector<std::size_t>& lengths) {
    for (const std::size_t n : lengths) {
      auto& one = samples.emplace_back();
      for (std::size_t i = 0; i < n; ++i) one.push_back(static_cast<double>(i));
      labels.emplace_back(n, 1);
    }
    for (std::size_t r = 0; r < lengths.size(); ++r) all.push_back({samples[r], labels[r]});
  }
  std::vector<std::vector<double>> samples;
  std::vector<std::vector<std::int32_t>> labels;
  std::vector<Labelled> all;
};

FoldSettings blocks(std::size_t folds, std::size_t block) {
  return {folds, FoldUnit::blocks, block, {}};
}

TEST(Folds, AreRecordingsWhereThereAreEnough) {
  const Recordings six({10, 3, 0, 5, 7, 2});
  const Folds folds = make_folds(six.all, {3, FoldUnit::automatic, 0, {}});
  for (std::size_t r = 0; r < 6; ++r) {
    EXPECT_EQ(folds[r], std::vector<std::uint32_t>(six.labels[r].size(), static_cast<std::uint32_t>(r % 3)));
  }
  EXPECT_EQ(make_folds(six.all, {3, FoldUnit::recordings, 2, {}}), folds);
}

TEST(Folds, PiecesOfOneRecordingStayTogether) {
  Recordings five({10, 3, 4, 5, 6});
  const std::vector<std::optional<std::size_t>> recordings = {7, 7, {}, 2, 7};
  for (std::size_t r = 0; r < five.all.size(); ++r) five.all[r].recording = recordings[r];
  const Folds folds = make_folds(five.all, {3, FoldUnit::automatic, 0, {}});
  const std::vector<std::uint32_t> expected = {0, 0, 1, 2, 0};
  for (std::size_t r = 0; r < five.all.size(); ++r) {
    EXPECT_EQ(folds[r], std::vector<std::uint32_t>(five.labels[r].size(), expected[r])) << r;
  }
  const auto parts = parts_of(five.all, 1, folds, 0);
  ASSERT_EQ(parts.size(), 3U);
  for (const Labelled& part : parts) EXPECT_EQ(part.recording, 7U);
  EXPECT_THROW(make_folds(five.all, {4, FoldUnit::recordings, 0, {}}), Error);
  // Three recordings are too few for four folds, for any number of pieces.
  EXPECT_EQ(make_folds(five.all, {4, FoldUnit::automatic, 2, {}}), make_folds(five.all, blocks(4, 2)));
}

TEST(Folds, OfPersonsHaveAllTheirRecordings) {
  Recordings six({4, 3, 2, 5, 6, 1});
  const std::vector<std::size_t> recordings = {0, 1, 1, 2, 3, 4};
  for (std::size_t r = 0; r < 6; ++r) six.all[r].recording = recordings[r];
  FoldSettings settings = {2, FoldUnit::persons, 0, {}, {"b", "a", "b", "c", "a"}};
  const Folds folds = make_folds(six.all, settings);
  const std::vector<std::uint32_t> expected = {0, 1, 1, 0, 0, 1};
  for (std::size_t r = 0; r < 6; ++r) {
    EXPECT_EQ(folds[r], std::vector<std::uint32_t>(six.labels[r].size(), expected[r])) << r;
  }
  settings.folds = 4;
  EXPECT_THROW(make_folds(six.all, settings), Error) << "three persons";
  settings = {2, FoldUnit::persons, 0, {}, {"b", "a", "b", "c"}};
  EXPECT_THROW(make_folds(six.all, settings), Error) << "the last recording has no person";
}

TEST(Folds, ForOtherPersonsLeaveNobodyInTraining) {
  Recordings four({4, 3, 2, 5});
  for (std::size_t r = 0; r < 4; ++r) four.all[r].recording = r;
  const auto unit = [&](FoldUnit given, const std::vector<std::string>& persons) {
    return folds_for_other_persons(four.all, {2, given, 2, {}, persons}).unit;
  };
  const std::vector<std::string> by_turns = {"a", "b", "a", "b"}, pairs = {"a", "a", "b", "b"};
  EXPECT_EQ(unit(FoldUnit::automatic, pairs), FoldUnit::persons);
  EXPECT_EQ(unit(FoldUnit::recordings, by_turns), FoldUnit::recordings) << "the second and the fourth are left out";
  EXPECT_THROW(unit(FoldUnit::recordings, pairs), Error);
  EXPECT_THROW(unit(FoldUnit::blocks, pairs), Error);
  EXPECT_THROW(unit(FoldUnit::automatic, {"a", "a", "a", "a"}), Error);
}

TEST(Folds, AreBlocksOtherwise) {
  const Recordings two({7, 5});
  const Folds folds = make_folds(two.all, blocks(3, 2));
  EXPECT_EQ(folds[0], (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2, 0}));
  EXPECT_EQ(folds[1], (std::vector<std::uint32_t>{1, 1, 2, 2, 0}));
  EXPECT_EQ(make_folds(two.all, {3, FoldUnit::automatic, 2, {}}), folds);
}

TEST(Folds, HaveFourBlocksEachUnlessTold) {
  const Recordings one({4000});
  const Folds folds = make_folds(one.all, blocks(5, 0));
  EXPECT_EQ(parts_of(one.all, 1, folds, 2).size(), 4U);
  EXPECT_EQ(parts_of(one.all, 1, folds, 2)[0].labels.size(), 200U);
}

TEST(Folds, PartsAreEverySampleOnce) {
  const Recordings three({11, 4, 6});
  const Folds folds = make_folds(three.all, blocks(4, 3));
  std::size_t total = 0;
  for (std::uint32_t fold = 0; fold < 4; ++fold) {
    for (const Labelled& part : parts_of(three.all, 1, folds, fold)) {
      total += part.labels.size();
      EXPECT_LE(part.labels.size(), 3U);
      for (std::size_t i = 1; i < part.samples.size(); ++i) EXPECT_EQ(part.samples[i], part.samples[i - 1] + 1.0);
    }
  }
  EXPECT_EQ(total, 21U);
}

TEST(Folds, NeighboursOfWhatIsLeftOutAreLeftOutToo) {
  const Recordings two({12, 3});
  const Folds folds = make_folds(two.all, blocks(3, 4));
  for (const std::size_t gap : {0U, 1U, 2U, 5U, 100U}) {
    const auto labels = labels_without(two.all, folds, 1, gap);
    for (std::size_t i = 0; i < 12; ++i) {
      const std::size_t distance = i < 4 ? 4 - i : (i < 8 ? 0 : i - 7);
      EXPECT_EQ(labels[0][i], distance <= gap ? kUnlabelled : 1) << gap << ", " << i;
    }
    EXPECT_EQ(labels[1], std::vector<std::int32_t>(3, 1)) << "another recording is no neighbour";
  }
}

// Four pieces of one recording at the times 0-9, 13-22, 40-49 and 50-54, in any order, and another recording at the
// same times.
TEST(Folds, NeighboursBeyondAShortGapAreLeftOutToo) {
  Recordings pieces({10, 10, 10, 5, 10});
  const std::vector<std::size_t> order = {2, 0, 3, 1}, begins = {0, 13, 40, 50};
  std::vector<Labelled> all;
  for (const std::size_t piece : order) {
    Labelled& one = all.emplace_back(pieces.all[piece]);
    one.recording = 3;
    one.begin = static_cast<double>(begins[piece]);
  }
  all.push_back(pieces.all[4]);
  Folds folds;
  for (const Labelled& one : all) folds.emplace_back(one.labels.size(), 0);
  std::fill(folds[1].begin() + 7, folds[1].end(), 1);  // 7, 8 and 9
  folds[0][9] = 1;                                     // 49
  const auto parts = parts_of(all, 1, folds, 1);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].begin, 49.0);
  EXPECT_EQ(parts[1].begin, 7.0);
  for (const std::size_t gap : {0U, 1U, 3U, 4U, 6U, 14U, 17U, 18U, 100U}) {
    const auto labels = labels_without(all, folds, 1, gap);
    for (std::size_t r = 0; r < 4; ++r) {
      for (std::size_t i = 0; i < labels[r].size(); ++i) {
        const double time = all[r].begin + static_cast<double>(i);
        double distance = 1e9;
        for (const double out : {7.0, 8.0, 9.0, 49.0}) distance = std::min(distance, std::abs(time - out));
        EXPECT_EQ(labels[r][i], distance <= static_cast<double>(gap) ? kUnlabelled : 1) << gap << ", " << time;
      }
    }
    EXPECT_EQ(labels[4], pieces.labels[4]) << "another recording is no neighbour";
  }
}

TEST(Folds, RefuseWhatCannotBe) {
  const Recordings two({7, 5});
  EXPECT_THROW(make_folds(two.all, blocks(1, 2)), Error);
  EXPECT_THROW(make_folds(two.all, {3, FoldUnit::recordings, 0, {}}), Error);
}

TEST(Folds, WhatIsLeftOutHasNoLabelWhateverItsTime) {
  Recordings one({4});
  one.all[0].begin = std::nan("");
  EXPECT_EQ(labels_without(one.all, {{0, 1, 1, 0}}, 1, 0)[0],
            (std::vector<std::int32_t>{1, kUnlabelled, kUnlabelled, 1}));
}

TEST(Labelled, RefusesPiecesThatOverlap) {
  Recordings three({4, 0, 5});
  Labelled &first = three.all[0], &empty = three.all[1], &last = three.all[2];
  EXPECT_NO_THROW(validate(three.all, 1, 2)) << "recordings of their own";
  first.recording = empty.recording = last.recording = 7;
  EXPECT_THROW(validate(three.all, 1, 2), Error);
  for (const auto& [begin, apart] : {std::pair{3.0, false}, {4.0, true}, {-4.0, false}, {-5.0, true}, {0.0, false}}) {
    last.begin = begin;
    if (apart)
      EXPECT_NO_THROW(validate(three.all, 1, 2)) << begin;
    else
      EXPECT_THROW(validate(three.all, 1, 2), Error) << begin;
  }
  last.begin = 0.0;
  last.recording = 8;
  EXPECT_NO_THROW(validate(three.all, 1, 2));
}

TEST(Labelled, RefusesLabelsThatDoNotFit) {
  const Recordings one({4});
  EXPECT_NO_THROW(validate(one.all, 1, 2));
  EXPECT_THROW(validate(one.all, 1, 1), Error);
  EXPECT_THROW(validate(one.all, 2, 2), Error);
  EXPECT_THROW(validate(one.all, 0, 2), Error);
  EXPECT_THROW(validate(one.all, 1, 0), Error);
  for (const double begin : {std::nan(""), HUGE_VAL, -HUGE_VAL, 0.5, 9007199254740992.0, -9007199254740992.0}) {
    Labelled nowhere = one.all[0];
    nowhere.begin = begin;
    EXPECT_THROW(validate({&nowhere, 1}, 1, 2), Error) << begin;
  }
  const std::vector<std::int32_t> negative = {0, 0, -2, 0};
  const Labelled wrong{one.samples[0], negative};
  EXPECT_THROW(validate({&wrong, 1}, 1, 2), Error);
}

}  // namespace
}  // namespace biotropy::sicamm
