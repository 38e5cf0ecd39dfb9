// SPDX-License-Identifier: Apache-2.0
//
// Tested entries are gathered into tiles, those without missing values separately. Arrangements are drawn in batches,
// and every tile is one task per batch: for its entries it counts the arrangements whose H reaches the observed one,
// and it records its largest H of each arrangement. Counts and maxima do not depend on the order of the tasks.
#include "biotropy/groups/permutation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "biotropy/error.hpp"
#include "biotropy/groups/arrangements_internal.hpp"
#include "biotropy/groups/ranks_internal.hpp"
#include "biotropy/groups/tile_internal.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::groups {

namespace {

constexpr std::size_t kBatch = 256;
constexpr std::uint64_t kMostPermutations = 10'000'000;
// Two arrangements with equal H in exact arithmetic can differ by a few roundings, each 1e-16 of H.
constexpr double kReached = 1.0 - 1e-12;

struct TileOutcome {
  explicit TileOutcome(std::unique_ptr<Tile> its_tile, const Participants& participants) : tile(std::move(its_tile)) {
    tile->h(participants.group, work);
    threshold = work.h;
    for (double& h : threshold) h *= kReached;
    reached.assign(threshold.size(), 0);
  }

  std::unique_ptr<Tile> tile;
  Tile::Work work;
  std::vector<double> threshold;       // of each entry: smallest H that counts as reaching the observed one
  std::vector<std::uint64_t> reached;  // number of arrangements that reach it
  std::vector<double> largest;         // largest H over the entries, for each arrangement of the batch
};

std::vector<TileOutcome> make_tiles(const Values& values, const Participants& participants, const CancelFlag* cancel) {
  std::vector<TileOutcome> tiles;
  Ranks ranks(values, participants);
  std::vector<std::int64_t> sums;
  std::vector<std::uint32_t> counts;
  const std::size_t subjects = participants.subjects.size();
  std::unique_ptr<Tile> complete, gapped;
  const auto close = [&](std::unique_ptr<Tile>& tile) {
    if (tile) tiles.emplace_back(std::move(tile), participants);
  };
  for (std::size_t entry = 0; entry < values.entries; ++entry) {
    if (cancel != nullptr) cancel->check();
    ranks.rank(entry);
    ranks.add_up(sums, counts);
    if (ranks.squares() == 0 || std::find(counts.begin(), counts.end(), 0u) != counts.end()) continue;
    const bool is_complete = ranks.count() == subjects;
    std::unique_ptr<Tile>& tile = is_complete ? complete : gapped;
    if (!tile) tile = std::make_unique<Tile>(subjects, participants.groups, is_complete);
    tile->add(entry, ranks);
    if (tile->full()) close(tile);
  }
  close(complete);
  close(gapped);
  return tiles;
}

void look_at(const std::vector<std::vector<std::uint16_t>>& batch, TileOutcome& outcome, const CancelFlag* cancel) {
  outcome.largest.clear();
  for (const auto& labels : batch) {
    if (cancel != nullptr) cancel->check();
    outcome.tile->h(labels, outcome.work);
    const std::vector<double>& h = outcome.work.h;
    for (std::size_t k = 0; k < h.size(); ++k) outcome.reached[k] += h[k] >= outcome.threshold[k];
    outcome.largest.push_back(*std::max_element(h.begin(), h.end()));
  }
}

/// Runs all arrangements; the result is the largest H of each.
std::vector<double> run(Arrangements& arrangements, std::vector<TileOutcome>& tiles, const Execution& execution,
                        ProgressMeter& meter) {
  std::vector<double> largest;
  std::vector<std::vector<std::uint16_t>> batch;
  for (std::uint64_t begin = 0; begin < arrangements.count(); begin += kBatch) {
    batch.resize(std::min<std::uint64_t>(kBatch, arrangements.count() - begin));
    for (auto& labels : batch) labels = arrangements.next();
    parallel_for(tiles.size(), execution.cancel,
                 [&](std::size_t tile) { look_at(batch, tiles[tile], execution.cancel); });
    for (std::size_t k = 0; k < batch.size(); ++k) {
      largest.push_back(0.0);
      for (const TileOutcome& outcome : tiles) largest.back() = std::max(largest.back(), outcome.largest[k]);
    }
    meter.add(batch.size());
  }
  return largest;
}

}  // namespace

void validate(const PermutationSettings& settings) {
  if (settings.permutations > 0 && settings.permutations <= kMostPermutations) return;
  throw Error::argument("permutations", std::to_string(settings.permutations),
                        fmt::format("a number from 1 to {}", kMostPermutations));
}

PermutationTest permutation_test(const Values& values, const std::optional<Contrast>& contrast,
                                 const PermutationSettings& settings, const Execution& execution,
                                 const ProgressCallback& progress) {
  validate(values);
  if (contrast) validate(*contrast, values);
  validate(settings);
  const Participants taking_part = participants(values, contrast);
  Arrangements arrangements(taking_part.group, settings.permutations, settings.seed);
  const std::vector<double> untested(values.entries, kNaN);
  PermutationTest test{untested, untested, arrangements.count(), arrangements.exact()};
  std::vector<TileOutcome> tiles = make_tiles(values, taking_part, execution.cancel);

  ProgressMeter meter(progress, arrangements.count());
  std::vector<double> largest;
  with_threads(execution, [&] { largest = run(arrangements, tiles, execution, meter); });
  std::sort(largest.begin(), largest.end());

  const double observed = test.exact ? 0.0 : 1.0;  // a full enumeration already contains the observed arrangement
  const double all = static_cast<double>(test.arrangements) + observed;
  for (const TileOutcome& outcome : tiles) {
    for (std::size_t k = 0; k < outcome.reached.size(); ++k) {
      const std::size_t entry = outcome.tile->entries()[k];
      const auto at_least = largest.end() - std::lower_bound(largest.begin(), largest.end(), outcome.threshold[k]);
      test.p[entry] = (static_cast<double>(outcome.reached[k]) + observed) / all;
      test.familywise_p[entry] = (static_cast<double>(at_least) + observed) / all;
    }
  }
  return test;
}

}  // namespace biotropy::groups
