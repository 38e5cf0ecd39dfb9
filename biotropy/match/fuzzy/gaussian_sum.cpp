// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/fuzzy/gaussian_sum_internal.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <tuple>
#include <utility>

#include "biotropy/match/fuzzy/gaussian_points_internal.hpp"
#include "biotropy/match/fuzzy/gaussian_strips_internal.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::match {

namespace {

constexpr int kLeastExponent = 5, kLargestExponent = 9;  // samples up to 1024 units of the Gaussian from the middle
constexpr double kFewestNear = 0x1p-16;   // mean membership, below which what spreads leave out could matter
constexpr double kLeastOfItself = 0.25;   // sum for each template, below which the pairs of each with itself blur it
constexpr double kOffsetStep = 64.0;      // in units of the Gaussian
constexpr std::size_t kWorthwhile = 256;  // templates

// The membership is exp(-(factor d)^2); 0 if it is not Gaussian.
double gaussian_factor(const Membership& membership, double r) {
  switch (membership.form) {
    case MembershipForm::exponential:
      return membership.n == 2.0 ? 1.0 / r : 0.0;
    case MembershipForm::chen:
      return membership.n == 2.0 ? 1.0 / std::sqrt(r) : 0.0;
    case MembershipForm::gaussian:
      return std::numbers::sqrt2 / (2.0 * r);
    default:
      return 0.0;
  }
}

bool on_line(const FuzzyQuery& fuzzy, int length) {
  return length == 1 || (length == 2 && fuzzy.remove_local_mean);
}

bool is_before(Samples x, Samples y) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  if (x.size() != y.size()) return x.size() < y.size();
  return std::ranges::lexicographical_compare(x, y, {}, bits, bits);
}

struct Extent {
  double least = HUGE_VAL, greatest = -HUGE_VAL;

  explicit Extent(Samples samples) {
    for (const double value : samples) {
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
  }

  double middle() const { return greatest >= least ? 0.5 * least + 0.5 * greatest : 0.0; }
  double furthest(double offset) const { return greatest >= least ? std::max(greatest - offset, offset - least) : 0.0; }
};

// Sums of pairs at one length.
class GaussianJob {
 public:
  GaussianJob(const FuzzyQuery& fuzzy, int length, const CancelFlag* cancel)
      : fuzzy_(fuzzy),
        length_(length),
        cancel_(cancel),
        factor_(gaussian_factor(fuzzy.membership, fuzzy.query.rule.r)) {}

  std::vector<std::optional<FuzzySum>> run(std::span<const std::pair<Samples, Samples>> pairs) {
    for (const auto& [x, y] : pairs) add(x, y);
    make_points();
    on_line(fuzzy_, length_) ? sum_on_line() : sum_in_plane();
    std::vector<std::optional<FuzzySum>> result;
    for (const OfPair& pair : pairs_) result.push_back(result_of(pair));
    return result;
  }

 private:
  using Points = std::unique_ptr<const GaussianPoints>;

  struct OfPair {
    const Points* x = nullptr;  // null if samples lie too far apart
    const Points* y = nullptr;
    double sum = 0.0;  // of a series with itself, over the pairs of two templates
    bool is_near() const { return x != nullptr; }
    bool is_self() const { return x == y; }
    bool is_empty() const { return (*x)->size() == 0 || (*y)->size() == 0; }
  };

  // The order of two series is fixed by their samples; equal ones are a self comparison.
  void add(Samples x, Samples y) {
    if (is_before(y, x)) std::swap(x, y);
    if (!is_before(x, y)) y = x;
    OfPair& pair = pairs_.emplace_back();
    const Extent &of_x = extent(x), &of_y = extent(y);
    const auto offset = [&](const Extent& own) {
      if (fuzzy_.remove_local_mean) return own.middle();
      return std::nearbyint(of_x.middle() * factor_ / kOffsetStep) * kOffsetStep / factor_;
    };
    const double furthest = std::max(of_x.furthest(offset(of_x)), of_y.furthest(offset(of_y))) * factor_;
    if (!(furthest < std::ldexp(2.0, kLargestExponent))) return;
    const int exponent = furthest > 0.0 ? std::max(std::ilogb(furthest), kLeastExponent) : kLeastExponent;
    pair.x = points(x, {offset(of_x), exponent});
    pair.y = points(y, {offset(of_y), exponent});
  }

  const Extent& extent(Samples samples) {
    return extents_.try_emplace({samples.data(), samples.size()}, samples).first->second;
  }

  const Points* points(Samples samples, const GaussianFrame& frame) {
    const auto [place, is_new] = points_.try_emplace({samples.data(), samples.size(), frame});
    if (is_new) wanted_.emplace_back(samples, frame, &place->second);
    return &place->second;
  }

  void make_points() {
    parallel_for(wanted_.size(), cancel_, [&](std::size_t i) {
      const auto& [samples, frame, place] = wanted_[i];
      *place = std::make_unique<const GaussianPoints>(samples, fuzzy_.query.rule, length_, fuzzy_.remove_local_mean,
                                                      frame, factor_);
    });
  }

  bool is_to_be_summed(const OfPair& pair) const {
    return pair.is_near() && !pair.is_empty() && !(*pair.x)->coincides_with(**pair.y);
  }

  void sum_on_line() {
    parallel_for(pairs_.size(), cancel_, [&](std::size_t i) {
      OfPair& pair = pairs_[i];
      if (!is_to_be_summed(pair)) return;
      pair.sum = product_of_grids(**pair.x, **pair.y);
      if (!pair.is_self()) return;
      const auto n = static_cast<double>((*pair.x)->size());
      pair.sum = pair.sum - n < kLeastOfItself * n ? kNaN : 0.5 * (pair.sum - n);
    });
  }

  static double product_of_grids(const GaussianPoints& x, const GaussianPoints& y) {
    const auto begin = std::max(x.first_group(), y.first_group());
    const auto of = [&](const GaussianPoints& points) {
      const auto skipped = static_cast<std::size_t>(begin - points.first_group()) * kGroupPoints;
      return points.grid().subspan(std::min(skipped, points.grid().size()));
    };
    const std::span<const double> of_x = of(x), of_y = of(y);
    std::array<double, kGroupPoints> sums{};
    for (std::size_t i = 0; i < std::min(of_x.size(), of_y.size()); i += kGroupPoints) {
      for (std::size_t k = 0; k < kGroupPoints; ++k) sums[k] += of_x[i + k] * of_y[i + k];
    }
    return x.scale() * (((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7])));
  }

  // The second series of a pair becomes a table for all its partners.
  void sum_in_plane() {
    std::map<const Points*, std::vector<OfPair*>> by_table;
    std::vector<OfPair*> selves;
    for (OfPair& pair : pairs_) {
      if (is_to_be_summed(pair)) (pair.is_self() ? selves : by_table[pair.y]).push_back(&pair);
    }
    parallel_for(selves.size(), cancel_,
                 [&](std::size_t i) { selves[i]->sum = sum_with_itself(**selves[i]->x, cancel_); });
    std::vector<std::vector<OfPair*>> tables;
    for (auto& [points, pairs] : by_table) tables.push_back(std::move(pairs));
    parallel_for(tables.size(), cancel_, [&](std::size_t t) {
      std::vector<const GaussianPoints*> partners;
      for (const OfPair* pair : tables[t]) partners.push_back(pair->x->get());
      const std::vector<double> sums = sums_with_partners(**tables[t].front()->y, partners, cancel_);
      for (std::size_t k = 0; k < sums.size(); ++k) tables[t][k]->sum = sums[k];
    });
  }

  std::optional<FuzzySum> result_of(const OfPair& pair) const {
    if (!pair.is_near()) return std::nullopt;
    if (pair.is_empty()) return FuzzySum{};
    const auto n = static_cast<std::uint64_t>((*pair.x)->size());
    const std::uint64_t of_y = (*pair.y)->size(), two = pair.is_self() ? n * (n - 1) / 2 : n * of_y;
    const bool all_equal = (*pair.x)->coincides_with(**pair.y);
    FuzzySum result{all_equal ? static_cast<double>(two) : pair.sum, n * of_y};
    if (pair.is_self()) {
      const std::int64_t theiler = fuzzy_.query.rule.theiler;
      result.total *= 2.0;
      if (theiler == kExcludeSelf) result.pairs -= n;
      if (theiler < kExcludeSelf) result.total += static_cast<double>(n);
    }
    if (!(result.total >= kFewestNear * static_cast<double>(result.pairs))) return std::nullopt;
    return result;
  }

  const FuzzyQuery& fuzzy_;
  int length_;
  const CancelFlag* cancel_;
  double factor_;
  std::map<std::pair<const double*, std::size_t>, Extent> extents_;
  std::map<std::tuple<const double*, std::size_t, GaussianFrame>, Points> points_;
  std::vector<std::tuple<Samples, GaussianFrame, Points*>> wanted_;
  std::vector<OfPair> pairs_;
};

}  // namespace

bool may_be_gaussian(Samples x, Samples y, const FuzzyQuery& fuzzy, int length) {
  const Rule& rule = fuzzy.query.rule;
  const bool same = x.data() == y.data() && x.size() == y.size();
  if (rule.theiler > (same ? kExcludeSelf : kKeepAllPairs)) return false;
  if (length > (fuzzy.remove_local_mean ? 3 : 2)) return false;
  const std::size_t of_x = template_count(rule, x.size(), length), of_y = template_count(rule, y.size(), length);
  if (std::min(of_x, of_y) < kWorthwhile) return false;
  return gaussian_factor(fuzzy.membership, rule.r) > 0.0;
}

std::vector<std::optional<FuzzySum>> gaussian_sums(const FuzzyQuery& fuzzy, int length,
                                                   std::span<const std::pair<Samples, Samples>> pairs,
                                                   const CancelFlag* cancel) {
  const auto is_self = [](const auto& pair) {
    return pair.first.data() == pair.second.data() && pair.first.size() == pair.second.size();
  };
  if (!std::ranges::all_of(pairs, is_self)) return GaussianJob(fuzzy, length, cancel).run(pairs);
  // These share nothing, so the memory is that of one for each thread.
  std::vector<std::optional<FuzzySum>> sums(pairs.size());
  parallel_for(pairs.size(), cancel,
               [&](std::size_t i) { sums[i] = GaussianJob(fuzzy, length, cancel).run(pairs.subspan(i, 1)).front(); });
  return sums;
}

}  // namespace biotropy::match
