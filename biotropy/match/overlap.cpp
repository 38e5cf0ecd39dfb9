// SPDX-License-Identifier: Apache-2.0
//
// A matching pair P = (i, j) overlaps the pairs that have a template near i or near j. Their number is the matches of
// all these templates, minus the pairs counted twice because both of their templates are among them, minus P itself.
// The matches per template come from the engines. Pairs counted twice have one template near i and one near j: a
// square of the matrix of matches around (i, j), summed with running sums of columns while the matrix is walked row by
// row (overlap_rows.cpp does so with sets of bits). If i and j are themselves close, all of this lies in one narrow
// band along the diagonal, which is listed.
#include "biotropy/match/overlap.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/match/engines/rank_space.hpp"
#include "biotropy/match/exclusion.hpp"
#include "biotropy/match/overlap_rows_internal.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kRowsPerTask = 2048;

// Rows of the matrix of matches, as lists of columns, one list for each length of the rule.
class MatchRows {
 public:
  using Lists = std::vector<std::vector<std::uint32_t>>;

  MatchRows(Samples x, Samples y, const Rule& rule, bool half)
      : n_x_(x.size()),
        n_y_(y.size()),
        rule_(rule),
        half_(half),
        of_x_(x, rule),
        of_y_(y, rule),
        space_(x, y, rule.r, rule.boundary) {}

  /// Lists the matches of template `row`, unordered; only later templates if one half of the matrix is used.
  void list(std::size_t row, Lists& columns) const {
    for (auto& list : columns) list.clear();
    const auto delay = static_cast<std::size_t>(rule_.tau);
    const int shortest = rule_.lengths.front();
    if (row >= template_count(rule_, n_x_, shortest) || !of_x_.contains(row)) return;
    // Candidates are taken from the sample of the template that has the fewest.
    std::size_t offset = 0;
    for (int k = 1; k < shortest; ++k) {
      const std::size_t other = static_cast<std::size_t>(k) * delay;
      if (width(row + other) < width(row + offset)) offset = other;
    }
    for (std::size_t place = space_.runs[row + offset].begin; place < space_.runs[row + offset].end; ++place) {
      const std::size_t time = space_.times[place];
      if (time >= offset) add(row, time - offset, columns);
    }
  }

 private:
  std::size_t width(std::size_t sample) const { return space_.runs[sample].end - space_.runs[sample].begin; }

  void add(std::size_t row, std::size_t column, Lists& columns) const {
    if ((half_ && column <= row) || excluded(rule_, row, column)) return;
    if (column >= template_count(rule_, n_y_, rule_.lengths.front()) || !of_y_.contains(column)) return;
    int compared = 0;
    for (std::size_t position = 0; position < rule_.lengths.size(); ++position) {
      const int length = rule_.lengths[position];
      if (row >= template_count(rule_, n_x_, length) || column >= template_count(rule_, n_y_, length)) return;
      for (; compared < length; ++compared) {
        const std::size_t step = static_cast<std::size_t>(compared) * static_cast<std::size_t>(rule_.tau);
        const std::uint32_t rank = space_.ranks[column + step];
        if (rank < space_.runs[row + step].begin || rank >= space_.runs[row + step].end) return;
      }
      columns[position].push_back(static_cast<std::uint32_t>(column));
    }
  }

  std::size_t n_x_, n_y_;
  const Rule& rule_;
  bool half_;
  TemplateSet of_x_, of_y_;
  RankSpace space_;
};

// Walks the rows in order, with column sums over the latest 2 window + 1 rows.
class SquareWalk {
 public:
  SquareWalk(const MatchRows& rows, std::size_t n_y, std::size_t lengths, std::size_t window, std::int64_t apart)
      : rows_(rows),
        window_(window),
        height_(2 * window + 1),
        apart_(apart),
        recent_(height_, MatchRows::Lists(lengths)),
        // Columns are shifted by the window, so that a square at the border needs no test.
        in_column_(lengths, std::vector<std::uint32_t>(n_y + 2 * window)) {}

  void enter(std::size_t row) {
    MatchRows::Lists& lists = recent_[row % height_];
    for (std::size_t l = 0; l < lists.size(); ++l) {
      for (const std::uint32_t column : lists[l]) --in_column_[l][column + window_];
    }
    rows_.list(row, lists);
    for (std::size_t l = 0; l < lists.size(); ++l) {
      for (const std::uint32_t column : lists[l]) ++in_column_[l][column + window_];
    }
  }

  /// Adds the squares around the matches of a row, after all its neighbours were entered.
  void add(std::size_t row, std::vector<Squares>& squares) const {
    const MatchRows::Lists& lists = recent_[row % height_];
    for (std::size_t l = 0; l < lists.size(); ++l) {
      for (const std::uint32_t column : lists[l]) {
        if (static_cast<std::int64_t>(column) <= static_cast<std::int64_t>(row) + apart_) continue;
        for (std::size_t k = 0; k < height_; ++k) {
          squares[l].same += in_column_[l][column + k];
          if (l > 0) squares[l].shorter += in_column_[l - 1][column + k];
        }
      }
    }
  }

 private:
  const MatchRows& rows_;
  std::size_t window_, height_;
  std::int64_t apart_;
  std::vector<MatchRows::Lists> recent_;
  std::vector<std::vector<std::uint32_t>> in_column_;
};

// Rows are shared out in blocks; each block also walks its margin.
std::vector<Squares> sum_squares(const MatchRows& rows, std::size_t n_x, std::size_t n_y, std::size_t lengths,
                                 std::size_t window, std::int64_t apart, const CancelFlag* cancel) {
  const std::size_t tasks = (n_x + kRowsPerTask - 1) / kRowsPerTask;
  std::vector<std::vector<Squares>> of_tasks(tasks, std::vector<Squares>(lengths));
  parallel_for(tasks, cancel, [&](std::size_t task) {
    const std::size_t first = task * kRowsPerTask, last = std::min(first + kRowsPerTask, n_x);
    SquareWalk walk(rows, n_y, lengths, window, apart);
    for (std::size_t entering = first > window ? first - window : 0; entering < last + window; ++entering) {
      if (cancel != nullptr) cancel->check();
      walk.enter(entering);
      if (entering >= first + window) walk.add(entering - window, of_tasks[task]);
    }
  });
  std::vector<Squares> total(lengths);
  for (const auto& of_task : of_tasks) {
    for (std::size_t l = 0; l < lengths; ++l) {
      total[l].same += of_task[l].same;
      total[l].shorter += of_task[l].shorter;
    }
  }
  return total;
}

// Sums over intervals of a sequence of counts.
class Prefix {
 public:
  explicit Prefix(std::span<const std::uint32_t> counts) : before_(counts.size() + 1) {
    for (std::size_t i = 0; i < counts.size(); ++i) before_[i + 1] = before_[i] + counts[i];
  }

  /// Over [first, last], cut to the sequence.
  std::uint64_t between(std::int64_t first, std::int64_t last) const {
    const auto size = static_cast<std::int64_t>(before_.size()) - 1;
    const std::int64_t begin = std::clamp<std::int64_t>(first, 0, size),
                       end = std::clamp<std::int64_t>(last + 1, 0, size);
    return end > begin ? before_[static_cast<std::size_t>(end)] - before_[static_cast<std::size_t>(begin)] : 0;
  }

 private:
  std::vector<std::uint64_t> before_;
};

// Matches (i, i + d) of a series with itself for the distances d up to 4 windows.
class Band {
 public:
  Band(Samples x, const Rule& rule, std::size_t position, std::int64_t window) {
    const std::size_t templates = template_count(rule, x.size(), rule.lengths[position]);
    const TemplateSet set(x, rule);
    for (std::int64_t d = 1; d <= 4 * window; ++d) {
      const auto distance = static_cast<std::size_t>(d);
      std::vector<std::uint32_t> matched(templates > distance ? templates - distance : 0);
      for (std::size_t i = 0; i < matched.size(); ++i) {
        const std::size_t j = i + distance;
        matched[i] = set.contains(i) && set.contains(j) && !excluded(rule, i, j) &&
                     is_match(x, i, j, rule, rule.lengths[position]);
      }
      diagonals_.emplace_back(matched);
    }
  }

  bool matched(std::size_t i, std::int64_t distance) const {
    const auto at = static_cast<std::int64_t>(i);
    return diagonals_[static_cast<std::size_t>(distance - 1)].between(at, at) > 0;
  }

  /// Matching pairs with both templates in [first, last].
  std::uint64_t inside(std::int64_t first, std::int64_t last) const {
    std::uint64_t pairs = 0;
    const std::int64_t furthest = std::min<std::int64_t>(last - first, static_cast<std::int64_t>(diagonals_.size()));
    for (std::int64_t d = 1; d <= furthest; ++d) {
      pairs += diagonals_[static_cast<std::size_t>(d - 1)].between(first, last - d);
    }
    return pairs;
  }

 private:
  static bool is_match(Samples x, std::size_t i, std::size_t j, const Rule& rule, int length) {
    for (int k = 0; k < length; ++k) {
      const std::size_t step = static_cast<std::size_t>(k) * static_cast<std::size_t>(rule.tau);
      if (!matches(x[i + step], x[j + step], rule.r, rule.boundary)) return false;
    }
    return true;
  }

  std::vector<Prefix> diagonals_;
};

// Matches of one length, per template and (in a self comparison) along the diagonal.
struct LengthMatches {
  std::span<const std::uint32_t> of_x, of_y;
  const Band* band = nullptr;
};

std::uint64_t total(std::span<const std::uint32_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

// Number of couples (P, Q), P among `p` and Q among `q`, which contains every pair of `p`. `squares` is the sum of the
// squares of `q` around the pairs of `p` that are more than 2 windows apart.
std::uint64_t couples_in_one_series(const LengthMatches& p, const LengthMatches& q, std::uint64_t squares,
                                    std::int64_t window) {
  const Prefix partners(q.of_x);
  std::vector<std::uint64_t> near(p.of_x.size());  // partners of a template at most 2 windows away
  std::uint64_t all_near = 0, couples = 0;
  for (std::size_t i = 0; i < p.of_x.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    for (std::int64_t d = 1; d <= 2 * window && i + static_cast<std::size_t>(d) < p.of_x.size(); ++d) {
      if (!p.band->matched(i, d)) continue;
      ++near[i];
      ++near[i + static_cast<std::size_t>(d)];
      ++all_near;
      const std::int64_t first = at - window, last = at + d + window;
      couples += partners.between(first, last) - q.band->inside(first, last) - 1;
    }
  }
  for (std::size_t i = 0; i < p.of_x.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    const std::int64_t first = at - window, last = at + window;
    couples += (p.of_x[i] - near[i]) * (partners.between(first, last) - q.band->inside(first, last));
  }
  return couples - squares - (total(p.of_x) / 2 - all_near);
}

std::uint64_t couples_in_two_series(const LengthMatches& p, const LengthMatches& q, std::uint64_t squares,
                                    std::int64_t window) {
  std::uint64_t couples = 0;
  for (const auto& [counts, of_q] : {std::pair(p.of_x, q.of_x), std::pair(p.of_y, q.of_y)}) {
    const Prefix partners(of_q);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto at = static_cast<std::int64_t>(i);
      couples += counts[i] * partners.between(at - window, at + window);
    }
  }
  return couples - squares - total(p.of_x);
}

}  // namespace

std::vector<Overlaps> count_overlaps(Samples x, Samples y, const Rule& rule, std::int64_t window,
                                     const Execution& execution) {
  const bool same = x.data() == y.data() && x.size() == y.size();
  if (window < 0) throw Error::argument("window", std::to_string(window), "an integer of at least 0");
  if (same && rule.theiler < kExcludeSelf) {
    throw Error::argument("theiler", std::to_string(rule.theiler), "at least 0 for a series compared with itself");
  }
  Rule per_template = rule;
  per_template.per_template = true;
  const Counts of_x = count_matches(x, y, per_template, execution);
  const Counts of_y = same ? Counts() : count_matches(y, x, per_template, execution);
  const std::int64_t apart = same ? 2 * window : -static_cast<std::int64_t>(x.size()) - 1;
  std::vector<Squares> squares;
  with_threads(execution, [&] {
    if (has_dense_squares(x, y, rule, static_cast<std::size_t>(window))) {
      const auto dense = dense_squares(x, y, rule, same, static_cast<std::size_t>(window), apart, execution.cancel);
      if (dense) squares = *dense;
    }
    if (!squares.empty()) return;
    const MatchRows rows(x, y, rule, same);
    squares = sum_squares(rows, x.size(), y.size(), rule.lengths.size(), static_cast<std::size_t>(window), apart,
                          execution.cancel);
  });
  std::vector<Band> bands;
  std::vector<LengthMatches> matches;
  for (std::size_t l = 0; l < rule.lengths.size() && same; ++l) bands.emplace_back(x, rule, l, window);
  for (std::size_t l = 0; l < rule.lengths.size(); ++l) {
    matches.push_back(
        {of_x.per_template[l], same ? of_x.per_template[l] : of_y.per_template[l], same ? &bands[l] : nullptr});
  }
  const auto couples = same ? couples_in_one_series : couples_in_two_series;
  std::vector<Overlaps> result(rule.lengths.size());
  for (std::size_t l = 0; l < result.size(); ++l) {
    result[l].pairs = total(matches[l].of_x) / (same ? 2 : 1);
    result[l].couples = couples(matches[l], matches[l], squares[l].same, window);
    if (l > 0) result[l].couples_with_shorter = couples(matches[l], matches[l - 1], squares[l].shorter, window);
  }
  return result;
}

}  // namespace biotropy::match
