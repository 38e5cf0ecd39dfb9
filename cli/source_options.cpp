// SPDX-License-Identifier: Apache-2.0
#include "cli/source_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/live/replay_source.hpp"
#include "biotropy/live/socket_source.hpp"
#include "biotropy/live/text_source.hpp"
#include "biotropy/system/open_file.hpp"
#include "cli/interruption.hpp"

namespace biotropy::cli {

namespace {

CLI::Option* add_lsl_options(CLI::App& command, SourceOptions& options, const char* group) {
  auto* lsl = command.add_option("--lsl", options.lsl.name, "A stream of the Lab Streaming Layer, by its name");
  lsl->option_text("NAME")->group(group);
  const auto add = [&](const char* name, auto& value, const char* help, const char* text) {
    return command.add_option(name, value, help)->needs(lsl)->option_text(text)->group(group);
  };
  add("--lsl-type", options.lsl.type, "Only channels of this type (EEG); otherwise of any", "TYPE");
  add("--lsl-unit", options.lsl.unit, "Unit (uV) of channels that do not say theirs, where units are compared", "UNIT");
  add("--lsl-channels", options.lsl_channels,
      "Channels are found by label, type and unit, in any order; or are all channels of the stream, by position",
      "label|position [label]")
      ->check(CLI::IsMember({"label", "position"}));
  add("--lsl-wait", options.lsl_patience.first, "For that stream, in seconds", "S [10]");
  add("--lsl-reconnect", options.lsl_patience.reconnect,
      "Seconds to wait for a stream that has gone; 0: its end is the end", "S [10]");
  return lsl;
}

std::unique_ptr<live::SampleSource> make_replay(const SourceOptions& options, sicamm::RawRecording recording,
                                                std::uint64_t begin) {
  const std::size_t samples = recording.pieces.back().end;
  if (begin > samples) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{}: {} samples, and the state is that after {}", options.replay, samples, begin));
  }
  const bool in_time = options.speed == "real";
  if (in_time && !recording.has_rate) {
    throw Error::argument("speed", "real", "'max', or '--rate', because the recording does not say its rate");
  }
  live::Replay replay = {std::move(recording.samples), std::move(recording.pieces), std::nullopt};
  if (recording.has_rate) replay.rate = recording.rate;
  return std::make_unique<live::ReplaySource>(std::move(replay), begin, in_time);
}

void require_seconds(const char* name, double seconds) {
  if (!(seconds >= 0.0)) throw Error::argument(name, fmt::format("{}", seconds), "seconds, at least 0");
}

}  // namespace

void add_source_options(CLI::App& command, SourceOptions& options) {
  const char* group = kSourceGroup;
  auto* listen = command.add_option("--listen", options.port,
                                    "Frames from a client that connects to this TCP port of the loopback address; 0: a "
                                    "port that is free");
  listen->check(CLI::Range(0, 65535))->option_text("PORT")->group(group);
  command
      .add_option("--silence", options.silence,
                  "Seconds without a frame, or a sample, after which a client or a stream counts as gone; 0: never")
      ->option_text("S [60]")
      ->group(group);
  auto* replay = command.add_option("--replay", options.replay, "A recording");
  replay->option_text("FILE")->group(group);
  command.add_option("--speed", options.speed, "Of a replay: each sample when it is due, or as fast as possible")
      ->check(CLI::IsMember({"real", "max"}))
      ->needs(replay)
      ->option_text("real|max [real]")
      ->group(group);
  auto* lsl = add_lsl_options(command, options, group);
  listen->excludes(replay)->excludes(lsl);
  replay->excludes(lsl);
  command.add_option("--rate", options.rate, "Samples per second, where nothing else says")
      ->option_text("HZ")
      ->group(group);
  command
      .add_option("--gap", options.gap,
                  "Seconds between time stamps that are a gap, after which all begins anew; otherwise 1.5 samples, and "
                  "with '--lsl' more where stamps are uneven")
      ->option_text("S")
      ->group(group);
  command.add_option("--queue", options.queue, "Samples that wait at most")->option_text("N [512]")->group(group);
  command
      .add_option("--when-full", options.when_full,
                  "What then: the source waits, or the oldest sample is dropped and counted")
      ->check(CLI::IsMember({"block", "drop-oldest"}))
      ->option_text("block|drop-oldest [block]")
      ->group(group);
}

std::unique_ptr<live::SampleSource> make_source(const SourceOptions& options, const WantedChannels& wanted,
                                                std::optional<sicamm::RawRecording>& recording, std::uint64_t begin,
                                                Console& console) {
  if (options.silence && !options.port && !options.from_lsl()) {
    throw Error::argument("silence", fmt::format("{}", *options.silence), "'--listen' or '--lsl' beside it");
  }
  const double silence = options.silence.value_or(60.0);
  require_seconds("silence", silence);
  require_seconds("lsl_wait", options.lsl_patience.first);
  require_seconds("lsl_reconnect", options.lsl_patience.reconnect);
  const std::vector<std::string> names = wanted.named ? wanted.labels : std::vector<std::string>();
  const auto notify = [&console](const Notice& notice) { console.notices({notice}); };
  if (options.port) {
    auto source = std::make_unique<live::SocketSource>(*options.port, wanted.labels.size(), silence, notify, names);
    const std::string text = fmt::format("listening on 127.0.0.1:{}", source->port());
    // The user cannot know a port that was chosen here.
    *options.port == 0 ? console.answer(text) : console.note(text);
    return source;
  }
  if (options.from_lsl()) {
    live::LslSelection selection = options.lsl;
    selection.by_position = options.lsl_channels == "position";
    selection.channels = wanted.labels;
    selection.units = wanted.units;
    live::LslPatience patience = options.lsl_patience;
    patience.silence = silence;
    return std::make_unique<live::LslSource>(selection, wanted.rate, patience, notify, &interruption());
  }
  if (recording) return make_replay(options, std::move(*recording), begin);
  return std::make_unique<live::TextSource>(system::kStandardInput, "standard input", notify, names);
}

void warn_of_dropped(const live::SampleQueue& queue, Console& console) {
  if (queue.dropped() == 0) return;
  console.warning(fmt::format("{} of {} samples were dropped: the output was not taken fast enough", queue.dropped(),
                              queue.received()));
}

ExitCode report_fault(const live::SampleReader& reader, Console& console, const std::string& command) {
  try {
    std::rethrow_exception(reader.fault());
  } catch (const Error& error) {
    console.error(message_of(error), hint(error, command));
    return exit_code(error);
  }
}

}  // namespace biotropy::cli
