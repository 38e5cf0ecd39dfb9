// SPDX-License-Identifier: Apache-2.0
//
// The sums over all samples of a step of FastICA, for fastica.cpp.
#pragma once

#include <span>

#include "biotropy/aligned.hpp"
#include "biotropy/sicamm/ica/unmixing.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

class FixedPoint {
 public:
  /// Copies the samples, the columns of a matrix; weights sum to 1.
  FixedPoint(const Matrix& white, const Vector& weights, Contrast contrast);

  /// E[z g(w z)] - E[g'(w z)] w for every row w.
  Matrix next(const Matrix& rows, const CancelFlag* cancel) const;

 private:
  void add(std::span<const double> rows, std::size_t first_chunk, std::size_t last_chunk, Matrix& sums) const;

  Contrast contrast_;
  std::size_t channels_, padded_, chunks_;
  AlignedVector<double> samples_, weights_;  // samples_[(chunk * padded_ + channel) * kChunk + sample]
};

}  // namespace biotropy::sicamm
