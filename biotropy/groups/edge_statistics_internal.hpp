// SPDX-License-Identifier: Apache-2.0
//
// Statistics of all edges of a network, for several arrangements at once.
#pragma once

#include <span>
#include <vector>

#include "biotropy/groups/network_design_internal.hpp"

namespace biotropy::groups {

/// Edges that are computed together.
inline constexpr std::size_t kTileEdges = 128;

/// Products of each of the weights with each column of a tile.
/// @param tile rows x kTileEdges. @param weights n_products x rows. @param n_products a multiple of 4.
/// @param out n_products x kTileEdges.
void edge_products(const double* tile, std::size_t rows, const double* weights, std::size_t n_products, double* out);

/// An entry of the matrices that can be tested.
struct Edge {
  std::uint32_t from = 0, to = 0;
};

class EdgeStatistics {
 public:
  /// Arrangements that values() takes at a time.
  static constexpr std::size_t kArrangements = 8;

  /// Finds the edges that can be tested: below the diagonal only if directed.
  EdgeStatistics(const Values& values, const DesignMatrix& design, EdgeStatistic kind, bool directed,
                 const CancelFlag* cancel);

  const std::vector<Edge>& edges() const { return edges_; }
  std::size_t untested() const { return untested_; }

  /// Degrees of freedom that belong to the statistic: of the residuals, or of chi-squared.
  double degrees_of_freedom() const;
  /// The statistic that a single edge reaches with this p.
  double critical_value(double p, Alternative alternative) const;

  /// Statistics of each arrangement, arrangements x edges; t with its sign.
  /// @param labels at most kArrangements.
  void compute(std::span<const std::vector<std::uint16_t>> labels, std::vector<double>& statistics) const;

 private:
  void finish(const double* products, std::size_t n, double* statistics) const;

  const DesignMatrix& design_;
  EdgeStatistic kind_;
  std::vector<Edge> edges_;
  std::size_t untested_ = 0;
  std::vector<double> tiles_;  // tiles x rows x kTileEdges
};

}  // namespace biotropy::groups
