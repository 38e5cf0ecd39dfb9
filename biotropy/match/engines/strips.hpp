// SPDX-License-Identifier: Apache-2.0
//
// Templates of a long series, arranged so that candidates for a match are contiguous. The range of values is cut into
// strips of equal width, r or a whole part of it; a template belongs to the strip of its first sample, and a strip is
// ordered by second sample. The candidates of a template in one strip are then a run, found by two pointers that only
// move forward while the templates of another strip are taken in the same order. In strips inside the template's
// window the whole run matches at length 2 without comparison; only the outermost are not, as all strips are of one
// width.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines/rank_space.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// Coordinates are read in whole vectors, so this many places after the last template must be readable.
constexpr std::size_t kVectorPadding = 16;

struct Strip {
  /// Ranks in a strip, at most: where more samples are as close, they are in several.
  static constexpr std::uint32_t kMostRanks = 0x8000;

  std::uint32_t first_rank = 0, last_rank = 0;  ///< ranks of its first samples: [first, last)
  std::uint32_t begin = 0, end = 0;             ///< places of its templates, some of its ranks
};

/// Templates of a series with at least two samples, by strip and second sample.
class TemplateStrips {
 public:
  /// @param runs of the samples by rank, which must outlive this, or none, if nothing is compared with these templates.
  /// @param templates number of start positions; those in the set are arranged, and sample k of template i is samples[i
  /// + k tau].
  /// @param longest samples kept for each template; those beyond the series are kNowhere, with an empty run.
  TemplateStrips(Samples samples, const SortedSamples& sorted, std::span<const PlaceRun> runs, double strip_width,
                 std::size_t templates, const TemplateSet& set, int longest, int tau);

  std::span<const Strip> strips() const { return strips_; }
  int longest() const { return longest_; }
  /// Time position of each template, by place.
  const std::uint32_t* times() const { return array(0); }
  /// Rank of sample k of each template, by place.
  const std::uint32_t* ranks(int k) const { return array(1 + k); }
  /// Ranks [begin, end) that match sample k of each template, by place.
  const std::uint32_t* begins(int k) const { return array(1 + longest_ + 2 * k); }
  const std::uint32_t* ends(int k) const { return array(2 + longest_ + 2 * k); }
  /// Ranks that match a sample of this rank.
  PlaceRun run_of(std::uint32_t rank) const { return runs_[rank]; }

 private:
  // What is known of a sample, in the order of time: samples of a template are neighbours.
  struct Sample {
    std::uint32_t rank = kNowhere, strip = 0;
  };
  using Starts = std::vector<std::vector<std::uint32_t>>;  // place of the next template, by piece and strip

  const std::uint32_t* array(int which) const { return arrays_.data() + static_cast<std::size_t>(which) * stride_; }
  std::uint32_t* writable(const std::uint32_t* array) { return arrays_.data() + (array - arrays_.data()); }

  void cut(std::span<const double> values, double strip_width);
  void arrange(const SortedSamples& sorted, std::span<const Sample> samples, std::size_t templates,
               const TemplateSet& set, std::uint32_t tau);
  void keep_others(std::span<const Sample> samples, std::size_t tau);

  std::span<const PlaceRun> runs_;
  int longest_;
  std::vector<Strip> strips_;
  // One block of memory: the system keeps it for the next call, where it would take back many smaller ones.
  std::size_t stride_;
  UnfilledVector<std::uint32_t> arrays_;
};

// First and third samples of one strip in 16 bits, so that a vector holds twice as many candidates. Ranks of first
// samples count from the first one of the strip. Ranks of a series of fewer than 2^16 samples fit; in longer ones third
// samples are ranked among those of the strip, and the comparison stays exact. In a large strip the third samples of
// the first 64 places, of the first 128 and so on are counted once: the matches in a run of places are then four counts
// and those at its ends, however long it is.

class StripIndex {
 public:
  /// Places that are read at once, at most.
  static constexpr std::size_t kMostLanes = 32;
  /// Places from one count of third samples to the next.
  static constexpr std::size_t kCounted = 64;

  /// @param n_ranks ranks of the whole series.
  /// @param longest samples of a template.
  /// @param matching share of the samples that match a sample, in the mean.
  StripIndex(std::size_t n_ranks, int longest, double matching)
      : direct_(n_ranks <= kDirect || longest < 3), matching_(matching) {}

  /// False if building the index of the strip takes longer than comparing 32 bits.
  bool is_worth(const Strip& strip) const;

  /// Builds the index of a strip.
  void take(const TemplateStrips& templates, const Strip& strip);

  /// Whether ranks of third samples, if there are any, are those of the whole series.
  bool is_direct() const { return direct_; }
  /// Whether third samples are counted.
  bool is_counted() const { return counted_; }

  /// Third samples of the strip in increasing order, and greater ones behind the last.
  const std::int32_t* sorted_thirds() const { return sorted_.data(); }
  /// A number of third samples that are below the rank; the others below it are the next ones.
  std::uint32_t some_below(std::uint32_t rank) const {
    return starts_[(std::clamp(rank, least_, greatest_) - least_) >> shift_];
  }

  /// Third samples of the first `blocks` times 64 places: a bit for each rank in the strip, and the bits before a word.
  const std::uint64_t* present(std::size_t blocks) const { return present_.data() + blocks * words_; }
  const std::uint16_t* before(std::size_t blocks) const { return before_.data() + blocks * words_; }

  /// Ranks of second samples by place behind the first of the strip, and greater ones behind the last.
  const std::int32_t* seconds() const { return seconds_.data(); }
  /// Ranks of first and third samples, as above; 0xffff for a missing third sample. As many places as the strip has,
  /// and a vector, can be read behind the last: templates that are compared side by side take as many steps as the one
  /// with the most candidates.
  const std::int16_t* firsts() const { return firsts_.data(); }
  const std::int16_t* thirds() const { return thirds_.data(); }

 private:
  static constexpr std::size_t kDirect = 0xffff;

  void sort_thirds(std::span<const std::uint32_t> thirds);
  void count_thirds(std::size_t places);

  bool direct_, counted_ = false;
  double matching_;
  UnfilledVector<std::int32_t> seconds_, sorted_;
  UnfilledVector<std::int16_t> firsts_, thirds_;
  // Number of third samples before the first one of each group, which have the upper bits of a difference from the
  // least.
  std::vector<std::uint32_t> starts_;
  UnfilledVector<std::uint64_t> items_;  // while they are sorted
  std::uint32_t least_ = 0, greatest_ = 0;
  int shift_ = 0;
  std::size_t words_ = 0;  // of one row of the next two
  UnfilledVector<std::uint64_t> present_;
  UnfilledVector<std::uint16_t> before_;
};

// Inner loop for long series: templates of one strip against the candidates in another one, sixteen or thirty-two ranks
// at a time.

/// Templates of x of one strip, by second sample.
struct QueryBlock {
  /// Templates at most: enough to pay for the search of their first place, few enough to cancel.
  static constexpr std::uint32_t kMost = 1024;

  QueryBlock(const TemplateStrips& of_x, const Strip& strip, std::uint32_t begin, std::uint32_t end);

  std::uint32_t begin, end;  ///< their places
  PlaceRun any, all;         ///< ranks that match any, and that match all of the first samples of the strip
};

/// Counts of a scan: one counter per length 2 ... longest (position L - 2), totals or one per template.
struct ScanCounts {
  std::vector<std::uint64_t> totals;
  std::vector<std::vector<std::uint32_t>> per_template;  ///< [length][template of the block]; empty: totals only
};

/// Counts matches of length 2 and more (up to the samples that are kept) of every template of the block with those of
/// the strip. With `behind_only` the block belongs to the same templates, and only later ones are compared.
/// @param index of the strip, or null; used for templates of up to three samples.
void scan_strip(const TemplateStrips& of_x, const QueryBlock& block, const TemplateStrips& of_y, const Strip& strip,
                const StripIndex* index, bool behind_only, ScanCounts& counts);

}  // namespace biotropy::match
