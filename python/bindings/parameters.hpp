// SPDX-License-Identifier: Apache-2.0
//
// Converts keyword arguments of the Python functions to parameters of the library. None: the value of the convention.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <string>
#include <vector>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/surrogate_settings.hpp"
#include "biotropy/entropy/words.hpp"

namespace biotropy::python {

namespace nb = nanobind;

/// The choice named by a word. @throws Error invalid_argument, listing the words.
template <typename Choice>
Choice named(const char* argument, const std::string& word) {
  return require_choice<Choice>(argument, word, "'");
}

/// @param n_samples length of the series.
/// @throws Error invalid_argument, also for an argument that does not exist.
entropy::Parameters parameters_of(entropy::Measure measure, const nb::dict& options, std::size_t n_samples);

/// The same for an entropy at many scales, whose options are among the others.
entropy::MultiscaleParameters multiscale_parameters_of(entropy::Measure measure, const nb::dict& options,
                                                       const std::vector<int>& scales, std::size_t n_samples);

/// The test against surrogates among the options.
entropy::SurrogateSettings surrogates_of(const nb::dict& options);

/// The given parameters; defaults for the others.
entropy::Parameters parameters_of(const nb::dict& options);

/// Title, unit, measure, convention and every parameter, including defaults, with the names and words of the results of
/// the program. @param scales whether it is a multiscale entropy. @throws as parameters_of, and no_engine.
nb::dict described(entropy::Measure measure, const nb::dict& options, std::size_t n_samples, bool scales);

/// A notice of an absolute r in another unit than the samples; none for another one.
/// @param rows series in the last dimension. @param unit of the samples; empty: unknown. @throws as parameters_of.
nb::list tolerance_notices(entropy::Measure measure, const nb::dict& options,
                           const nb::ndarray<const double, nb::c_contig, nb::device::cpu>& rows,
                           const std::string& unit);

/// Every option of measures and of scales: texts, words and the default for each measure.
nb::list option_table();

/// Every measure: its title, its name in full, and whether it compares two series.
nb::dict measure_table();

}  // namespace biotropy::python
