// SPDX-License-Identifier: Apache-2.0
//
// What measures are asked with: options from the tables of the library, in which a new row is an option here without
// another line, and samples with what a host knows of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/entropy/request.hpp"
#include "biotropy/study/signal.hpp"
#include "c/biotropy.h"
#include "c/options.hpp"
#include "c/run.hpp"

// What a host knows of a recording beside its samples.
struct biotropy_signal : biotropy::study::Signal {};

namespace biotropy::c {

/// The measure with the given options of it, its convention, scales and tests.
/// @throws Error invalid_argument.
entropy::Request request_of(const char* measure, GivenOptions& given, std::optional<std::vector<int>> scales = {});

/// Samples of an array of these sizes. @throws Error invalid_argument for no epochs or channels, for more samples than
/// memory can hold, and for NULL.
series::EpochView epochs_of(const double* x, std::size_t n_epochs, std::size_t n_channels, std::size_t n_times,
                            const char* name = "x");

/// study::read(), whose notices, and that of its orientation, are handed over.
/// @param rate as the option; nothing: that of the signal. @param missing_are_gaps as in study::Signal.
study::Signal read_signal(const biotropy_signal& given, const std::string& name, std::optional<double> rate,
                          bool missing_are_gaps, const Run& run);

}  // namespace biotropy::c
