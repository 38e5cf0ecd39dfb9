// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/density/log_table.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>
#include <utility>

#include "biotropy/sicamm/density/binned_density.hpp"

namespace biotropy::sicamm {

namespace {

constexpr std::size_t kNodes = LogTable::kCoefficients;
/// Extent of the centre beyond the points, in bandwidths.
constexpr double kMargin = 10.0;
/// Most pieces of the centre; a range of more bandwidths is covered around the median only.
constexpr double kMostPieces = 8192.0;
constexpr double kTolerance = 2e-11;
/// Positions between the nodes with the largest interpolation error.
constexpr std::array<double, 5> kCheckedPlaces = {-1.0, -0.83146961230254523708, 0.0, 0.83146961230254523708, 1.0};

/// Marks a piece that is not divided.
constexpr double kUndivided = -1.0;

using Coefficients = std::array<double, kNodes>;

/// Converts values at Chebyshev nodes to coefficients of powers.
class Interpolation {
 public:
  Interpolation() {
    // powers[p][m]: coefficient of r^p in the Chebyshev polynomial m.
    std::array<std::array<long double, kNodes>, kNodes> powers = {};
    powers[0][0] = 1.0L;
    powers[1][1] = 1.0L;
    for (std::size_t m = 2; m < kNodes; ++m) {
      for (std::size_t p = 0; p < kNodes; ++p) {
        powers[p][m] = (p > 0 ? 2.0L * powers[p - 1][m - 1] : 0.0L) - powers[p][m - 2];
      }
    }
    for (std::size_t k = 0; k < kNodes; ++k) {
      const long double angle =
          (2.0L * static_cast<long double>(k) + 1.0L) * std::numbers::pi_v<long double> / (2 * kNodes);
      nodes_[k] = static_cast<double>(std::cos(angle));
      for (std::size_t p = 0; p < kNodes; ++p) {
        long double sum = 0.0L;
        for (std::size_t m = 0; m < kNodes; ++m) {
          const long double factor = (m == 0 ? 1.0L : 2.0L) / kNodes;
          sum += powers[p][m] * factor * std::cos(static_cast<long double>(m) * angle);
        }
        matrix_[p][k] = sum;
      }
    }
  }

  const std::array<double, kNodes>& nodes() const { return nodes_; }

  Coefficients fit(const std::array<double, kNodes>& values) const {
    long double mean = 0.0L;
    for (const double value : values) mean += value;
    mean /= kNodes;
    Coefficients result;
    for (std::size_t p = 0; p < kNodes; ++p) {
      long double sum = p == 0 ? mean : 0.0L;
      for (std::size_t k = 0; k < kNodes; ++k) sum += matrix_[p][k] * (values[k] - mean);
      result[p] = static_cast<double>(sum);
    }
    return result;
  }

 private:
  std::array<double, kNodes> nodes_;
  std::array<std::array<long double, kNodes>, kNodes> matrix_;
};

double polynomial(const double* coefficients, double r) {
  double value = coefficients[kNodes - 1];
  for (std::size_t p = kNodes - 1; p-- > 0;) value = value * r + coefficients[p];
  return value;
}

// True if the piece is accurate enough; otherwise the caller marks it.
bool fit_piece(const std::function<double(double)>& function_of_r, double* piece) {
  static const Interpolation interpolation;
  std::array<double, kNodes> values;
  std::transform(interpolation.nodes().begin(), interpolation.nodes().end(), values.begin(), function_of_r);
  const Coefficients coefficients = interpolation.fit(values);
  std::copy(coefficients.begin(), coefficients.end(), piece);
  const bool exact = std::all_of(kCheckedPlaces.begin(), kCheckedPlaces.end(), [&](double r) {
    return std::abs(polynomial(piece, r) - function_of_r(r)) <= kTolerance;
  });
  if (!exact) {
    piece[0] = std::numeric_limits<double>::quiet_NaN();
    piece[1] = kUndivided;
  }
  return exact;
}

}  // namespace

LogTable::LogTable(KernelDensity density)
    : density_(std::move(density)),
      lower_edge_(density_.points().front()),
      upper_edge_(density_.points().back()),
      per_bandwidth_(1.0 / density_.bandwidth()) {
  build_centre();
  double* tails = coefficients_.data() + central_pieces_ * kCoefficients;
  build_tail(lower_edge_, -1.0, tails);
  build_tail(upper_edge_, 1.0, tails + kTailPieces * kCoefficients);
}

void LogTable::build_centre() {
  const double h = density_.bandwidth();
  const double middle = density_.points()[density_.points().size() / 2];
  low_ = std::max(lower_edge_ - kMargin * h, middle - kMostPieces / 2.0 * h);
  const double high = std::min(upper_edge_ + kMargin * h, middle + kMostPieces / 2.0 * h);
  const double count = std::ceil((high - low_) / h);
  central_pieces_ = static_cast<std::size_t>(count);
  pieces_per_unit_ = count / (high - low_);
  coefficients_.resize((central_pieces_ + 2 * kTailPieces) * kCoefficients);
  const BinnedDensity binned(density_);
  for (std::size_t index = 0; index < central_pieces_; ++index) {
    const auto value = [&](double r) {
      return binned.log_density(low_ + (static_cast<double>(index) + 0.5 * (r + 1.0)) / pieces_per_unit_);
    };
    if (!fit_piece(value, coefficients_.data() + index * kCoefficients)) ++marked_;
  }
  divide_marked_pieces([&](double x) { return binned.log_density(x); });
}

void LogTable::divide_marked_pieces(const std::function<double(double)>& density) {
  double divided = 0.0;
  for (std::size_t index = 0; index < central_pieces_; ++index) {
    double* piece = coefficients_.data() + index * kCoefficients;
    if (!std::isnan(piece[0])) continue;
    piece[1] = divided++;
    for (std::size_t part = 0; part < kParts; ++part) {
      const auto value = [&](double r) {
        const double in_piece = (static_cast<double>(part) + 0.5 * (r + 1.0)) / static_cast<double>(kParts);
        return density(low_ + (static_cast<double>(index) + in_piece) / pieces_per_unit_);
      };
      eighths_.resize(eighths_.size() + kCoefficients);
      fit_piece(value, eighths_.data() + eighths_.size() - kCoefficients);
    }
  }
}

LogTable::Place LogTable::refined(const Place& where) const {
  if (where.piece == nullptr || !std::isnan(where.piece[0]) || where.piece[1] == kUndivided) return where;
  constexpr double parts = kParts;
  const double position = 0.5 * (where.r + 1.0) * parts;
  const double part = std::clamp(std::floor(position), 0.0, parts - 1.0);
  const auto number = static_cast<std::size_t>(where.piece[1] * parts + part);
  return {eighths_.data() + number * kCoefficients, 2.0 * (position - part) - 1.0, where.square, where.r_slope * parts};
}

void LogTable::build_tail(double edge, double direction, double* piece) {
  const double h = density_.bandwidth();
  for (std::size_t index = 0; index < kTailPieces; ++index, piece += kCoefficients) {
    const double begin = std::bit_cast<double>((kFirstTailPiece + index) << kMantissaBits);
    const double end = std::bit_cast<double>((kFirstTailPiece + index + 1) << kMantissaBits);
    const auto value = [&](double r) {
      return density_.log_excess(edge + direction * h * (begin + 0.5 * (r + 1.0) * (end - begin)));
    };
    if (!fit_piece(value, piece)) ++marked_;
  }
}

double LogTable::log_density(double x) const {
  const Place where = refined(place(x));
  if (where.piece == nullptr || std::isnan(where.piece[0])) return density_.log_density(x);
  return polynomial(where.piece, where.r) - where.square;
}

LogShape LogTable::shape(double x) const {
  // Derivatives of an eighth would be less accurate by that factor, so marked pieces are summed.
  const Place where = place(x);
  if (where.piece == nullptr || std::isnan(where.piece[0])) return density_.shape(x);
  double value = 0.0, first = 0.0, half_second = 0.0;
  for (std::size_t p = kNodes; p-- > 0;) {
    half_second = half_second * where.r + first;
    first = first * where.r + value;
    value = value * where.r + where.piece[p];
  }
  const double slope = where.r_slope, h = density_.bandwidth();
  const bool in_tail = where.square > 0.0;
  const double t = in_tail ? std::copysign(std::sqrt(2.0 * where.square), slope) : 0.0;
  return {value - where.square, first * slope - t / h,
          2.0 * half_second * slope * slope - (in_tail ? 1.0 / (h * h) : 0.0)};
}

}  // namespace biotropy::sicamm
