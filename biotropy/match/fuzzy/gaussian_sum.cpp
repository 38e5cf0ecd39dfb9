// SPDX-License-Identifier: Apache-2.0
//
// Three coordinates X, Y, Z of templates without their mean have the sum 0, and so have those of the difference of two
// templates: one of the three signs differs from the others, and that coordinate is the largest, the distance. So the
// pairs whose distance is that in X are those in the same order by Y as by Z. Coordinates are integers (samples are
// rounded to 2^-51 of the largest), for which this holds without rounding, and equal ones are ordered by number, in Z
// backwards, so that each pair belongs to one coordinate. Of two samples with their mean, the first is the distance of
// the pairs in the same order by x + y as by x - y, the second that of the others.
//
// Pairs in the same order by two coordinates are found by halving the first order again and again, while the points are
// taken in the second: points of lower halves are put on a grid over the distance, and those of upper halves multiplied
// with it (gaussian_grid_internal.hpp). Halves of a few points are summed pair by pair.
#include "biotropy/match/fuzzy/gaussian_sum_internal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "biotropy/match/engines/argsort.hpp"
#include "biotropy/match/fuzzy/compensated_sum_internal.hpp"
#include "biotropy/match/fuzzy/gaussian_grid_internal.hpp"
#include "biotropy/match/template_set.hpp"

namespace biotropy::match {

namespace {

constexpr double kStep = 0.28;             // of the grid: an error of 4e-14, and of 4e-18 for what a spread leaves out
constexpr double kFurthest = 1024.0;       // from the middle of the samples, in units of the Gaussian
constexpr double kFewestNear = 0x1p-16;    // mean membership, below which what spreads leave out could matter
constexpr std::size_t kWorthwhile = 2048;  // templates
constexpr int kSampleBits = 51, kStepBits = 48;

// The membership is exp(-(factor d)^2); 0 if it is no Gaussian.
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

using Column = std::vector<double>;
using Order = std::vector<std::uint32_t>;

// Samples of the templates of one series, less an offset.
struct TemplateSamples {
  std::vector<Column> columns;  // by place in the template
  double largest = 0.0;

  TemplateSamples(Samples samples, const Rule& rule, int length, double offset)
      : columns(static_cast<std::size_t>(length)) {
    const TemplateSet set(samples, rule);
    const auto delay = static_cast<std::size_t>(rule.tau);
    for (std::size_t i = 0; i < template_count(rule, samples.size(), length); ++i) {
      double sum = 0.0;
      for (std::size_t k = 0; k < columns.size(); ++k) sum += samples[i + k * delay];
      if (std::isnan(sum) || !set.contains(i)) continue;
      for (std::size_t k = 0; k < columns.size(); ++k) {
        columns[k].push_back(samples[i + k * delay] - offset);
        largest = std::max(largest, std::abs(columns[k].back()));
      }
    }
  }

  std::size_t size() const { return columns.front().size(); }
};

// Halfway between the least and the greatest sample.
double middle_of(Samples samples) {
  double least = HUGE_VAL, greatest = -HUGE_VAL;
  for (const double value : samples) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return greatest >= least ? 0.5 * least + 0.5 * greatest : 0.0;
}

bool is_before(Samples x, Samples y) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  if (x.size() != y.size()) return x.size() < y.size();
  return std::ranges::lexicographical_compare(x, y, {}, bits, bits);
}

// Templates of both series in integer coordinates of a common unit.
class GaussianPoints {
 public:
  GaussianPoints(const TemplateSamples& x, const TemplateSamples* y, double factor, bool remove_local_mean)
      : columns_(x.columns.size()) {
    const double largest = std::max(x.largest, y != nullptr ? y->largest : 0.0);
    const auto parts = static_cast<double>(remove_local_mean ? columns_.size() : 1);
    is_near_ = largest * factor <= kFurthest;
    if (!is_near_) return;
    // Samples below 2^51 leave room for sums of four, and steps below 2^48 for groups.
    const int bits_of_step = std::ilogb(kStep * parts / factor) + 1;
    int bits = kStepBits - bits_of_step;
    if (largest > 0.0) bits = std::min(bits, kSampleBits - 1 - std::ilogb(largest));
    unit_ = factor * std::ldexp(1.0, -bits) / parts;
    steps_ = std::floor(kStep / unit_);
    is_near_ = std::isfinite(unit_) && unit_ > 0.0;
    n_x_ = x.size();
    for (const TemplateSamples* one : {&x, y}) {
      if (one == nullptr) continue;
      for (std::size_t k = 0; k < columns_.size(); ++k) {
        for (const double value : one->columns[k]) columns_[k].push_back(std::nearbyint(std::ldexp(value, bits)));
      }
    }
    if (remove_local_mean) remove_means();
    if (y == nullptr) return;
    colours_.assign(columns_.front().size(), 1);
    std::fill_n(colours_.begin(), n_x_, std::uint8_t{0});
  }

  bool is_near() const { return is_near_; }

  // A constant series, a ramp without its means, single samples without theirs: every membership is 1.
  bool coincide() const {
    return std::ranges::all_of(columns_, [](const Column& column) {
      return std::ranges::all_of(column, [&](double value) { return value == column.front(); });
    });
  }

  std::size_t size() const { return columns_.front().size(); }
  std::size_t coordinates() const { return columns_.size(); }
  const Column& coordinate(std::size_t k) const { return columns_[k]; }
  double unit() const { return unit_; }
  const std::uint8_t* colours() const { return colours_.empty() ? nullptr : colours_.data(); }

  GaussianSpreads spreads(const Column& coordinate) const {
    const double group = steps_ * static_cast<double>(kGroupPoints);
    const double least = *std::ranges::min_element(coordinate);
    std::vector<std::uint32_t> groups(coordinate.size());
    Column offsets(coordinate.size());
    for (std::size_t i = 0; i < coordinate.size(); ++i) {
      const double place = coordinate[i] - least, number = std::floor(place / group);
      groups[i] = static_cast<std::uint32_t>(number);
      offsets[i] = (place - number * group) / steps_ - 0.5 * static_cast<double>(kGroupPoints);
    }
    return {steps_ * unit_, std::move(groups), std::move(offsets)};
  }

 private:
  // As many times as there are samples in a template.
  void remove_means() {
    const auto parts = static_cast<double>(columns_.size());
    for (std::size_t i = 0; i < size(); ++i) {
      double sum = 0.0;
      for (const Column& column : columns_) sum += column[i];
      for (Column& column : columns_) column[i] = parts * column[i] - sum;
    }
  }

  std::vector<Column> columns_;
  std::vector<std::uint8_t> colours_;
  std::size_t n_x_ = 0;
  double unit_ = 0.0;   // in units of the Gaussian
  double steps_ = 0.0;  // units in a step of the grid
  bool is_near_ = false;
};

// Every pair is taken once, the earlier point first.
double sum_on_line(const GaussianPoints& points, const Column& coordinate) {
  const GaussianSpreads spreads = points.spreads(coordinate);
  Order order(points.size());
  std::iota(order.begin(), order.end(), 0U);
  AlignedVector<double> grids;
  return spreads.scale() * sum_products({&spreads, order, 0, points.colours()}, grids);
}

// Pairs in the same order by `first` and by `second`. Points are numbered by the first order, so that those of a node
// stand together.
class SameOrder {
 public:
  SameOrder(const GaussianPoints& points, const Column& coordinate, const Order& first, const Order& second,
            const CancelFlag* cancel)
      : positions_(chosen(coordinate, first)), unit_(points.unit()), spreads_(points.spreads(positions_)) {
    if (points.colours() != nullptr) {
      for (const std::uint32_t point : first) colours_.push_back(points.colours()[point]);
    }
    Order numbers(first.size());
    for (std::size_t k = 0; k < first.size(); ++k) numbers[first[k]] = static_cast<std::uint32_t>(k);
    const int bits = std::max(kLeafBits, static_cast<int>(std::bit_width(first.size() - 1)));
    levels_.assign(static_cast<std::size_t>(bits - kLeafBits) + 1, Order(first.size()));
    for (std::size_t k = 0; k < second.size(); ++k) levels_.back()[k] = numbers[second[k]];
    for (std::size_t level = levels_.size() - 1; level-- > 0;) {
      if (cancel != nullptr) cancel->check();
      Order next((first.size() >> bits_of(level)) + 1);
      for (std::size_t node = 0; node < next.size(); ++node) {
        next[node] = static_cast<std::uint32_t>(node << bits_of(level));
      }
      for (const std::uint32_t point : levels_[level + 1]) levels_[level][next[point >> bits_of(level)]++] = point;
    }
  }

  double sum(const CancelFlag* cancel) const {
    std::vector<double> sums(levels_.size());
    parallel_for(sums.size(), cancel, [&](std::size_t level) { sums[level] = sum_of_level(level, cancel); });
    return compensated_sum(sums);
  }

 private:
  static constexpr int kLeafBits = std::countr_zero(kMostLeafPoints);

  static int bits_of(std::size_t level) { return kLeafBits + static_cast<int>(level); }

  static Column chosen(const Column& column, const Order& order) {
    Column result(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) result[k] = column[order[k]];
    return result;
  }

  // The pairs of every node with one point in each half; in a leaf, all.
  double sum_of_level(std::size_t level, const CancelFlag* cancel) const {
    const std::size_t most = std::size_t{1} << bits_of(level);
    const std::uint8_t* colours = colours_.empty() ? nullptr : colours_.data();
    std::vector<double> of_nodes;
    AlignedVector<double> grids;
    for (std::size_t begin = 0; begin < positions_.size(); begin += most) {
      if (cancel != nullptr) cancel->check();
      const auto node = std::span(levels_[level]).subspan(begin, std::min(most, positions_.size() - begin));
      of_nodes.push_back(level == 0
                             ? sum_leaf({node, positions_.data(), unit_, colours})
                             : sum_products({&spreads_, node, static_cast<std::uint32_t>(most / 2), colours}, grids));
    }
    return (level == 0 ? 1.0 : spreads_.scale()) * compensated_sum(of_nodes);
  }

  Column positions_;
  double unit_;
  GaussianSpreads spreads_;
  std::vector<std::uint8_t> colours_;
  std::vector<Order> levels_;  // by bits of a number below the node: points by node, in the second order within it
};

Order order_of(const Column& column, const CancelFlag* cancel) {
  if (cancel != nullptr) cancel->check();
  return argsort(column);
}

Order reversed(Order order) {
  std::ranges::reverse(order);
  return order;
}

// Pairs with distances among three coordinates of sum 0.
double sum_without_means(const GaussianPoints& points, const CancelFlag* cancel) {
  Column opposite = points.coordinate(2);
  for (double& value : opposite) value = -value;
  const std::array<Order, 3> orders{order_of(points.coordinate(0), cancel), order_of(points.coordinate(1), cancel),
                                    reversed(order_of(opposite, cancel))};
  std::array<double, 3> sums{};
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const SameOrder same(points, points.coordinate(k), orders[(k + 1) % 3], orders[(k + 2) % 3], cancel);
    sums[k] = same.sum(cancel);
  }
  return compensated_sum(sums);
}

// Pairs with the larger distance of two coordinates.
double sum_in_square(const GaussianPoints& points, const CancelFlag* cancel) {
  Column sums(points.size()), differences(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    sums[i] = points.coordinate(0)[i] + points.coordinate(1)[i];
    differences[i] = points.coordinate(0)[i] - points.coordinate(1)[i];
  }
  const Order by_sum = order_of(sums, cancel), by_difference = order_of(differences, cancel);
  const std::array<double, 2> found{
      SameOrder(points, points.coordinate(0), by_sum, by_difference, cancel).sum(cancel),
      SameOrder(points, points.coordinate(1), by_sum, reversed(by_difference), cancel).sum(cancel)};
  return compensated_sum(found);
}

}  // namespace

bool may_be_gaussian(Samples x, Samples y, const FuzzyQuery& fuzzy, int length) {
  const Rule& rule = fuzzy.query.rule;
  const bool same = x.data() == y.data() && x.size() == y.size();
  if (rule.theiler > (same ? kExcludeSelf : kKeepAllPairs)) return false;
  if (length > (fuzzy.remove_local_mean ? 3 : 2)) return false;
  if (std::min(template_count(rule, x.size(), length), template_count(rule, y.size(), length)) < kWorthwhile) {
    return false;
  }
  return gaussian_factor(fuzzy.membership, rule.r) > 0.0;
}

std::optional<FuzzySum> gaussian_sum(Samples x, Samples y, const FuzzyQuery& fuzzy, int length,
                                     const CancelFlag* cancel) {
  if (is_before(y, x)) std::swap(x, y);
  const bool same = !is_before(x, y);
  const Rule& rule = fuzzy.query.rule;
  const double middle = middle_of(x);
  const TemplateSamples of_x(x, rule, length, middle);
  std::optional<TemplateSamples> of_y;
  if (!same) of_y.emplace(y, rule, length, fuzzy.remove_local_mean ? middle_of(y) : middle);
  if (of_x.size() == 0 || (of_y && of_y->size() == 0)) return FuzzySum{};
  const GaussianPoints points(of_x, of_y ? &*of_y : nullptr, gaussian_factor(fuzzy.membership, rule.r),
                              fuzzy.remove_local_mean);
  if (!points.is_near()) return std::nullopt;
  const auto n = static_cast<std::uint64_t>(of_x.size());
  const std::uint64_t n_pairs = same ? n * (n - 1) / 2 : n * static_cast<std::uint64_t>(of_y->size());
  const bool on_line = length == 1 || (length == 2 && fuzzy.remove_local_mean);
  const double sum = points.coincide() ? static_cast<double>(n_pairs)
                     : on_line         ? sum_on_line(points, points.coordinate(0))
                     : length == 2     ? sum_in_square(points, cancel)
                                       : sum_without_means(points, cancel);
  FuzzySum result{sum, same ? n * n : n_pairs};
  if (same) {
    result.total *= 2.0;
    if (rule.theiler == kExcludeSelf) result.pairs -= n;
    if (rule.theiler < kExcludeSelf) result.total += static_cast<double>(n);
  }
  if (result.total < kFewestNear * static_cast<double>(result.pairs)) return std::nullopt;
  return result;
}

}  // namespace biotropy::match
