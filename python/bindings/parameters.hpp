// SPDX-License-Identifier: Apache-2.0
//
// The keyword arguments of the Python functions as parameters of the core. None stands for the value of the convention.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/surrogate_settings.hpp"
#include "biotropy/entropy/words.hpp"

namespace biotropy::python {

namespace nb = nanobind;

/// What a word stands for. @throws Error invalid_argument, listing the words there are.
template <typename Choice>
Choice named(const char* argument, const std::string& word) {
  return require_choice<Choice>(argument, word, "'");
}

/// @param n_samples of the series that will be measured.
/// @throws Error invalid_argument, also for an argument that does not exist.
entropy::Parameters parameters_of(entropy::Measure measure, const nb::dict& options, std::size_t n_samples);

/// The same for an entropy at many scales, whose options are among the others.
entropy::MultiscaleParameters multiscale_parameters_of(entropy::Measure measure, const nb::dict& options,
                                                       const std::vector<int>& scales, std::size_t n_samples);

/// The test against surrogates among the options; none where it is not asked for.
entropy::SurrogateSettings surrogates_of(const nb::dict& options);

/// The parameters whose options are given; the others as they are by default.
entropy::Parameters parameters_of(const nb::dict& options);

/// Title, unit, measure, convention and every parameter, also what was not given, under the names and in the words of
/// the results of the program. @param scales for an entropy at many of them. @throws as parameters_of, and no_engine.
nb::dict described(entropy::Measure measure, const nb::dict& options, std::size_t n_samples, bool scales);

/// Every option of the measures and of scales with its texts, words and, by measure, its default.
nb::list option_table();

/// Every measure: its title, its name in full, and whether it compares two series.
nb::dict measure_table();

}  // namespace biotropy::python
