// SPDX-License-Identifier: Apache-2.0
//
// Options of measures, scales and tests against surrogates, from the tables of the library: a new row of a table is an
// option here without another line.
#pragma once

#include <vector>

#include "biotropy/entropy/multiscale_settings.hpp"
#include "biotropy/entropy/surrogate_settings.hpp"
#include "c/options.hpp"

namespace biotropy::c {

/// The measure of that name. @throws Error invalid_argument, listing them.
entropy::Measure measure_named(const char* name);

/// The measure with its convention and options.
entropy::Settings settings_of(entropy::Measure measure, GivenOptions& given);

/// @param reason why epochs are not pooled here, for the message. @throws Error invalid_argument if they are to be.
void refuse_pooling(const entropy::Parameters& parameters, const char* reason);

entropy::MultiscaleSettings scales_of(GivenOptions& given);

/// @throws Error invalid_argument, also for a kind of surrogates that tests nothing with the measure.
entropy::SurrogateSettings surrogates_of(GivenOptions& given, entropy::Measure measure);

/// Samples of an array of these sizes. @throws Error invalid_argument for no epochs or channels, for more samples than
/// memory can hold, and for NULL.
series::EpochView epochs_of(const double* x, std::size_t n_epochs, std::size_t n_channels, std::size_t n_times,
                            const char* name = "x");

}  // namespace biotropy::c
