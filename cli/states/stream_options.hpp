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

enum class LineFormat { table, json };
enum class Waiting { sleep, prewarm };

struct StatesStreamOptions : SourceOptions, ModelOptions {
  RunOptions run;
  std::string output = "-", lsl_out, osc, udp, state;
  LineFormat format = LineFormat::table;
  Waiting waiting = Waiting::sleep;
  std::optional<int> show;
  live::StateStreamSettings decoding;
  std::uint64_t state_every = 0;
  bool statistics = false;

  bool prewarms() const { return waiting == Waiting::prewarm; }
  live::StateStreamSettings stream() const;
};

void add_stream_options(CLI::App& command, StatesStreamOptions& options);

}  // namespace biotropy::cli

namespace biotropy {

template <>
inline constexpr std::array kWords<cli::LineFormat>{
    Word{"table", cli::LineFormat::table},
    Word{"json", cli::LineFormat::json},
};
template <>
inline constexpr std::array kWords<cli::Waiting>{
    Word{"sleep", cli::Waiting::sleep},
    Word{"prewarm", cli::Waiting::prewarm},
};

}  // namespace biotropy
