// SPDX-License-Identifier: Apache-2.0
//
// Converts keyword arguments of the Python functions to parameters of the library. None: the value of the convention.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <vector>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/request.hpp"
#include "biotropy/entropy/words.hpp"

namespace biotropy::python {

namespace nb = nanobind;

/// The choice named by a word. @throws Error invalid_argument, listing the words.
template <typename Choice>
Choice named(const char* argument, const std::string& word) {
  return require_choice<Choice>(argument, word, "'");
}

/// A request with these options. @throws Error invalid_argument, also for an argument that does not exist.
entropy::Request request_of(const std::string& measure, const nb::dict& options,
                            std::optional<std::vector<int>> scales = {});

/// The given parameters; defaults for the others.
entropy::Parameters parameters_of(const nb::dict& options);

/// Title, unit, measure, convention and every parameter, including defaults, with the names and words of the results of
/// the program. @param scales whether it is a multiscale entropy. @throws as request_of, and no_engine.
nb::dict described(const std::string& measure, const nb::dict& options, std::size_t n_samples, bool scales);

/// Every option of measures and of scales: texts, words and the default for each measure.
nb::list option_table();

/// Every measure: its title, its name in full, and whether it compares two series.
nb::dict measure_table();

}  // namespace biotropy::python
