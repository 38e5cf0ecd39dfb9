// SPDX-License-Identifier: Apache-2.0
//
// Extension of a series beyond its ends for filtering: rotated by 180 degrees about its end points, which preserves
// value and slope.
#pragma once

#include <cstddef>
#include <vector>

#include "biotropy/series/samples.hpp"

namespace biotropy::prepare {

/// `length` reflected samples, the samples, and `length` reflected samples again; length is below samples.size().
std::vector<double> odd_reflection(series::Samples samples, std::size_t length);

}  // namespace biotropy::prepare
