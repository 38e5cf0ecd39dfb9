// SPDX-License-Identifier: Apache-2.0
//
// Tests against surrogates as arrays.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "biotropy/entropy/surrogate_test.hpp"

namespace biotropy::python {

/// The numbers of a test in the shape of the values, how many series have no surrogates, and why the first has none.
nanobind::dict test_to_dict(entropy::SurrogateTest test, const std::vector<std::size_t>& shape);

}  // namespace biotropy::python
