// SPDX-License-Identifier: Apache-2.0
//
// The keyword arguments of the Python functions as parameters of the core. None stands for the value of the convention.
#pragma once

#include <nanobind/nanobind.h>

#include "biotropy/entropy/conventions.hpp"

namespace biotropy::python {

namespace nb = nanobind;

/// @throws Error invalid_argument naming the argument, its value and what is allowed.
entropy::Measure measure_of(std::string_view name);

/// @param n_samples of the series that will be measured.
/// @throws Error invalid_argument, also for an argument that does not exist.
entropy::Parameters parameters_of(entropy::Measure measure, const nb::dict& options, std::size_t n_samples);

}  // namespace biotropy::python
