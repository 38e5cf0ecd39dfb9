// SPDX-License-Identifier: Apache-2.0
//
// Options of `biotropy states stream`.
#pragma once

#include <optional>
#include <string>

#include "biotropy/live/lsl_source.hpp"
#include "biotropy/live/state_stream.hpp"
#include "cli/run_options.hpp"
#include "cli/states_options.hpp"

namespace biotropy::cli {

struct StatesStreamOptions {
  RunOptions run;
  std::string model, replay, speed = "real", output = "-", lsl_out, state, when_full = "block", waiting = "sleep";
  live::LslSelection lsl;
  live::LslPatience lsl_patience;
  std::string lsl_channels = "label";
  std::optional<int> port;
  std::optional<double> rate, beta, gap;
  std::size_t lag = 0, warm_up = kWarmUp, queue = 512;
  std::uint64_t state_every = 0;
  double silence = 60.0;
  bool without_outliers = false, statistics = false;

  bool from_lsl() const { return !lsl.name.empty(); }
  bool prewarms() const { return waiting == "prewarm"; }
  live::StateStreamSettings stream() const;
  live::LslSelection lsl_selection() const;
};

void add_stream_options(CLI::App& command, StatesStreamOptions& options);

}  // namespace biotropy::cli
