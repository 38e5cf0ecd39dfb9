// SPDX-License-Identifier: Apache-2.0
//
// Distance of two unmixing matrices, up to order, scale and sign of their rows.
#pragma once

#include <vector>

namespace biotropy::sicamm {

/// 0 where W A is a permutation of a diagonal matrix, 1 where all of its entries are equal (Amari 1996).
double amari_index(const std::vector<double>& unmixing, const std::vector<double>& mixing);

/// The largest relative difference between rows, in any order and of any sign.
double rows_apart(const std::vector<double>& found, const std::vector<double>& expected, std::size_t channels);

}  // namespace biotropy::sicamm
