// SPDX-License-Identifier: Apache-2.0
//
// The keyword arguments of the Python functions as parameters of the core. None stands for the value of the convention.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/words.hpp"

namespace biotropy::python {

namespace nb = nanobind;

/// What a word stands for. @throws Error invalid_argument, listing the words there are.
template <typename Choice>
Choice named(const char* argument, const std::string& word) {
  return entropy::require_choice<Choice>(argument, word, "'");
}

/// @param n_samples of the series that will be measured.
/// @throws Error invalid_argument, also for an argument that does not exist.
entropy::Parameters parameters_of(entropy::Measure measure, const nb::dict& options, std::size_t n_samples);

/// Every parameter, also what was not given, under the names and in the words of the results of the program.
/// @throws as parameters_of, and no_counter.
nb::dict described(entropy::Measure measure, const nb::dict& options, std::size_t n_samples);

}  // namespace biotropy::python
