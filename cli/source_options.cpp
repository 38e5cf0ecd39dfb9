// SPDX-License-Identifier: Apache-2.0
#include "cli/source_options.hpp"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/live/replay_source.hpp"
#include "biotropy/live/socket_source.hpp"
#include "biotropy/live/text_source.hpp"
#include "biotropy/system/open_file.hpp"
#include "cli/interruption.hpp"
#include "cli/parser.hpp"

namespace biotropy::cli {

namespace {

constexpr std::string_view kSeconds = "a number of seconds of at least 0";

std::vector<OptionRow<SourceOptions>> lsl_options() {
  using S = SourceOptions;
  return {
      option_row<S>("lsl", [](auto& s) -> auto& { return s.lsl.name; },
                    {"NAME", "", "a name", "A stream of the Lab Streaming Layer, by its name"})
          .with({.excludes = "listen|replay"}),
      option_row<S>("lsl_type", [](auto& s) -> auto& { return s.lsl.type; },
                    {"TYPE", "", "a type", "Only channels of this type (EEG); otherwise of any"})
          .with({.needs = "lsl"}),
      option_row<S>("lsl_unit", [](auto& s) -> auto& { return s.lsl.unit; },
                    {"UNIT", "", "a unit", "Unit (uV) of channels that do not say theirs, where units are compared"})
          .with({.needs = "lsl"}),
      option_row<S>("lsl_channels", [](auto& s) -> auto& { return s.lsl.match; },
                    {"", "", "",
                     "Channels are found by label, type and unit, in any order; or are all channels of the stream, by "
                     "position"})
          .with({.needs = "lsl"}),
      option_row<S>("lsl_wait", [](auto& s) -> auto& { return s.patience.first; },
                    {"S", "s", kSeconds, "For that stream, in seconds"})
          .with({.needs = "lsl", .lowest = 0.0}),
      option_row<S>("lsl_reconnect", [](auto& s) -> auto& { return s.patience.reconnect; },
                    {"S", "s", kSeconds, "Seconds to wait for a stream that has gone; 0: its end is the end"})
          .with({.needs = "lsl", .lowest = 0.0}),
  };
}

std::vector<OptionRow<SourceOptions>> source_rows() {
  using S = SourceOptions;
  constexpr double highest_port = 65535.0;
  std::vector<OptionRow<S>> rows{
      option_row<S>("listen", &S::port,
                    {"PORT", "", "a port from 0 to 65535",
                     "Frames from a client that connects to this TCP port of the loopback address; 0: a port that is "
                     "free"})
          .with({.excludes = "replay", .lowest = 0.0, .highest = highest_port}),
      option_row<S>("silence", [](auto& s) -> auto& { return s.patience.silence; },
                    {"S", "s", kSeconds,
                     "Seconds without a frame, or a sample, after which a client or a stream counts as gone; 0: never"})
          .with({.needs = "listen|lsl", .lowest = 0.0}),
      option_row<S>("replay", &S::replay, {"FILE", "", "a file", "A recording"}),
      option_row<S>("speed", &S::speed, {"", "", "", "Of a replay: each sample when it is due, or as fast as possible"})
          .with({.needs = "replay"}),
  };
  for (OptionRow<S>& row : lsl_options()) rows.push_back(std::move(row));
  rows.push_back(
      option_row<S>("rate", &S::rate, {"HZ", "Hz", "a number above 0", "Samples per second, where nothing else says"}));
  rows.push_back(option_row<S>(
      "gap", &S::gap,
      {"S", "s", "a number of seconds above 0",
       "Seconds between time stamps that are a gap, after which all begins anew; otherwise 1.5 samples, and with "
       "'--lsl' more where stamps are uneven"}));
  rows.push_back(option_row<S>("queue", &S::queue, {"N", "", "an integer of at least 1", "Samples that wait at most"}));
  rows.push_back(
      option_row<S>("when_full", &S::when_full,
                    {"", "", "", "What then: the source waits, or the oldest sample is dropped and counted"}));
  return rows;
}

std::unique_ptr<live::SampleSource> make_replay(const SourceOptions& options, sicamm::RawRecording recording,
                                                std::uint64_t begin) {
  live::Replay replay = {std::move(recording.samples), std::move(recording.pieces), std::nullopt, options.replay};
  if (recording.has_rate) replay.rate = recording.rate;
  return std::make_unique<live::ReplaySource>(std::move(replay), begin, options.speed == ReplaySpeed::real);
}

}  // namespace

void add_source_options(CLI::App& command, SourceOptions& options) {
  static const std::vector<OptionRow<SourceOptions>> rows = source_rows();
  add_rows<SourceOptions>(command, options, rows, kSourceGroup);
}

std::unique_ptr<live::SampleSource> make_source(const SourceOptions& options, const WantedChannels& wanted,
                                                std::optional<sicamm::RawRecording>& recording, std::uint64_t begin,
                                                Console& console) {
  const std::vector<std::string> names = wanted.named ? wanted.labels : std::vector<std::string>();
  const auto notify = [&console](const Notice& notice) { console.notices({notice}); };
  if (options.port) {
    auto source = std::make_unique<live::SocketSource>(*options.port, wanted.labels.size(), options.patience.silence,
                                                       notify, names);
    const std::string text = fmt::format("listening on 127.0.0.1:{}", source->port());
    // The user cannot know a port that was chosen here.
    *options.port == 0 ? console.answer(text) : console.note(text);
    return source;
  }
  if (options.from_lsl()) {
    live::LslSelection selection = options.lsl;
    selection.channels = wanted.labels;
    selection.units = wanted.units;
    return std::make_unique<live::LslSource>(selection, wanted.rate, options.patience, notify, &interruption());
  }
  if (recording) return make_replay(options, std::move(*recording), begin);
  return std::make_unique<live::TextSource>(system::kStandardInput, "standard input", notify, names);
}

void warn_of_dropped(const live::SampleQueue& queue, Console& console) {
  if (queue.dropped() == 0) return;
  console.notices(
      {warning("samples_dropped", fmt::format("{} of {} samples were dropped: the output was not taken fast enough",
                                              queue.dropped(), queue.received()))});
}

ExitCode report_fault(const live::SampleReader& reader, Console& console, const std::string& command) {
  try {
    std::rethrow_exception(reader.fault());
  } catch (const Error& error) {
    return console.error(error, command);
  }
}

}  // namespace biotropy::cli
