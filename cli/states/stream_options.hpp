// SPDX-License-Identifier: Apache-2.0
//
// Options of `biotropy states stream`.
#pragma once

#include <optional>
#include <string>

#include "biotropy/live/state_stream.hpp"
#include "cli/run_options.hpp"
#include "cli/source_options.hpp"
#include "cli/states/options.hpp"

namespace biotropy::cli {

struct StatesStreamOptions : SourceOptions {
  RunOptions run;
  std::string model, output = "-", format = "table", lsl_out, osc, udp, state, waiting = "sleep";
  std::optional<int> show;
  live::StateStreamSettings decoding;
  std::uint64_t state_every = 0;
  bool statistics = false, no_verify = false;

  bool prewarms() const { return waiting == "prewarm"; }
  live::StateStreamSettings stream() const;
};

void add_stream_options(CLI::App& command, StatesStreamOptions& options);

}  // namespace biotropy::cli
