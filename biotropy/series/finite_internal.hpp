// SPDX-License-Identifier: Apache-2.0
//
// Whether all samples are finite, as fast as they are read: a product with zero is zero for finite numbers alone, so
// that one sum of products tells.
#pragma once

#include "biotropy/series/samples.hpp"

namespace biotropy::series {

bool are_finite(Samples samples);

}  // namespace biotropy::series
