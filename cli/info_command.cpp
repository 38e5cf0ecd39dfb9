// SPDX-License-Identifier: Apache-2.0
//
// `biotropy info`: what is in a recording, as the other commands see it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>

#include "biotropy/error.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/files/sha256.hpp"
#include "cli/commands.hpp"
#include "cli/input_options.hpp"
#include "cli/interruption.hpp"
#include "cli/run_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct InfoOptions {
  InputOptions input;
  RunOptions run;
};

std::string duration(const series::Channel& channel) {
  if (!channel.has_rate) return "-";
  return fmt::format("{:.6g} s", static_cast<double>(channel.samples.size()) / channel.rate);
}

std::string channel_table(const series::Recording& recording) {
  Table table({{"number", true},
               {"channel"},
               {"unit"},
               {"rate", true},
               {"samples", true},
               {"duration", true},
               {"missing", true},
               {"gaps", true},
               {"minimum", true},
               {"maximum", true}});
  for (std::size_t c = 0; c < recording.channels.size(); ++c) {
    const series::Channel& channel = recording.channels[c];
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (const double sample : channel.samples) {
      if (sample < lowest) lowest = sample;
      if (sample > highest) highest = sample;
    }
    const bool any = lowest <= highest;
    table.add({fmt::format("{}", c + 1), channel.label, channel.unit,
               channel.has_rate ? fmt::format("{:.6g} Hz", channel.rate) : "none",
               fmt::format("{}", channel.samples.size()), duration(channel),
               fmt::format("{}", series::missing_count(channel.samples)), fmt::format("{}", channel.gap_starts.size()),
               any ? fmt::format("{:.6g}", lowest) : "-", any ? fmt::format("{:.6g}", highest) : "-"});
  }
  return table.text();
}

std::string description(const std::string& path, const series::Recording& recording, const std::string& digest,
                        const std::vector<files::FileDigest>& others) {
  std::size_t gaps = 0;
  for (const series::Channel& channel : recording.channels) gaps = std::max(gaps, channel.gap_starts.size());
  std::string text = path + "\n";
  const auto add = [&](const char* name, const std::string& value) {
    text += fmt::format("  {:<11}  {}\n", name, value);
  };
  add("format", recording.format);
  add("SHA-256", digest);
  for (const files::FileDigest& other : others) add("beside it", fmt::format("{}  {}", other.sha256, other.path));
  add("channels", fmt::format("{}", recording.channels.size()));
  add("gaps", fmt::format("{}", gaps));
  add("annotations", fmt::format("{}", recording.annotations.size()));
  for (const std::string& warning : recording.warnings) add("warning", warning);
  if (!recording.channels.empty()) text += "\n" + channel_table(recording);
  return text;
}

ExitCode run_info(const InfoOptions& options, Context& context) {
  options.run.apply(context.console);
  const files::OpenOptions open = options.input.open_options();
  ExitCode code = ExitCode::done;
  bool first = true;
  for (const std::string& path : options.input.files) {
    interruption().check();
    std::string text;
    try {
      const series::Recording recording = files::open(path, open);
      text = description(path, recording, files::sha256(path, &interruption()),
                         files::digests(recording.other_files, &interruption()));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      context.console.error(error.what());
      if (code == ExitCode::done) code = exit_code(error);
      continue;
    } catch (const std::bad_alloc&) {
      context.console.error(path + ": not enough memory");
      if (code == ExitCode::done) code = ExitCode::failed;
      continue;
    }
    print((first ? "" : "\n") + text);
    first = false;
  }
  return code;
}

}  // namespace

void add_info_command(CLI::App& program, Command& chosen) {
  CLI::App& command =
      *program.add_subcommand("info", "What is in recordings: channels, rates, units, gaps, faults, SHA-256");
  const auto options = std::make_shared<InfoOptions>();
  add_input_options(command, options->input);
  add_run_options(command, options->run);
  add_footer(command,
             "  biotropy info eeg.edf\n"
             "  biotropy info raw.npy --rate 250\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_info(*options, context); }; });
}

}  // namespace biotropy::cli
