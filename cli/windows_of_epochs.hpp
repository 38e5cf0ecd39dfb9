// SPDX-License-Identifier: Apache-2.0
//
// Windows that slide over all epochs together (--window and --step with --epoch and --pool-epochs).
#pragma once

#include <optional>
#include <vector>

#include "biotropy/entropy/pooled_windows.hpp"
#include "biotropy/files/results/results.hpp"
#include "cli/prepare_options.hpp"

namespace biotropy::cli {

/// Takes the windows out of the preparation, which then cuts epochs; nothing without pooled epochs, or without windows.
/// @throws Error invalid_argument for pooled epochs in windows without epochs.
std::optional<entropy::PooledWindows> take_windows(PrepareOptions& prepare, const entropy::Parameters& parameters);

/// Appends them to the parameters of a result.
void record(const entropy::PooledWindows& windows, std::vector<files::Parameter>& parameters);

/// Starts of the windows after that of an epoch, in seconds (samples without a rate).
std::vector<double> onsets(const entropy::PooledWindows& windows, const series::Epochs& epochs);

}  // namespace biotropy::cli
