// SPDX-License-Identifier: Apache-2.0
//
// Number of templates left out because they contain a missing sample.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "biotropy/entropy/parameters.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::cli {

/// "37 of 998 templates touch a missing sample or a gap and were left out", over every (epoch, channel) with at least
/// one template; empty if none was left out.
/// @param templates_m valid templates of each (epoch, channel).
std::string omitted_templates(const series::Epochs& epochs, entropy::Measure measure,
                              const entropy::Parameters& parameters, std::span<const std::uint64_t> templates_m);

}  // namespace biotropy::cli
