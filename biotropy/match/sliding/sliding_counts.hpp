// SPDX-License-Identifier: Apache-2.0
//
// Counts of matching templates in a window that slides over one series, or over two, kept up to date from sample to
// sample: the pairs of the newest template are added and those of the oldest are taken away. Both need the samples
// within r of one sample only, as a row of bits, since the rows of the samples at both ends of the window are kept: a
// template matches where the rows of its samples, each shifted by its place, have a common bit. The counts are those of
// the engines on the window.
//
// A tolerance that changes with the window stays in a band for a while. Pairs nearer than the band match; those inside
// it are kept with their distances, so that a change of the tolerance meets only the pairs between its old and new
// value (DistanceBand). All is counted anew where the tolerance leaves the band.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/match/query.hpp"
#include "biotropy/match/sliding/distance_band.hpp"
#include "biotropy/match/sliding/window_samples.hpp"

namespace biotropy::match {

/// Whether the tolerance stays as it is, or changes with the window.
enum class Tolerance { fixed, moving };

class SlidingCounts {
 public:
  /// @param rule with two lengths; its r is not used before set_tolerance() if the tolerance moves.
  /// @param window samples of it, at least those of a template of the longest length. @param series 1, or 2 for
  /// templates of the first matched in the second, whose tolerance is fixed.
  SlidingCounts(const Rule& rule, std::size_t window, std::size_t series, Tolerance tolerance = Tolerance::fixed);

  /// The next sample of each series. The oldest leaves if the window is full.
  void push(std::span<const double> samples);

  bool is_full() const { return sides_[0].samples.size() == window_; }

  /// The samples of the window. @param series below their number.
  Samples samples(std::size_t series) const { return sides_[series].samples.samples(); }

  /// Counts with another tolerance from now on; only if it moves. Before the first call nothing is counted.
  void set_tolerance(double r);

  /// Ordered pairs that match in the window, as LengthCounts::total. @param length 0 or 1, of those of the rule.
  std::uint64_t total(std::size_t length) const { return totals_[length]; }
  /// As LengthCounts::per_template; empty unless the rule requests it.
  std::span<const std::uint32_t> per_template(std::size_t length) const;

  /// Begins anew, without samples.
  void clear();

 private:
  using Row = AlignedVector<std::uint64_t>;

  // Pairs of the first row match, those of the second only may if the tolerance moves.
  enum Level : std::size_t { kSure, kPossible };

  // Rows of the samples at one end of the window, in a ring.
  struct EndRows {
    std::vector<std::array<Row, 2>> rows;
  };

  struct Side {
    explicit Side(std::size_t window) : samples(window) {}
    WindowSamples samples;
    EndRows newest, oldest;
    Row whole;  // templates without a missing sample, for TemplateRule::common
  };

  // A template that may match.
  struct Possible {
    double distance;
    std::size_t position;
  };

  Side& x() { return sides_.front(); }
  Side& y() { return sides_.back(); }
  std::size_t levels() const { return moving_ ? 2 : 1; }
  // From the first sample of a template to its last.
  std::size_t reach(std::size_t length) const {
    return static_cast<std::size_t>(rule_.lengths[length] - 1) * static_cast<std::size_t>(rule_.tau);
  }
  // Whether it is the first sample of the window or another of the first template.
  bool is_oldest(std::size_t position) const { return position <= sides_.front().samples.begin() + reach(1); }
  std::uint32_t number(std::size_t position) const { return static_cast<std::uint32_t>(first_number_ + position); }

  void append(std::span<const double> samples);
  void move_down(std::size_t by);
  void make_rows(Side& side, const Side& partner, std::size_t entering);
  void note_in_oldest(Side& side, const Side& partner, std::size_t entering);
  void mark_whole(Side& side, std::size_t position);
  bool is_whole(const Side& side, std::size_t position) const;
  std::size_t find(const EndRows& rows, const Side& partner, std::size_t position, std::size_t length,
                   std::size_t begin, std::size_t end, Level level, Row& matches) const;
  std::size_t take_itself(Row& matches, std::size_t i, std::size_t end) const;
  void blank_outside(std::size_t begin, std::size_t end, Row& row) const;
  void count_newest(std::size_t entering);
  void count_newest_template(std::size_t length);
  void remove_oldest(std::size_t length);
  std::span<const Possible> list_possible(const EndRows& rows, std::size_t position, std::size_t length,
                                          std::size_t begin, std::size_t end, const Row& sure);
  void start_band(double limit);
  void move_limit(double limit);

  Rule rule_;
  std::size_t window_;
  bool moving_, counting_;
  std::vector<Side> sides_;
  std::size_t apart_;                   // of the nearest templates that are compared: 0, each with itself
  double limit_ = 0.0;                  // the greatest distance that matches
  double sure_ = 0.0, possible_ = 0.0;  // limits of the rows
  double band_width_;                   // share of the tolerance on either side of it
  std::uint64_t since_band_ = 0, since_forgotten_ = 0;  // samples
  std::array<DistanceBand, 2> bands_;
  std::uint64_t first_number_ = 0;  // of the sample at position 0
  std::array<std::uint64_t, 2> totals_{};
  std::array<AlignedVector<std::uint32_t>, 2> counts_;
  std::array<Row, 2> come_, gone_;  // matches of the newest and of the oldest template, at each length
  Row possible_matches_;
  std::vector<std::size_t> possible_positions_;
  std::vector<Possible> possible_list_;
  std::vector<DistanceBand::Pair> possible_pairs_;
};

}  // namespace biotropy::match
