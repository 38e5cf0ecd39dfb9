// SPDX-License-Identifier: Apache-2.0
#include "biotropy/groups/edge_statistics_internal.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace biotropy::groups {

namespace {

// The residual part of the sum of squares counts as at least this, so that groups without any spread within them have
// a large statistic and not an infinite one.
constexpr double kLeastResidual = 1e-12;

std::size_t channels_of(const Values& values) {
  return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(values.entries))));
}

/// Values of an edge in the rows of the design, as the model sees them.
class EdgeReader {
 public:
  EdgeReader(const Values& values, const DesignMatrix& design, EdgeStatistic kind)
      : values_(values), design_(design), kind_(kind), ranks_(values, design.rows()) {}

  /// @return false if the edge cannot be tested.
  bool read(std::size_t entry, std::vector<double>& out) {
    out.clear();
    if (kind_ == EdgeStatistic::h) {
      ranks_.rank(entry);
      if (ranks_.count() < design_.size()) return false;
      out.assign(ranks_.centred().begin(), ranks_.centred().end());
    } else {
      for (const std::size_t row : design_.rows().subjects)
        out.push_back(values_.values[row * values_.entries + entry]);
      if (!std::ranges::all_of(out, [](double value) { return std::isfinite(value); })) return false;
    }
    return design_.residuals(out);
  }

 private:
  const Values& values_;
  const DesignMatrix& design_;
  EdgeStatistic kind_;
  Ranks ranks_;
};

}  // namespace

EdgeStatistics::EdgeStatistics(const Values& values, const DesignMatrix& design, EdgeStatistic kind, bool directed,
                               const CancelFlag* cancel)
    : design_(design), kind_(kind) {
  const std::size_t channels = channels_of(values), rows = design.size();
  EdgeReader reader(values, design, kind);
  std::vector<double> column;
  for (std::size_t from = 0; from < channels; ++from) {
    if (cancel != nullptr) cancel->check();
    for (std::size_t to = directed ? 0 : from + 1; to < channels; ++to) {
      if (from == to) continue;
      if (!reader.read(from * channels + to, column)) {
        ++untested_;
        continue;
      }
      const std::size_t place = edges_.size() % kTileEdges;
      if (place == 0) tiles_.resize(tiles_.size() + rows * kTileEdges);
      double* const tile = tiles_.data() + tiles_.size() - rows * kTileEdges;
      for (std::size_t row = 0; row < rows; ++row) tile[row * kTileEdges + place] = column[row];
      edges_.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)});
    }
  }
}

double EdgeStatistics::degrees_of_freedom() const {
  return kind_ == EdgeStatistic::h ? static_cast<double>(design_.group_columns()) : design_.residual_degrees();
}

double EdgeStatistics::critical_value(double p, Alternative alternative) const {
  using boost::math::complement, boost::math::quantile;
  const auto groups = static_cast<double>(design_.group_columns());
  if (kind_ == EdgeStatistic::h) return quantile(complement(boost::math::chi_squared(groups), p));
  const double residual = design_.residual_degrees();
  if (kind_ == EdgeStatistic::f) return quantile(complement(boost::math::fisher_f(groups, residual), p));
  const double tail = alternative == Alternative::two_sided ? p / 2.0 : p;
  return quantile(complement(boost::math::students_t(residual), tail));
}

void EdgeStatistics::compute(std::span<const std::vector<std::uint16_t>> labels,
                             std::vector<double>& statistics) const {
  const std::size_t rows = design_.size(), columns = design_.columns();
  std::vector<double> weights(kArrangements * columns * rows), products(kArrangements * columns * kTileEdges);
  for (std::size_t k = 0; k < labels.size(); ++k) design_.weights(labels[k], weights.data() + k * columns * rows);
  statistics.resize(labels.size() * edges_.size());
  for (std::size_t begin = 0; begin < edges_.size(); begin += kTileEdges) {
    edge_products(tiles_.data() + begin * rows, rows, weights.data(), kArrangements * columns, products.data());
    const std::size_t n = std::min(kTileEdges, edges_.size() - begin);
    for (std::size_t k = 0; k < labels.size(); ++k) {
      finish(products.data() + k * columns * kTileEdges, n, statistics.data() + k * edges_.size() + begin);
    }
  }
}

void EdgeStatistics::finish(const double* products, std::size_t n, double* statistics) const {
  const std::size_t covariates = design_.covariates(), groups = design_.group_columns();
  const double* const of_groups = products + covariates * kTileEdges;
  std::array<double, kTileEdges> explained{}, residual{};
  for (std::size_t group = 0; group < groups; ++group) {
    const double* const row = of_groups + group * kTileEdges;
    for (std::size_t k = 0; k < kTileEdges; ++k) explained[k] += row[k] * row[k];
  }
  if (kind_ == EdgeStatistic::h) {
    const auto scale = static_cast<double>(design_.size() - 1);
    for (std::size_t k = 0; k < n; ++k) statistics[k] = explained[k] * scale;
    return;
  }
  for (std::size_t k = 0; k < kTileEdges; ++k) residual[k] = 1.0 - explained[k];
  for (std::size_t covariate = 0; covariate < covariates; ++covariate) {
    const double* const row = products + covariate * kTileEdges;
    for (std::size_t k = 0; k < kTileEdges; ++k) residual[k] -= row[k] * row[k];
  }
  const double degrees = design_.residual_degrees() / static_cast<double>(groups);
  for (std::size_t k = 0; k < n; ++k) {
    statistics[k] = explained[k] * degrees / std::max(residual[k], kLeastResidual);
  }
  if (kind_ == EdgeStatistic::f) return;
  for (std::size_t k = 0; k < n; ++k) statistics[k] = std::copysign(std::sqrt(statistics[k]), of_groups[k]);
}

}  // namespace biotropy::groups
