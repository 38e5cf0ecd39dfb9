// SPDX-License-Identifier: Apache-2.0
//
// Logarithm of a kernel density as a table of polynomials. The density is constant after training, so the sum over tens
// of thousands of points is replaced by one polynomial of degree 15:
//
// - central: pieces one bandwidth wide, from ten bandwidths below the points to ten above;
// - tails: with t the distance from the outermost point in bandwidths, ln f = -t^2 / 2 + G(t) with a smooth G: eight
//   pieces for each doubling of t, from 8 to 65536;
// - elsewhere the sum over the relevant points.
//
// Every piece is compared with the sum between its nodes. A piece with an error above 2e-11 (the logarithm has kinks
// between isolated points) is marked and divided into eight, which are tested too; if one of these fails, its values
// are summed. The error is therefore below 1e-10 everywhere.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>

#include "biotropy/aligned.hpp"
#include "biotropy/sicamm/density/kernel_density.hpp"

namespace biotropy::sicamm {

class LogTable {
 public:
  static constexpr std::size_t kCoefficients = 16;

  /// Limits of the tails in bandwidths, and the bits of the first limit; eight pieces for each exponent.
  static constexpr double kTailBegin = 8.0, kTailEnd = 65536.0;
  static constexpr int kSubOctaveBits = 3, kMantissaBits = 52 - kSubOctaveBits;
  static constexpr std::uint64_t kFirstTailPiece = std::bit_cast<std::uint64_t>(kTailBegin) >> kMantissaBits;
  static constexpr std::size_t kTailPieces =
      static_cast<std::size_t>((std::bit_cast<std::uint64_t>(kTailEnd) >> kMantissaBits) - kFirstTailPiece);

  explicit LogTable(KernelDensity density);

  /// ln f(x); -infinity where KernelDensity::log_density is, NaN for NaN.
  double log_density(double x) const;

  /// ln f(x) with derivatives.
  LogShape shape(double x) const;

  /// A piece, and the position in it from -1 to 1. ln f is the polynomial there, minus `square`; a marked piece has NaN
  /// as its first coefficient.
  struct Place {
    const double* piece;  ///< nullptr: no piece
    double r;
    double square;   ///< t^2 / 2 in the tails, 0 in the centre
    double r_slope;  ///< dr/dx
  };

  /// Piece for a value outside the centre.
  Place place_in_tails(double x) const;
  Place place(double x) const;

  double low() const { return low_; }
  /// Outermost points, and the reciprocal of the bandwidth.
  double lower_edge() const { return lower_edge_; }
  double upper_edge() const { return upper_edge_; }
  double per_bandwidth() const { return per_bandwidth_; }
  double pieces_per_unit() const { return pieces_per_unit_; }
  std::size_t central_pieces() const { return central_pieces_; }
  /// Coefficients of the centre, then of the lower and the upper tail; aligned to cache lines.
  const double* coefficients() const { return coefficients_.data(); }

  /// Number of pieces of the centre and both tails.
  std::size_t pieces() const { return coefficients_.size() / kCoefficients; }
  std::size_t marked_pieces() const { return marked_; }

  const KernelDensity& density() const { return density_; }

 private:
  static constexpr std::size_t kParts = 8;

  /// Eighth of a marked piece.
  Place refined(const Place& where) const;

  void build_centre();
  void divide_marked_pieces(const std::function<double(double)>& density);
  void build_tail(double edge, double direction, double* piece);

  KernelDensity density_;
  double low_ = 0.0, pieces_per_unit_ = 0.0;
  double lower_edge_, upper_edge_, per_bandwidth_;
  std::size_t central_pieces_ = 0, marked_ = 0;
  AlignedVector<double> coefficients_;
  AlignedVector<double> eighths_;  // of marked central pieces, whose second coefficient is their number
};

inline LogTable::Place LogTable::place_in_tails(double x) const {
  const bool above = x > upper_edge_;
  const double t = (above ? x - upper_edge_ : lower_edge_ - x) * per_bandwidth_;
  if (!(t >= kTailBegin && t < kTailEnd)) return {nullptr, 0.0, 0.0, 0.0};
  const auto bits = std::bit_cast<std::uint64_t>(t);
  const auto index = static_cast<std::size_t>((bits >> kMantissaBits) - kFirstTailPiece) + (above ? kTailPieces : 0);
  constexpr std::uint64_t mask = (std::uint64_t{1} << kMantissaBits) - 1;
  constexpr double unit = 2.0 / static_cast<double>(mask + 1);
  const double r = static_cast<double>(static_cast<std::int64_t>(bits & mask)) * unit - 1.0;
  constexpr std::uint64_t exponent_mask = std::uint64_t{0x7ff} << 52;
  const double octave = std::bit_cast<double>(bits & exponent_mask);
  const double r_slope = (above ? 16.0 : -16.0) * per_bandwidth_ / octave;
  return {coefficients_.data() + (central_pieces_ + index) * kCoefficients, r, 0.5 * t * t, r_slope};
}

inline LogTable::Place LogTable::place(double x) const {
  const double position = (x - low_) * pieces_per_unit_;
  if (!(position >= 0.0 && position < static_cast<double>(central_pieces_))) return place_in_tails(x);
  const auto index = static_cast<std::int64_t>(position);
  const double r = 2.0 * (position - static_cast<double>(index)) - 1.0;
  return {coefficients_.data() + static_cast<std::size_t>(index) * kCoefficients, r, 0.0, 2.0 * pieces_per_unit_};
}

}  // namespace biotropy::sicamm
