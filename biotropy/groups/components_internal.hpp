// SPDX-License-Identifier: Apache-2.0
//
// Connected components of edges above a threshold, and the score of an edge over all thresholds (TFNBS). Thresholds are
// passed from the highest down: components then only grow and merge (union-find), and each step adds to a component and
// not to its edges, so that an arrangement costs about as much as sorting its edges.
#pragma once

#include <span>
#include <vector>

#include "biotropy/groups/edge_statistics_internal.hpp"

namespace biotropy::groups {

/// A statistic is above a threshold if it is so by more than roundings: H and t of ranks and of whole numbers often
/// equal a threshold in exact arithmetic, and their last bits depend on the order of the rows.
inline constexpr double kAbove = 1.0 + 1e-12;

/// Sets of channels that edges connect.
class ConnectedChannels {
 public:
  explicit ConnectedChannels(std::size_t channels) : parent_(channels), extent_(channels) { reset(); }

  void reset();
  std::uint32_t root(std::uint32_t channel);
  /// Adds an edge. @return the root that was absorbed by another one, or its own root if none was.
  std::uint32_t connect(const Edge& edge);
  /// Edges of the set of a root.
  std::uint32_t extent(std::uint32_t root) const { return extent_[root]; }

 private:
  std::vector<std::uint32_t> parent_, extent_;
};

struct ComponentSizes {
  double extent = 0.0, intensity = 0.0;
};

/// Components of the edges whose statistic is above a threshold.
class ThresholdComponents {
 public:
  ThresholdComponents(std::span<const Edge> edges, std::size_t channels, double threshold)
      : edges_(edges), threshold_(threshold), connected_(channels), intensity_(channels) {}

  bool is_above(double statistic) const { return statistic > threshold_ * kAbove; }
  /// The largest extent and the largest intensity, which may be of different components.
  ComponentSizes largest(std::span<const double> statistics);
  /// After largest(): a channel that names the component of each edge above the threshold, and its sizes.
  std::uint32_t component_of(const Edge& edge) { return connected_.root(edge.from); }
  ComponentSizes sizes(std::uint32_t component) const {
    return {static_cast<double>(connected_.extent(component)), intensity_[component]};
  }

 private:
  std::span<const Edge> edges_;
  double threshold_;
  ConnectedChannels connected_;
  std::vector<double> intensity_;
};

/// Threshold-free scores.
class ThresholdFreeScores {
 public:
  ThresholdFreeScores(std::span<const Edge> edges, std::size_t channels, const ThresholdFree& settings);

  /// The largest score; adds the score of each edge to `scores` unless it is empty.
  /// @throws Error invalid_argument for a step so small that there are more than 100,000 thresholds.
  double largest(std::span<const double> statistics, std::span<double> scores = {});

 private:
  void sort_by_level(std::span<const double> statistics);
  void add_edges(std::size_t level);
  void absorb(std::uint32_t root, std::uint32_t absorbed);

  std::span<const Edge> edges_;
  ThresholdFree settings_;
  ConnectedChannels connected_;
  std::vector<double> power_of_extent_;
  std::vector<std::uint32_t> level_, first_of_level_, sorted_, roots_, place_of_root_;
  std::vector<double> best_;  // of each root: largest score of its edges so far
};

}  // namespace biotropy::groups
