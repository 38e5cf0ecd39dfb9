// SPDX-License-Identifier: Apache-2.0
//
// Matching composite vectors as sets of times. The times of a block at which one coordinate of the vector of time i
// matches are a row of bits (composite_tables.hpp); the vectors that match are the intersection of the rows of all
// coordinates, and a population count counts them. The sets of a channel's coordinates serve the shorter vectors and
// all extensions.
//
// Where channel k was extended in one vector and a later channel l in the other, the coordinates of the channels before
// k and behind l are compared as always; from the extending sample of k on, each coordinate of the one stands opposite
// the next one of the other, up to the extending sample of l. So the pairs (k, l) of one k share the intersection that
// walks through the channels behind k, and it ends as soon as no time is left.
#include "biotropy/match/multivariate/composite_query.hpp"
#include "biotropy/match/multivariate/composite_tables.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/multivariate/composite_bits.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_MATCH_COMPOSITE_JOB
#define BIOTROPY_MATCH_COMPOSITE_JOB

namespace biotropy::match {

// The vectors of the times [begin, end) against those of a block.
struct CompositeJob {
  const CompositeQuery& query;
  const CompositeVectors& vectors;
  const ChannelRuns& runs;
  const BlockTables& block;
  std::size_t begin, end;
};

struct CompositeMatches {
  std::uint64_t at_m = 0, at_m1 = 0;
};

}  // namespace biotropy::match

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using BlockLanes = hn::CappedTag<std::uint64_t, kBlockWords>;

// out = a and b; whether any bit is left.
HWY_INLINE bool Intersect(const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out) {
  const BlockLanes d;
  auto any = hn::Zero(d);
  for (std::size_t w = 0; w < kBlockWords; w += hn::Lanes(d)) {
    const auto both = hn::And(hn::Load(d, a + w), hn::Load(d, b + w));
    hn::Store(both, d, out + w);
    any = hn::Or(any, both);
  }
  return !hn::AllTrue(d, hn::Eq(any, hn::Zero(d)));
}

// The times of the block at which one coordinate matches are taken into the set.
HWY_INLINE bool Take(const CoordinateTable& table, PlaceRun run, std::uint64_t* set) {
  const BlockLanes d;
  const std::uint64_t *high = table.row(run.end), *low = table.row(run.begin);
  auto any = hn::Zero(d);
  for (std::size_t w = 0; w < kBlockWords; w += hn::Lanes(d)) {
    const auto both = hn::And(hn::Load(d, set + w), hn::Xor(hn::Load(d, high + w), hn::Load(d, low + w)));
    hn::Store(both, d, set + w);
    any = hn::Or(any, both);
  }
  return !hn::AllTrue(d, hn::Eq(any, hn::Zero(d)));
}

HWY_INLINE std::uint64_t CountCommon(const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* c) {
  const BlockLanes d;
  auto sum = hn::Zero(d);
  for (std::size_t w = 0; w < kBlockWords; w += hn::Lanes(d)) {
    sum =
        hn::Add(sum, hn::PopulationCount(hn::And(hn::Load(d, a + w), hn::And(hn::Load(d, b + w), hn::Load(d, c + w)))));
  }
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

// Rows of one time, one for each channel, made when they are first needed.
class RowsOfTime {
 public:
  explicit RowsOfTime(std::size_t channels) : words_(channels * kBlockWords), is_made_(channels) {}

  void Clear() { std::fill(is_made_.begin(), is_made_.end(), 0); }

  template <typename Make>
  HWY_INLINE const std::uint64_t* Get(std::size_t channel, const Make& make) {
    std::uint64_t* row = words_.data() + channel * kBlockWords;
    if (is_made_[channel] == 0) {
      is_made_[channel] = 1;
      std::fill_n(row, kBlockWords, ~std::uint64_t{0});
      make(row);
    }
    return row;
  }

 private:
  AlignedVector<std::uint64_t> words_;
  std::vector<char> is_made_;
};

class CompositeCounter {
 public:
  explicit CompositeCounter(const CompositeJob& job)
      : job_(job),
        query_(job.query),
        channels_(job.query.channels.size()),
        ahead_(channels_ * kBlockWords),
        behind_(channels_ * kBlockWords),
        set_(kBlockWords),
        later_(kBlockWords),
        aligned_(channels_),
        shifted_(channels_),
        last_(channels_),
        into_next_(channels_) {}

  CompositeMatches Count() {
    for (std::size_t i = job_.begin; i < job_.end; ++i) {
      if (job_.vectors.at_m[i] != 0) CountTime(i);
    }
    return found_;
  }

 private:
  void CountTime(std::size_t i) {
    const bool no_later = job_.block.first + kBlockTimes <= i + 1;
    if (no_later && query_.approach == Approach::naive) return;
    i_ = i;
    for (RowsOfTime* rows : {&aligned_, &shifted_, &last_, &into_next_}) rows->Clear();
    const std::size_t n_ahead = IntersectAhead();
    if (n_ahead == channels_ && !no_later) CountSameChannel();
    if (query_.approach == Approach::naive || channels_ == 1) return;
    if (i >= job_.vectors.at_m1.front().size()) return;
    first_behind_ = channels_;
    for (std::size_t k = 0; k < std::min(n_ahead, channels_ - 1); ++k) {
      if (job_.vectors.at_m1[k][i] != 0) CountOtherChannels(k);
    }
  }

  HWY_INLINE PlaceRun Own(std::size_t k, int sample) const { return job_.runs.own[k].runs[At(k, sample)]; }
  HWY_INLINE PlaceRun InNext(std::size_t k, int sample) const { return job_.runs.in_next[k][At(k, sample)]; }
  HWY_INLINE std::size_t At(std::size_t k, int sample) const {
    return i_ + static_cast<std::size_t>(sample) * static_cast<std::size_t>(query_.tau[k]);
  }
  HWY_INLINE const CoordinateTable& Table(std::size_t k, int sample) const {
    return job_.block.tables[k][static_cast<std::size_t>(sample)];
  }
  HWY_INLINE std::uint64_t* Ahead(std::size_t k) { return ahead_.data() + k * kBlockWords; }
  HWY_INLINE std::uint64_t* Behind(std::size_t k) { return behind_.data() + k * kBlockWords; }

  // Samples of channel k against the same ones.
  HWY_INLINE const std::uint64_t* Aligned(std::size_t k) {
    return aligned_.Get(k, [&](std::uint64_t* row) {
      for (int sample = 0; sample < query_.m[k] && Take(Table(k, sample), Own(k, sample), row); ++sample) continue;
    });
  }

  // Samples of channel k against the next ones, without the last.
  HWY_INLINE const std::uint64_t* Shifted(std::size_t k) {
    return shifted_.Get(k, [&](std::uint64_t* row) {
      for (int sample = 0; sample + 1 < query_.m[k] && Take(Table(k, sample + 1), Own(k, sample), row); ++sample)
        continue;
    });
  }

  // The last sample of channel k against the extending one.
  HWY_INLINE const std::uint64_t* LastAgainstExtending(std::size_t k) {
    return last_.Get(k, [&](std::uint64_t* row) { Take(Table(k, query_.m[k]), Own(k, query_.m[k] - 1), row); });
  }

  // The last sample of channel k against the first of the next channel.
  HWY_INLINE const std::uint64_t* LastAgainstNext(std::size_t k) {
    return into_next_.Get(k, [&](std::uint64_t* row) { Take(Table(k + 1, 0), InNext(k, query_.m[k] - 1), row); });
  }

  // Ahead(k): vectors that match in the channels up to k. Returns the number of channels after which some are left.
  std::size_t IntersectAhead() {
    const std::uint64_t* before = job_.block.at_m.data();
    for (std::size_t k = 0; k < channels_; ++k) {
      if (!Intersect(before, Aligned(k), Ahead(k))) return k;
      before = Ahead(k);
    }
    return channels_;
  }

  // Behind(l): times that match in the channels after l; made from the last channel on, as far as it is needed.
  const std::uint64_t* ChannelsBehind(std::size_t l) {
    for (; first_behind_ > l; --first_behind_) {
      std::uint64_t* set = Behind(first_behind_ - 1);
      if (first_behind_ == channels_) {
        std::fill_n(set, kBlockWords, ~std::uint64_t{0});
      } else {
        Intersect(Behind(first_behind_), Aligned(first_behind_), set);
      }
    }
    return Behind(l);
  }

  // Later vectors of the same kind.
  void CountSameChannel() {
    for (std::size_t word = 0; word < kBlockWords; ++word) {
      const std::size_t first = job_.block.first + word * kBitsOfWord;
      const bool all = first > i_, none = first + kBitsOfWord <= i_ + 1;
      later_[word] = all ? ~std::uint64_t{0} : none ? 0 : ~std::uint64_t{0} << (i_ + 1 - first);
    }
    const std::uint64_t* matched = Ahead(channels_ - 1);
    found_.at_m += CountCommon(matched, later_.data(), job_.block.at_m.data());
    for (std::size_t k = 0; k < channels_; ++k) {
      if (i_ >= job_.vectors.at_m1[k].size() || job_.vectors.at_m1[k][i_] == 0) continue;
      if (!Intersect(matched, job_.block.at_m1[k].data(), set_.data())) continue;
      if (!Take(Table(k, query_.m[k]), Own(k, query_.m[k]), set_.data())) continue;
      found_.at_m1 += CountCommon(set_.data(), later_.data(), job_.block.at_m1[k].data());
    }
  }

  // The vector in which k was extended against those in which a later channel was.
  void CountOtherChannels(std::size_t k) {
    std::copy_n(Ahead(k), kBlockWords, set_.data());
    if (!Take(Table(k + 1, 0), InNext(k, query_.m[k]), set_.data())) return;
    for (std::size_t l = k + 1; l < channels_; ++l) {
      if (!Intersect(set_.data(), Shifted(l), set_.data())) return;
      if (Intersect(set_.data(), LastAgainstExtending(l), later_.data())) {
        found_.at_m1 += CountCommon(later_.data(), ChannelsBehind(l), job_.block.at_m1[l].data());
      }
      if (l + 1 < channels_ && !Intersect(set_.data(), LastAgainstNext(l), set_.data())) return;
    }
  }

  const CompositeJob& job_;
  const CompositeQuery& query_;
  std::size_t channels_, i_ = 0, first_behind_ = 0;
  AlignedVector<std::uint64_t> ahead_, behind_, set_, later_;
  RowsOfTime aligned_, shifted_, last_, into_next_;
  CompositeMatches found_;
};

CompositeMatches CountCompositeJob(const CompositeJob& job) {
  return CompositeCounter(job).Count();
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(CountCompositeJob);

void count_composite_bits(const CompositeQuery& query, const CompositeVectors& vectors, CompositeCounts& counts,
                          const CancelFlag* cancel) {
  constexpr std::size_t times_of_task = 1024;
  const std::size_t n = vectors.at_m.size();
  const std::size_t blocks = (n + kBlockTimes - 1) / kBlockTimes, tasks = (n + times_of_task - 1) / times_of_task;
  const ChannelRuns runs(query);
  std::vector<CompositeMatches> found(blocks * tasks);
  parallel_for(blocks, cancel, [&](std::size_t b) {
    const BlockTables block(query, vectors, runs, b * kBlockTimes);
    parallel_for(tasks, cancel, [&](std::size_t task) {
      const CompositeJob job{
          query, vectors, runs, block, task * times_of_task, std::min(n, (task + 1) * times_of_task)};
      found[b * tasks + task] = HWY_DYNAMIC_DISPATCH(CountCompositeJob)(job);
    });
  });
  for (const CompositeMatches& one : found) {
    counts.matches_m += one.at_m;
    counts.matches_m1 += one.at_m1;
  }
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
