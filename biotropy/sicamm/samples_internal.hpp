// SPDX-License-Identifier: Apache-2.0
//
// Samples as columns of a matrix, with weights that sum to 1, and sums over them that do not depend on the number of
// threads: each block of samples has its own sum, and the blocks are added in order.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "biotropy/sicamm/dense_internal.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::sicamm {

/// True if every channel of a sample has a value.
inline bool is_finite(std::span<const double> sample) {
  return std::all_of(sample.begin(), sample.end(), [](double x) { return std::isfinite(x); });
}

/// Columns of a matrix.
struct Block {
  Index first, count;
};

/// Calls add(block, sum) for blocks that cover all samples, each with its own sum that starts at 0.
inline Matrix sum_over_blocks(Index samples, Index rows, Index columns, const CancelFlag* cancel,
                              const std::function<void(Block, Matrix&)>& add) {
  constexpr Index least = 2048, most_blocks = 64;
  const Index size = std::max(least, (samples + most_blocks - 1) / most_blocks);
  const Index blocks = (samples + size - 1) / size;
  std::vector<Matrix> sums(static_cast<std::size_t>(blocks), Matrix::Zero(rows, columns));
  parallel_for(sums.size(), cancel, [&](std::size_t i) {
    const Index first = static_cast<Index>(i) * size;
    add({first, std::min(size, samples - first)}, sums[i]);
  });
  Matrix total = Matrix::Zero(rows, columns);
  for (const Matrix& sum : sums) total += sum;
  return total;
}

}  // namespace biotropy::sicamm
