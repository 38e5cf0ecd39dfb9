// SPDX-License-Identifier: Apache-2.0
#include "tests/sicamm/unmixing_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace biotropy::sicamm {

double amari_index(const std::vector<double>& unmixing, const std::vector<double>& mixing) {
  const auto m = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(mixing.size()))));
  std::vector<double> product(m * m);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      for (std::size_t c = 0; c < m; ++c) product[i * m + j] += unmixing[i * m + c] * mixing[c * m + j];
    }
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < m; ++i) {
    double row = 0.0, column = 0.0, row_largest = 0.0, column_largest = 0.0;
    for (std::size_t j = 0; j < m; ++j) {
      const double in_row = std::abs(product[i * m + j]), in_column = std::abs(product[j * m + i]);
      row += in_row;
      column += in_column;
      row_largest = std::max(row_largest, in_row);
      column_largest = std::max(column_largest, in_column);
    }
    sum += row / row_largest - 1.0 + column / column_largest - 1.0;
  }
  const auto size = static_cast<double>(m);
  return sum / (2.0 * size * (size - 1.0));
}

double rows_apart(const std::vector<double>& found, const std::vector<double>& expected, std::size_t channels) {
  double largest = 0.0;
  for (std::size_t row = 0; row < expected.size(); row += channels) {
    double nearest = std::numeric_limits<double>::infinity();
    // In any order, because rows of nearly equal power may change places.
    for (std::size_t other = 0; other < found.size(); other += channels) {
      for (const double sign : {-1.0, 1.0}) {
        double apart = 0.0, size = 0.0;
        for (std::size_t c = 0; c < channels; ++c) {
          apart = std::max(apart, std::abs(sign * found[other + c] - expected[row + c]));
          size = std::max(size, std::abs(expected[row + c]));
        }
        nearest = std::min(nearest, apart / size);
      }
    }
    largest = std::max(largest, nearest);
  }
  return largest;
}

}  // namespace biotropy::sicamm
