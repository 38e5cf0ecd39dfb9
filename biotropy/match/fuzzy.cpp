// SPDX-License-Identifier: Apache-2.0
//
// Templates are sorted by their first coordinate, so those further away than a cut-off are outside a window. The
// cut-off is proven for each sum: the pairs of nearest neighbours in that order give a lower bound of it, and all pairs
// beyond the cut-off together stay below 2^-60 of the bound. A series compared with itself is summed over one half of
// its pairs. Work is done in blocks of rows whose sums are added in their order, so threads do not change the result.
#include "biotropy/match/fuzzy.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "biotropy/cpu.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/fuzzy_templates_internal.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kRowsPerBlock = 64;
constexpr std::size_t kNeighbours = 16;  // of each template, for the lower bound
constexpr double kNegligible = 0x1p-60;

// Windows of columns for every row, and the sum over them.
class WindowSum {
 public:
  WindowSum(const FuzzyTemplates& x, const FuzzyTemplates& y, const FuzzyQuery& fuzzy, const CancelFlag* cancel)
      : x_(x), y_(y), fuzzy_(fuzzy), cancel_(cancel), begins_(x.size()), ends_(x.size()) {}

  /// The columns after a row that lie within `distance` of it in the first coordinate.
  void take_half(double distance) {
    const auto first = x_.coordinate(0);
    std::size_t end = 0;
    for (std::size_t row = 0; row < first.size(); ++row) {
      while (end < first.size() && first[end] - first[row] <= distance) ++end;
      set(row, row + 1, std::max(end, row + 1));
    }
  }

  void take_all(double distance) {
    const auto rows = x_.coordinate(0), columns = y_.coordinate(0);
    std::size_t begin = 0, end = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      while (begin < columns.size() && rows[row] - columns[begin] > distance) ++begin;
      while (end < columns.size() && columns[end] - rows[row] <= distance) ++end;
      set(row, begin, std::max(begin, end));
    }
  }

  /// The nearest columns alone.
  void take_half_of_neighbours() {
    for (std::size_t row = 0; row < x_.size(); ++row) set(row, row + 1, std::min(row + 1 + kNeighbours, x_.size()));
  }

  void take_neighbours() {
    const auto rows = x_.coordinate(0), columns = y_.coordinate(0);
    std::size_t place = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      while (place < columns.size() && columns[place] < rows[row]) ++place;
      const std::size_t begin = place > kNeighbours / 2 ? place - kNeighbours / 2 : 0;
      set(row, begin, std::min(begin + kNeighbours, columns.size()));
    }
  }

  double sum() const {
    std::vector<double> sums((x_.size() + kRowsPerBlock - 1) / kRowsPerBlock);
    parallel_for(sums.size(), cancel_, [&](std::size_t b) {
      FuzzyBlock block;
      block.x = x_.places();
      block.y = y_.places();
      block.first = b * kRowsPerBlock;
      block.last = std::min(block.first + kRowsPerBlock, x_.size());
      block.begins = begins_.data();
      block.ends = ends_.data();
      // One half of the pairs of a series never pairs a template with itself.
      const std::int64_t least_exclusion = &x_ == &y_ ? kExcludeSelf + 1 : kExcludeSelf;
      const std::int64_t theiler = fuzzy_.query.rule.theiler;
      block.excluded_time = theiler >= least_exclusion ? static_cast<double>(theiler) : -1.0;
      block.membership = fuzzy_.membership;
      block.r = fuzzy_.query.rule.r;
      sums[b] = sum_membership(block);
    });
    double total = 0.0, carry = 0.0;  // compensated, as within a block
    for (const double value : sums) {
      const double next = total + value;
      carry += total >= value ? (total - next) + value : (value - next) + total;
      total = next;
    }
    return total + carry;
  }

 private:
  void set(std::size_t row, std::size_t begin, std::size_t end) {
    begins_[row] = static_cast<std::uint32_t>(begin);
    ends_[row] = static_cast<std::uint32_t>(end);
  }

  const FuzzyTemplates& x_;
  const FuzzyTemplates& y_;
  const FuzzyQuery& fuzzy_;
  const CancelFlag* cancel_;
  std::vector<std::uint32_t> begins_, ends_;
};

// Pairs of templates that are not left out for lying too close in time.
std::uint64_t pair_count(const FuzzyTemplates& x, const FuzzyTemplates& y, std::int64_t theiler) {
  std::uint64_t pairs = static_cast<std::uint64_t>(x.size()) * y.size();
  if (theiler < 0) return pairs;
  std::vector<double> of_x(x.times().begin(), x.times().end()), of_y(y.times().begin(), y.times().end());
  std::sort(of_x.begin(), of_x.end());
  std::sort(of_y.begin(), of_y.end());
  const auto window = static_cast<double>(theiler);
  std::size_t begin = 0, end = 0;
  for (const double time : of_x) {
    while (begin < of_y.size() && of_y[begin] < time - window) ++begin;
    while (end < of_y.size() && of_y[end] <= time + window) ++end;
    pairs -= end - begin;
  }
  return pairs;
}

// The order of two sets of templates by their contents: below 0 where x comes first, 0 where they are the same.
int order(const FuzzyTemplates& x, const FuzzyTemplates& y) {
  if (&x == &y) return 0;
  const auto compare = [](std::span<const double> of_x, std::span<const double> of_y) {
    if (std::ranges::equal(of_x, of_y)) return 0;
    return std::ranges::lexicographical_compare(of_x, of_y) ? -1 : 1;
  };
  for (std::size_t k = 0; k < x.places().coordinates.size(); ++k) {
    const int found = compare(x.coordinate(k), y.coordinate(k));
    if (found != 0) return found;
  }
  return compare(x.times(), y.times());
}

FuzzySum sum_at_one_length(const FuzzyTemplates& x, const FuzzyTemplates& y, const FuzzyQuery& fuzzy,
                           const CancelFlag* cancel) {
  // Exchanging two series must not change a bit of their sum, so one of the two orders is always taken; and a copy of a
  // series is that series.
  const int found = order(x, y);
  if (found > 0) return sum_at_one_length(y, x, fuzzy, cancel);
  if (found == 0 && &x != &y) return sum_at_one_length(x, x, fuzzy, cancel);
  const Rule& rule = fuzzy.query.rule;
  FuzzySum result;
  result.pairs = pair_count(x, y, rule.theiler);
  if (result.pairs == 0) return result;
  const bool half = &x == &y;
  WindowSum window(x, y, fuzzy, cancel);
  half ? window.take_half_of_neighbours() : window.take_neighbours();
  const double least = window.sum() * (kNegligible / static_cast<double>(result.pairs));
  const double distance = least > 0.0 ? reach(fuzzy.membership, rule.r, least) : HUGE_VAL;
  half ? window.take_half(distance) : window.take_all(distance);
  result.total = window.sum();
  if (half) {
    result.total *= 2.0;
    if (rule.theiler < kExcludeSelf) {
      result.total += static_cast<double>(x.size()) * degree(fuzzy.membership, rule.r, 0.0);
    }
  }
  return result;
}

// Series with the same samples share their templates, so that a pair of them is known to be a self comparison.
using Shared = std::map<std::pair<const double*, std::size_t>, std::vector<FuzzyTemplates>>;

Shared templates_of_group(const FuzzyQuery& fuzzy, std::size_t group, const CancelFlag* cancel) {
  const Rule& rule = fuzzy.query.rule;
  Shared shared;
  std::vector<std::pair<Samples, std::vector<FuzzyTemplates>*>> wanted;
  for (std::size_t pair = 0; pair < fuzzy.query.pairs.size(); ++pair) {
    for (const Samples samples : {fuzzy.query.x(group, pair), fuzzy.query.y(group, pair)}) {
      const auto [place, is_new] = shared.try_emplace({samples.data(), samples.size()});
      if (is_new) wanted.emplace_back(samples, &place->second);
    }
  }
  parallel_for(wanted.size(), cancel, [&](std::size_t i) {
    const auto& [samples, templates] = wanted[i];
    const TemplateSet set(samples, rule);
    for (const int length : rule.lengths) {
      templates->emplace_back(samples, rule, set, length, fuzzy.remove_local_mean);
    }
  });
  return shared;
}

}  // namespace

void fuzzy_sums(const FuzzyQuery& fuzzy, const FuzzySink& sink, const Execution& execution) {
  static const bool limited = (limit_instruction_set_by_environment(), true);
  (void)limited;
  const Query& query = fuzzy.query;
  validate(query);
  validate(fuzzy.membership, query.rule.r);
  if (execution.device != "auto" && execution.device != "cpu") {
    throw Error(ErrorCode::no_counter,
                "fuzzy sums are made on the processor alone, not on the device '" + execution.device + "'");
  }
  with_threads(execution, [&] {
    parallel_for(query.groups(), execution.cancel, [&](std::size_t group) {
      const Shared shared = templates_of_group(fuzzy, group, execution.cancel);
      parallel_for(query.pairs.size(), execution.cancel, [&](std::size_t pair) {
        const Samples x = query.x(group, pair), y = query.y(group, pair);
        const auto& of_x = shared.at({x.data(), x.size()});
        const auto& of_y = shared.at({y.data(), y.size()});
        std::vector<FuzzySum> sums;
        for (std::size_t position = 0; position < query.rule.lengths.size(); ++position) {
          sums.push_back(sum_at_one_length(of_x[position], of_y[position], fuzzy, execution.cancel));
        }
        sink({group, pair, sums});
      });
    });
  });
}

}  // namespace biotropy::match
