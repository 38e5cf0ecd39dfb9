// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/overlap_rows_internal.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "biotropy/aligned.hpp"
#include "biotropy/match/engines/run_walk.hpp"
#include "biotropy/match/engines/sample_codes.hpp"
#include "biotropy/match/query.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/overlap_rows.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_MATCH_OVERLAP_ROWS
#define BIOTROPY_MATCH_OVERLAP_ROWS

namespace biotropy::match {

constexpr std::size_t kSquareVectors = 16, kSquareWords = 8, kSquareBits = 512;
constexpr std::size_t kSquareRow = kSquareVectors * kSquareWords;  // words of a row of a stretch
constexpr std::size_t kMostPlanes = 5;                             // of counts up to 31

// Matches of one template at every length, from `window` columns before the stretch to as many behind it.
struct MatchRowJob {
  const std::uint64_t* table;  // by code
  std::size_t table_row;       // words
  const std::uint16_t* codes;  // of the template
  std::size_t tau;
  std::span<const int> lengths;
  const std::uint64_t* valid;  // columns that are templates, by length
  std::size_t words;           // of a row
  std::uint64_t* rows;         // by length
};

// Number of matches from `window` columns before to as many behind each column, in planes of bits.
struct PlanesJob {
  const std::uint64_t* row;
  std::size_t height;  // 2 window + 1
  std::uint64_t* planes;
};

struct SquaresJob {
  const std::uint64_t* centres;
  const std::uint64_t* planes;  // of every row of the square
  std::size_t height;
  std::size_t words;  // between the planes of two rows
};

}  // namespace biotropy::match

#endif  // BIOTROPY_MATCH_OVERLAP_ROWS

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::CappedTag<std::uint64_t, kSquareWords>;
using Bits = hn::Vec<Words>;

void MatchRow(const MatchRowJob& job) {
  const Words d;
  for (std::size_t word = 0; word < job.words; word += hn::Lanes(d)) {
    Bits all = hn::Set(d, ~std::uint64_t{0});
    std::size_t k = 0;
    for (std::size_t l = 0; l < job.lengths.size(); ++l) {
      for (; k < static_cast<std::size_t>(job.lengths[l]); ++k) {
        const std::size_t step = k * job.tau;
        all = hn::And(all, hn::Load(d, job.table + job.codes[step] * job.table_row + step * kSquareWords + word));
      }
      hn::Store(hn::And(all, hn::Load(d, job.valid + l * job.words + word)), d, job.rows + l * job.words + word);
    }
  }
}

// One plane for each P: folds, because compilers keep the planes of a loop in memory.
template <std::size_t... P>
HWY_INLINE void AddPlanes(const PlanesJob& job, std::index_sequence<P...>) {
  const Words d;
  for (std::size_t word = 0; word < kSquareRow; word += hn::Lanes(d)) {
    Bits planes[] = {(static_cast<void>(P), hn::Zero(d))...};
    for (std::size_t shift = 0; shift < job.height; ++shift) {
      Bits carry = hn::Load(d, job.row + shift * kSquareWords + word), next = carry;
      ((next = hn::And(planes[P], carry), planes[P] = hn::Xor(planes[P], carry), carry = next), ...);
    }
    (hn::Store(planes[P], d, job.planes + P * kSquareRow + word), ...);
  }
}

template <std::size_t... P>
HWY_INLINE std::uint64_t SumPlanes(const SquaresJob& job, std::index_sequence<P...>) {
  const Words d;
  Bits sums[] = {(static_cast<void>(P), hn::Zero(d))...};
  for (std::size_t word = 0; word < kSquareRow; word += hn::Lanes(d)) {
    const Bits centres = hn::Load(d, job.centres + word);
    const std::uint64_t* planes = job.planes + word;
    for (std::size_t row = 0; row < job.height; ++row, planes += job.words) {
      ((sums[P] = hn::Add(sums[P], hn::PopulationCount(hn::And(centres, hn::Load(d, planes + P * kSquareRow))))), ...);
    }
  }
  return ((hn::GetLane(hn::SumOfLanes(d, sums[P])) << P) + ...);
}

void RowPlanes(const PlanesJob& job) {
  switch (std::bit_width(job.height)) {
    case 1:
      return AddPlanes(job, std::make_index_sequence<1>());
    case 2:
      return AddPlanes(job, std::make_index_sequence<2>());
    case 3:
      return AddPlanes(job, std::make_index_sequence<3>());
    case 4:
      return AddPlanes(job, std::make_index_sequence<4>());
    default:
      return AddPlanes(job, std::make_index_sequence<kMostPlanes>());
  }
}

std::uint64_t SumSquares(const SquaresJob& job) {
  switch (std::bit_width(job.height)) {
    case 1:
      return SumPlanes(job, std::make_index_sequence<1>());
    case 2:
      return SumPlanes(job, std::make_index_sequence<2>());
    case 3:
      return SumPlanes(job, std::make_index_sequence<3>());
    case 4:
      return SumPlanes(job, std::make_index_sequence<4>());
    default:
      return SumPlanes(job, std::make_index_sequence<kMostPlanes>());
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(MatchRow);
HWY_EXPORT(RowPlanes);
HWY_EXPORT(SumSquares);

namespace {

constexpr std::size_t kMostSquareValues = 2048;
constexpr std::size_t kLongestWindow = 15;
constexpr auto kStretchColumns = static_cast<std::int64_t>(kSquareVectors * kSquareBits);

using Bitmap = AlignedVector<std::uint64_t>;

// What all stretches share.
struct SquareInput {
  const Rule& rule;
  bool half;
  std::size_t window;
  std::int64_t apart;
  std::size_t n_x, n_y;
  TemplateSet of_x, of_y;
  SampleCodes x, y;
  std::vector<PlaceRun> codes_of_x;  // by code of y, those that match it
};

// One stretch of columns.
class SquareStretch {
 public:
  SquareStretch(const SquareInput& input, std::int64_t first)
      : input_(input),
        first_(first - static_cast<std::int64_t>(input.window)),
        lengths_(input.rule.lengths.size()),
        height_(2 * input.window + 1),
        planes_(static_cast<std::size_t>(std::bit_width(height_))),
        row_words_((kSquareVectors + 2 * input.window) * kSquareWords),
        table_words_(row_words_ + static_cast<std::size_t>(input.rule.lengths.back() - 1) *
                                      static_cast<std::size_t>(input.rule.tau) * kSquareWords),
        table_((input.x.values.size() + 1) * table_words_),
        valid_(lengths_ * row_words_),
        row_(lengths_ * row_words_),
        centres_(height_ * lengths_ * kSquareRow),
        counts_(lengths_ * height_ * planes_ * kSquareRow) {
    for (std::size_t column = 0; column < input.n_y; ++column) {
      if (!is_near(column, table_words_)) continue;
      if (input.y.codes[column] < input.y.values.size()) {
        const PlaceRun run = input.codes_of_x[input.y.codes[column]];
        for (std::size_t code = run.begin; code < run.end; ++code)
          set(&table_[code * table_words_], table_words_, column);
      }
      for (std::size_t l = 0; l < lengths_; ++l) {
        const bool is_template = column < template_count(input.rule, input.n_y, input.rule.lengths[l]);
        if (is_template && input.of_y.contains(column)) set(&valid_[l * row_words_], row_words_, column);
      }
    }
  }

  std::vector<Squares> sum(const CancelFlag* cancel) {
    std::vector<Squares> result(lengths_);
    const std::int64_t behind = first_ + static_cast<std::int64_t>(input_.window) + kStretchColumns;
    const std::size_t rows = input_.half ? std::min(input_.n_x, static_cast<std::size_t>(behind)) : input_.n_x;
    for (std::size_t entering = 0; entering < rows + input_.window; ++entering) {
      if (cancel != nullptr) cancel->check();
      enter(entering);
      if (entering >= input_.window) add(entering - input_.window, result);
    }
    return result;
  }

 private:
  std::int64_t column_of(std::size_t vector) const { return first_ + static_cast<std::int64_t>(vector); }

  bool is_near(std::size_t column, std::size_t words) const {
    const std::int64_t place = static_cast<std::int64_t>(column) - first_;
    return place >= 0 && place < kStretchColumns + static_cast<std::int64_t>(words / kSquareWords);
  }

  // A column is in every vector that can hold it.
  void set(std::uint64_t* row, std::size_t words, std::size_t column) const {
    const auto place = static_cast<std::size_t>(static_cast<std::int64_t>(column) - first_);
    for (std::size_t vector = place % kSquareVectors; vector * kSquareWords < words && vector <= place;
         vector += kSquareVectors) {
      const std::size_t bit = (place - vector) / kSquareVectors;
      if (bit < kSquareBits) row[vector * kSquareWords + bit / 64] |= std::uint64_t{1} << bit % 64;
    }
  }

  // Clears the columns [from, to] of vectors from `vector` on.
  void clear(std::uint64_t* row, std::size_t words, std::size_t vector, std::int64_t from, std::int64_t to) const {
    constexpr auto vectors = static_cast<std::int64_t>(kSquareVectors), most = static_cast<std::int64_t>(kSquareBits);
    for (; words > 0; words -= kSquareWords, row += kSquareWords, ++vector) {
      const std::int64_t low = from - column_of(vector), high = to - column_of(vector);
      if (high < 0) continue;
      const std::int64_t begin = low <= 0 ? 0 : (low + vectors - 1) / vectors, end = std::min(high / vectors + 1, most);
      for (std::int64_t word = begin / 64; word * 64 < end; ++word) {
        const std::int64_t first = std::max<std::int64_t>(begin - word * 64, 0),
                           behind = std::min<std::int64_t>(end - word * 64, 64);
        if (first >= behind) continue;
        const std::uint64_t ones = ~std::uint64_t{0} >> (64 - (behind - first));
        row[word] &= ~(ones << first);
      }
    }
  }

  void enter(std::size_t row) {
    const Rule& rule = input_.rule;
    const std::size_t slot = row % height_;
    const auto at = static_cast<std::int64_t>(row);
    const bool is_template = row < template_count(rule, input_.n_x, rule.lengths.front()) && input_.of_x.contains(row);
    if (is_template) {
      HWY_DYNAMIC_DISPATCH(MatchRow)
      ({table_.data(), table_words_, input_.x.codes.data() + row, static_cast<std::size_t>(rule.tau), rule.lengths,
        valid_.data(), row_words_, row_.data()});
    }
    for (std::size_t l = 0; l < lengths_; ++l) {
      std::uint64_t* found = &row_[l * row_words_];
      if (!is_template || row >= template_count(rule, input_.n_x, rule.lengths[l])) std::fill_n(found, row_words_, 0);
      const std::int64_t far = std::max<std::int64_t>(rule.theiler, input_.half ? 0 : -1);
      if (far >= 0) clear(found, row_words_, 0, input_.half ? 0 : at - far, at + far);
      HWY_DYNAMIC_DISPATCH(RowPlanes)({found, height_, &counts_[(l * height_ + slot) * planes_ * kSquareRow]});
      std::uint64_t* centres = &centres_[(slot * lengths_ + l) * kSquareRow];
      std::copy_n(found + input_.window * kSquareWords, kSquareRow, centres);
      clear(centres, kSquareRow, input_.window, 0, at + input_.apart);
    }
  }

  void add(std::size_t row, std::vector<Squares>& result) const {
    for (std::size_t l = 0; l < lengths_; ++l) {
      const std::uint64_t* centres = &centres_[(row % height_ * lengths_ + l) * kSquareRow];
      const auto sum = [&](std::size_t length) {
        const std::size_t words = planes_ * kSquareRow;
        return HWY_DYNAMIC_DISPATCH(SumSquares)({centres, &counts_[length * height_ * words], height_, words});
      };
      result[l].same += sum(l);
      if (l > 0) result[l].shorter += sum(l - 1);
    }
  }

  const SquareInput& input_;
  std::int64_t first_;  // column of the first bit: `window` columns before the stretch
  std::size_t lengths_, height_, planes_, row_words_, table_words_;
  Bitmap table_, valid_, row_;
  Bitmap centres_;  // of the latest rows, by row and length
  Bitmap counts_;   // matches around each column, by length, row and plane
};

}  // namespace

bool has_dense_squares(Samples x, Samples y, const Rule& rule, std::size_t window) {
  constexpr std::size_t worthwhile = 2048;
  constexpr std::int64_t longest_reach = 64;  // samples from the first of a template to its last: bounds the table
  const std::int64_t reach = static_cast<std::int64_t>(rule.lengths.back()) * rule.tau;
  return std::min(x.size(), y.size()) >= worthwhile && window <= kLongestWindow && reach <= longest_reach;
}

std::optional<std::vector<Squares>> dense_squares(Samples x, Samples y, const Rule& rule, bool half, std::size_t window,
                                                  std::int64_t apart, const CancelFlag* cancel) {
  if (window > kLongestWindow) return std::nullopt;
  auto codes_x = sample_codes(x, kMostSquareValues), codes_y = sample_codes(y, kMostSquareValues);
  if (!codes_x || !codes_y) return std::nullopt;
  SquareInput input{rule,
                    half,
                    window,
                    apart,
                    x.size(),
                    y.size(),
                    TemplateSet(x, rule),
                    TemplateSet(y, rule),
                    std::move(*codes_x),
                    std::move(*codes_y),
                    {}};
  input.codes_of_x = matching_runs(input.y.values, input.x.values, rule.r, rule.boundary);
  // A template beyond the end has missing samples there.
  const std::size_t reach = static_cast<std::size_t>(rule.lengths.back()) * static_cast<std::size_t>(rule.tau);
  input.x.codes.resize(x.size() + reach, static_cast<std::uint16_t>(input.x.values.size()));
  const std::size_t stretches = (y.size() + kStretchColumns - 1) / kStretchColumns;
  std::vector<std::vector<Squares>> found(stretches);
  parallel_for(stretches, cancel, [&](std::size_t s) {
    found[s] = SquareStretch(input, static_cast<std::int64_t>(s) * kStretchColumns).sum(cancel);
  });
  std::vector<Squares> total(rule.lengths.size());
  for (const auto& of_stretch : found) {
    for (std::size_t l = 0; l < total.size(); ++l) {
      total[l].same += of_stretch[l].same;
      total[l].shorter += of_stretch[l].shorter;
    }
  }
  return total;
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
