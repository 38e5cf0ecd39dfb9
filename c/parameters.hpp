// SPDX-License-Identifier: Apache-2.0
//
// Options of measures, scales and tests against surrogates, from the tables of the library: a new row of a table is an
// option here without another line.
#pragma once

#include <optional>
#include <vector>

#include "biotropy/entropy/request.hpp"
#include "c/options.hpp"

namespace biotropy::c {

/// The measure with the given options of it, its convention, scales and tests, and `missing_are_gaps`.
/// @throws Error invalid_argument.
entropy::Request request_of(const char* measure, GivenOptions& given, std::optional<std::vector<int>> scales = {});

/// Samples of an array of these sizes. @throws Error invalid_argument for no epochs or channels, for more samples than
/// memory can hold, and for NULL.
series::EpochView epochs_of(const double* x, std::size_t n_epochs, std::size_t n_channels, std::size_t n_times,
                            const char* name = "x");

}  // namespace biotropy::c
