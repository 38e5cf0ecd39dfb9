// SPDX-License-Identifier: Apache-2.0
//
// How a series goes on beyond its ends while it is filtered: turned by 180 degrees about its end points, which keeps
// value and slope.
#pragma once

#include <cstddef>
#include <vector>

#include "biotropy/series/samples.hpp"

namespace biotropy::prepare {

/// `length` reflected samples, the samples, and `length` reflected samples again; length is below samples.size().
std::vector<double> odd_reflection(series::Samples samples, std::size_t length);

}  // namespace biotropy::prepare
