// SPDX-License-Identifier: Apache-2.0
//
// Where live samples come from: standard input, a TCP port, a stream of the Lab Streaming Layer, or a recording; and
// the messages at their end.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/live/lsl_source.hpp"
#include "biotropy/live/sample_queue.hpp"
#include "biotropy/live/sample_reader.hpp"
#include "biotropy/live/sample_source.hpp"
#include "biotropy/sicamm/states_recording.hpp"
#include "biotropy/words.hpp"
#include "cli/console.hpp"
#include "cli/exit_code.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

enum class ReplaySpeed { real, max };

struct SourceOptions {
  std::string replay;
  ReplaySpeed speed = ReplaySpeed::real;
  live::WhenFull when_full = live::WhenFull::block;
  live::LslSelection lsl;
  live::LslPatience patience;
  std::optional<int> port;
  std::optional<double> rate, gap;
  std::size_t queue = 512;

  bool from_lsl() const { return !lsl.name.empty(); }
};

inline constexpr const char* kSourceGroup =
    "Samples (otherwise lines of numbers on standard input, one for each channel)";

void add_source_options(CLI::App& command, SourceOptions& options);

/// The channels of the samples, and their rate (Hz) where it is known.
struct WantedChannels {
  std::vector<std::string> labels, units;
  std::optional<double> rate;
  bool named = true;  ///< false: the labels are numbers of channels, and none is looked for
};

/// @param recording to be replayed, from which its samples are taken. @param begin its first sample.
/// @throws Error as the sources do.
std::unique_ptr<live::SampleSource> make_source(const SourceOptions& options, const WantedChannels& wanted,
                                                std::optional<sicamm::RawRecording>& recording, std::uint64_t begin,
                                                Console& console);

/// Says how many samples were dropped, if any were.
void warn_of_dropped(const live::SampleQueue& queue, Console& console);

/// The exit code of a source that failed, whatever its kind: a fault of the input. @param command for the hint.
ExitCode report_fault(const live::SampleReader& reader, Console& console, const std::string& command);

}  // namespace biotropy::cli

namespace biotropy {

template <>
inline constexpr std::array kWords<cli::ReplaySpeed>{
    Word{"real", cli::ReplaySpeed::real},
    Word{"max", cli::ReplaySpeed::max},
};

}  // namespace biotropy
