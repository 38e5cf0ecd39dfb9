// SPDX-License-Identifier: Apache-2.0
//
// What a host knows of a recording beside its samples.
#pragma once

#include <string>
#include <vector>

#include "biotropy/series/epochs.hpp"
#include "c/biotropy.h"
#include "c/run.hpp"

struct biotropy_signal {
  biotropy::series::EpochView view;
  std::vector<std::string> channels{}, units{};    // empty: unknown, as below
  std::vector<double> rate{}, starts{}, stamps{};  // starts of epochs; stamps of the samples of one or of all
  std::vector<std::size_t> gaps{};                 // the first samples behind missing time, of all epochs in a row
};

namespace biotropy::c {

/// The signal with the rate, starts and gaps that its time stamps tell. @param name of it, for messages.
/// @throws Error missing_values for a gap inside one of several epochs; invalid_data for stamps of another rate or
/// start.
biotropy_signal read_signal(const biotropy_signal& given, const std::string& name, const Run& run);

}  // namespace biotropy::c
