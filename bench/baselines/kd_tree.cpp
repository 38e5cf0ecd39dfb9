// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "baselines/baselines.hpp"

namespace biotropy::baselines {

namespace {

// Counts active points in a box around a point. Point i has the coordinates x[i + first] ... x[i + first + size - 1].
class KdTree {
 public:
  KdTree(std::span<const double> x, std::size_t points, std::size_t first, std::size_t size)
      : x_(x), first_(first), size_(size), order_(points), leaf_(points) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    if (points > 0) build(0, points, kNone, 0);
  }

  void change(std::size_t point, std::int64_t by) {
    active_.resize(x_.size());
    active_[point] = by > 0;
    for (std::size_t node = leaf_[point]; node != kNone; node = nodes_[node].parent) nodes_[node].active += by;
  }

  void activate_all() {
    for (std::size_t point = 0; point < order_.size(); ++point) change(point, 1);
  }

  std::uint64_t count(std::size_t around, double r) const { return nodes_.empty() ? 0 : count_below(0, around, r); }

 private:
  static constexpr std::size_t kLeaf = 16, kNone = std::numeric_limits<std::size_t>::max();

  struct Node {
    std::size_t begin, end, parent, left = kNone, right = kNone;
    std::int64_t active = 0;
  };

  double at(std::size_t point, std::size_t k) const { return x_[point + first_ + k]; }

  std::size_t build(std::size_t begin, std::size_t end, std::size_t parent, std::size_t depth) {
    const std::size_t node = nodes_.size();
    nodes_.push_back({begin, end, parent});
    for (std::size_t k = 0; k < size_; ++k) {
      double least = at(order_[begin], k), greatest = least;
      for (std::size_t i = begin; i < end; ++i) {
        least = std::min(least, at(order_[i], k));
        greatest = std::max(greatest, at(order_[i], k));
      }
      bounds_.push_back(least);
      bounds_.push_back(greatest);
    }
    if (end - begin <= kLeaf) {
      for (std::size_t i = begin; i < end; ++i) leaf_[order_[i]] = node;
      return node;
    }
    const std::size_t middle = begin + (end - begin) / 2, axis = depth % size_;
    const auto place = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(place(begin), place(middle), place(end),
                     [&](std::size_t a, std::size_t b) { return at(a, axis) < at(b, axis); });
    const std::size_t left = build(begin, middle, node, depth + 1), right = build(middle, end, node, depth + 1);
    nodes_[node].left = left;
    nodes_[node].right = right;
    return node;
  }

  std::uint64_t count_below(std::size_t node, std::size_t around, double r) const {
    const Node& here = nodes_[node];
    if (here.active == 0) return 0;
    bool inside = true;
    for (std::size_t k = 0; k < size_; ++k) {
      const double centre = at(around, k), least = bounds_[2 * (node * size_ + k)],
                   greatest = bounds_[2 * (node * size_ + k) + 1];
      const bool has_least = std::abs(centre - least) <= r, has_greatest = std::abs(centre - greatest) <= r;
      if ((least > centre && !has_least) || (greatest < centre && !has_greatest)) return 0;
      inside = inside && has_least && has_greatest;
    }
    if (inside) return static_cast<std::uint64_t>(here.active);
    if (here.left != kNone) return count_below(here.left, around, r) + count_below(here.right, around, r);
    std::uint64_t found = 0;
    for (std::size_t i = here.begin; i < here.end; ++i) {
      bool all = active_[order_[i]];
      for (std::size_t k = 0; all && k < size_; ++k) all = std::abs(at(around, k) - at(order_[i], k)) <= r;
      found += all ? 1 : 0;
    }
    return found;
  }

  std::span<const double> x_;
  std::size_t first_, size_;
  std::vector<std::size_t> order_, leaf_;
  std::vector<Node> nodes_;
  std::vector<double> bounds_;
  std::vector<char> active_;
};

}  // namespace

SampleCounts kd_tree(std::span<const double> x, int m, double r) {
  const auto length = static_cast<std::size_t>(m);
  if (x.size() <= length) return {};
  const std::size_t templates = x.size() - length;
  KdTree of_m(x, templates, 0, length), of_m1(x, templates, 0, length + 1);
  of_m.activate_all();
  of_m1.activate_all();
  SampleCounts counts;
  for (std::size_t i = 0; i < templates; ++i) {
    counts.b += of_m.count(i, r) - 1;
    counts.a += of_m1.count(i, r) - 1;
  }
  return {counts.b / 2, counts.a / 2};
}

SampleCounts sliding_kd_tree(std::span<const double> x, int m, double r) {
  const auto length = static_cast<std::size_t>(m);
  if (x.size() <= length) return {};
  std::vector<std::size_t> starts(x.size() - length);
  std::iota(starts.begin(), starts.end(), std::size_t{0});
  std::sort(starts.begin(), starts.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  KdTree of_m(x, starts.size(), 1, std::max<std::size_t>(1, length - 1)), of_m1(x, starts.size(), 1, length);
  SampleCounts counts;
  std::size_t entered = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    for (; entered < starts.size() && std::abs(x[starts[i]] - x[starts[entered]]) <= r; ++entered) {
      of_m.change(starts[entered], 1);
      of_m1.change(starts[entered], 1);
    }
    of_m.change(starts[i], -1);
    of_m1.change(starts[i], -1);
    counts.b += length == 1 ? entered - i - 1 : of_m.count(starts[i], r);
    counts.a += of_m1.count(starts[i], r);
  }
  return counts;
}

}  // namespace biotropy::baselines
