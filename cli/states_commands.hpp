// SPDX-License-Identifier: Apache-2.0
//
// The subcommands of `biotropy states`.
#pragma once

#include <optional>
#include <string>

#include "biotropy/sicamm/model.hpp"
#include "cli/commands.hpp"

namespace biotropy::cli {

void add_states_train(CLI::App& parent, Command& chosen);
void add_states_classify(CLI::App& parent, Command& chosen);
void add_states_evaluate(CLI::App& parent, Command& chosen);
void add_states_stream(CLI::App& parent, Command& chosen);
void add_states_simulate(CLI::App& parent, Command& chosen);

/// Note that holds the sampling rate of the training.
constexpr const char* kRateNote = "sampling rate";

/// Sampling rate of the training, if the notes of the model give it.
std::optional<double> rate_of(const sicamm::Model& model);

/// @throws Error invalid_data if a recording has another rate than the training.
void require_rate_of(const sicamm::Model& model, const std::string& path, double rate);

}  // namespace biotropy::cli
