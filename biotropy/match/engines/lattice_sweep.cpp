// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/lattice_sweep.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "biotropy/aligned.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/engines/lattice_sweep.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Counts32 = hn::CappedTag<std::uint32_t, 16>;

class Sweep {
 public:
  explicit Sweep(const SweepJob& job)
      : job_(job),
        columns_(RowStride(job.of_y->none() + 1)),
        seconds_before_(job.of_y->none() + 1),
        matching_seconds_(job.of_x->none() + 1),
        seconds_(job.of_y->none() + 1) {
    if (job.longest < 3) return;
    table_.resize((job.of_y->none() + 1) * columns_ + kMostLanes);
    for (std::uint32_t code = 0; code <= job.of_x->none(); ++code) own_row_.push_back({code, code + 1});
    std::size_t matching = 0;
    for (const PlaceRun run : job.matches_of_x) matching += run.end - run.begin;
    mean_run_ = static_cast<double>(matching) / std::max<double>(1.0, job.of_x->none());
  }

  std::array<std::uint64_t, kLongestCodedTemplate> Run() {
    for (std::uint32_t first = job_.first_code; first < job_.last_code; ++first) {
      const auto group = job_.of_x->group(first);
      if (group.empty()) continue;
      if (job_.cancel != nullptr) job_.cancel->check();
      MoveWindow(job_.matches_of_x[first]);
      CountGroup(first, group);
    }
    return totals_;
  }

 private:
  static constexpr std::size_t kMostLanes = 16;

  // Rows begin at cache lines, an odd number of lines apart, so that the rows of a column do not share one cache set.
  static std::size_t RowStride(std::size_t columns) {
    const std::size_t lines = (columns + kMostLanes - 1) / kMostLanes;
    return (lines | 1U) * kMostLanes;
  }

  void MoveWindow(PlaceRun window) {
    const std::uint32_t leaving = std::min(window.begin, window_.end);
    for (std::uint32_t first = window_.begin; first < leaving; ++first) ChangeGroup(first, ~0U);
    for (std::uint32_t first = std::max(window_.end, window.begin); first < window.end; ++first) ChangeGroup(first, 1);
    window_ = {window.begin, std::max(window.end, window.begin)};
  }

  // Adds (sign 1) or removes (sign -1 modulo 2^32) the templates of y with this first code.
  void ChangeGroup(std::uint32_t first, std::uint32_t sign) {
    const auto group = job_.of_y->group(first);
    firsts_ += sign * static_cast<std::uint32_t>(group.size());
    if (job_.longest < 2) return;
    std::uint32_t *const seconds = seconds_.data(), *const table = table_.data();
    const std::size_t to_next_row = columns_;
    for (const CodedTemplate item : group) seconds[item.second] += sign;
    if (job_.longest < 3) return;
    for (const CodedTemplate item : group) table[item.second * to_next_row + item.third] += sign;
  }

  void CountGroup(std::uint32_t first, std::span<const CodedTemplate> group) {
    if (job_.found[0] != nullptr) job_.found[0][first] = firsts_;
    totals_[0] += std::uint64_t{firsts_} * group.size();
    if (job_.longest < 2) return;
    const std::size_t begin = job_.of_x->begin(first);
    SumSeconds();
    std::uint64_t total = 0;
    for (const CodedTemplate item : group) total += matching_seconds_[item.second];
    totals_[1] += total;
    if (job_.found[1] != nullptr) {
      for (std::size_t k = 0; k < group.size(); ++k) job_.found[1][begin + k] = matching_seconds_[group[k].second];
    }
    if (job_.longest < 3) return;
    if (job_.found[2] == nullptr) {
      CountThird<false>(group, nullptr);
    } else {
      CountThird<true>(group, job_.found[2] + begin);
    }
  }

  // Sums the window's templates that match each second code of x.
  void SumSeconds() {
    std::uint32_t before = 0;
    for (std::size_t code = 0; code < seconds_before_.size(); ++code) {
      seconds_before_[code] = before;
      before += seconds_[code];
    }
    for (std::uint32_t code = 0; code < job_.of_x->none(); ++code) {
      const PlaceRun run = job_.matches_of_x[code];
      matching_seconds_[code] = seconds_before_[run.end] - seconds_before_[run.begin];
    }
  }

  // The second codes of the group, and the third codes of y that match its third codes.
  std::pair<PlaceRun, PlaceRun> Reach(std::span<const CodedTemplate> group) const {
    const hn::CappedTag<std::uint16_t, 2 * kMostLanes> d;  // second and third codes alternate
    const std::size_t at_once = hn::Lanes(d) / 2;
    std::array<CodedTemplate, kMostLanes> least, greatest;
    least.fill({0xffff, 0xffff});
    greatest.fill({0, 0});
    std::size_t i = 0;
    if (group.size() >= at_once && at_once > 0) {
      auto low = hn::LoadU(d, &least[0].second), high = hn::LoadU(d, &greatest[0].second);
      for (; i + at_once <= group.size(); i += at_once) {
        const auto codes = hn::LoadU(d, &group[i].second);
        low = hn::Min(low, codes);
        high = hn::Max(high, codes);
      }
      hn::StoreU(low, d, &least[0].second);
      hn::StoreU(high, d, &greatest[0].second);
    }
    CodedTemplate lowest{0xffff, 0xffff}, highest{0, 0};
    const auto widen = [&](CodedTemplate low, CodedTemplate high) {
      lowest = {std::min(lowest.second, low.second), std::min(lowest.third, low.third)};
      highest = {std::max(highest.second, high.second), std::max(highest.third, high.third)};
    };
    for (std::size_t k = 0; k < at_once; ++k) widen(least[k], greatest[k]);
    for (; i < group.size(); ++i) widen(group[i], group[i]);
    const auto none = static_cast<std::uint16_t>(job_.of_x->none());
    if (lowest.third == none) return {};
    const std::uint16_t last = std::min<std::uint16_t>(highest.third, none - 1);
    return {{lowest.second, highest.second + 1U}, {job_.matches_of_x[lowest.third].begin, job_.matches_of_x[last].end}};
  }

  template <bool kPerTemplate>
  void CountThird(std::span<const CodedTemplate> group, std::uint32_t* found) {
    const auto [rows, columns] = Reach(group);
    if (columns.begin >= columns.end) {
      if (kPerTemplate) std::fill_n(found, group.size(), 0);
      return;
    }
    // Vectors touched by moving sums, which read every row once when it enters and once when it leaves, and by adding
    // up rows for every template after the first.
    constexpr double cost_in_cache = 0.5, cost_beyond = 1.3;
    constexpr std::size_t cells_in_cache = 200'000;
    const double cost_of_move = table_.size() < cells_in_cache ? cost_in_cache : cost_beyond;
    const auto vectors = [](double width) { return width / static_cast<double>(hn::Lanes(Counts32())) + 1.0; };
    const std::uint32_t last = std::min(rows.end, job_.of_x->none()) - 1;
    const double read = 2.0 * (job_.matches_of_x[last].end - job_.matches_of_x[rows.begin].begin);
    const double moved = vectors(columns.end - columns.begin) * (read + rows.end - rows.begin) * cost_of_move;
    const double saved = static_cast<double>(group.size()) * (mean_run_ - 1.0) * vectors(mean_run_);
    if (moved < saved) {
      SumRows(rows, columns);
      ReadRectangles<kPerTemplate>(group, sums_.data(), own_row_, found);
    } else {
      ReadRectangles<kPerTemplate>(group, table_.data(), job_.matches_of_x, found);
    }
  }

  // For each of these second codes of x, the sum of all rows of the table that match it: the previous sum, plus rows
  // that enter, minus rows that leave. A few columns at a time, so that a row is still in the first-level cache when it
  // leaves. Row 0 holds the initial zeros until it is written; row none() is written but never read.
  void SumRows(PlaceRun codes, PlaceRun columns) {
    if (sums_.empty()) sums_.resize((job_.of_x->none() + 1) * columns_ + kMostLanes);
    std::fill_n(sums_.data(), columns_, 0);
    constexpr auto at_once = static_cast<std::uint32_t>(4 * kMostLanes);
    for (std::uint32_t begin = columns.begin / at_once * at_once; begin < columns.end; begin += at_once) {
      const PlaceRun part{begin, std::min(begin + at_once, columns.end)};
      const std::uint32_t* before = sums_.data();
      PlaceRun rows;
      for (std::uint32_t code = codes.begin; code < codes.end; ++code) {
        const PlaceRun next = job_.matches_of_x[code];
        std::uint32_t* const sums = sums_.data() + code * columns_;
        MoveSums(before, {rows.begin, std::min(rows.end, next.begin)}, {std::max(rows.end, next.begin), next.end}, part,
                 sums);
        rows = {next.begin, std::max(next.begin, next.end)};
        before = sums;
      }
    }
  }

  HWY_INLINE void MoveSums(const std::uint32_t* before, PlaceRun leaving, PlaceRun entering, PlaceRun columns,
                           std::uint32_t* sums) const {
    const Counts32 d;
    const std::size_t lanes = hn::Lanes(d), to_next_row = columns_;
    const std::uint32_t* const table = table_.data();
    for (std::size_t column = columns.begin; column < columns.end; column += lanes) {
      auto sum = hn::Load(d, before + column);
      for (std::size_t row = leaving.begin; row < leaving.end; ++row) {
        sum = hn::Sub(sum, hn::Load(d, table + row * to_next_row + column));
      }
      for (std::size_t row = entering.begin; row < entering.end; ++row) {
        sum = hn::Add(sum, hn::Load(d, table + row * to_next_row + column));
      }
      hn::Store(sum, d, sums + column);
    }
  }

  // Adds up, for every template, the rows of its second code and the columns that match its third code.
  template <bool kPerTemplate>
  void ReadRectangles(std::span<const CodedTemplate> group, const std::uint32_t* table,
                      std::span<const PlaceRun> rows_of, std::uint32_t* found) {
    const Counts32 d;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    const std::size_t to_next_row = columns_;
    const std::span<const PlaceRun> columns_of = job_.matches_of_x;
    // No lane overflows for this many templates, each with at most firsts_ matches.
    const std::size_t at_once = kPerTemplate ? 1 : std::max<std::size_t>(1, ~std::uint32_t{0} / std::max(1U, firsts_));
    for (std::size_t begin = 0; begin < group.size(); begin += at_once) {
      auto sum = hn::Zero(d);
      for (const CodedTemplate item : group.subspan(begin, std::min(at_once, group.size() - begin))) {
        const PlaceRun rows = rows_of[item.second], columns = columns_of[item.third];
        const std::uint32_t* cells = table + rows.begin * to_next_row + columns.begin;
        for (std::uint32_t left = columns.end - columns.begin; left > 0; cells += lanes) {
          const auto inside = hn::FirstN(d, left);
          const std::uint32_t* row = cells;
          for (std::uint32_t more = rows.end - rows.begin; more > 0; --more, row += to_next_row) {
            sum = hn::Add(sum, hn::IfThenElseZero(inside, hn::LoadU(d, row)));
          }
          left -= std::min(left, lanes);
        }
      }
      if (kPerTemplate) found[begin] = hn::GetLane(hn::SumOfLanes(d, sum));
      alignas(kCacheLine) std::array<std::uint32_t, kMostLanes> of_lanes{};
      hn::Store(sum, d, of_lanes.data());
      for (const std::uint32_t of_lane : of_lanes) totals_[2] += of_lane;
    }
  }

  const SweepJob& job_;
  std::size_t columns_;       // from row to row of the tables
  PlaceRun window_;           // matching first codes of y
  std::uint32_t firsts_ = 0;  // templates in the window
  double mean_run_ = 0.0;     // mean number of codes of y that match one code of x
  std::vector<std::uint32_t> seconds_before_, matching_seconds_;
  std::vector<PlaceRun> own_row_;
  AlignedVector<std::uint32_t> seconds_;  // templates in the window by their second code
  AlignedVector<std::uint32_t> table_;    // by second and third code
  AlignedVector<std::uint32_t> sums_;     // by second code of x: sum of the matching rows of the table
  std::array<std::uint64_t, kLongestCodedTemplate> totals_{};
};

std::array<std::uint64_t, kLongestCodedTemplate> SweepLattice(const SweepJob& job) {
  return Sweep(job).Run();
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(SweepLattice);

std::array<std::uint64_t, kLongestCodedTemplate> sweep_lattice(const SweepJob& job) {
  return HWY_DYNAMIC_DISPATCH(SweepLattice)(job);
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
