// SPDX-License-Identifier: Apache-2.0
//
// `biotropy info`: contents of a recording, as the other commands read it. Only what headers and annotations say is
// read, so that a recording of any size takes no time and no memory; '--full' reads the samples too.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>

#include "biotropy/error.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/files/sha256.hpp"
#include "cli/commands.hpp"
#include "cli/input_options.hpp"
#include "cli/interruption.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

using Json = nlohmann::ordered_json;

struct InfoOptions {
  InputOptions input;
  RunOptions run;
  bool full = false;
};

// A recording and its files; their digests are empty unless all of it was read.
struct ReadFile {
  series::Recording recording;
  std::string path, digest;
  std::vector<files::FileDigest> others;
  bool full = false;
};

// Minimum and maximum of the finite samples; nothing without any.
struct Extent {
  explicit Extent(const series::Channel& channel) {
    for (const double sample : channel.samples) {
      if (sample < lowest) lowest = sample;
      if (sample > highest) highest = sample;
    }
  }

  bool any() const { return lowest <= highest; }

  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
};

double seconds(const series::Channel& channel) {
  return static_cast<double>(channel.length()) / channel.rate;
}

std::string channel_table(const series::Recording& recording, bool full) {
  std::vector<Table::Column> columns = {{"number", true}, {"channel"},       {"unit"},           {"type"},
                                        {"rate", true},   {"samples", true}, {"duration", true}, {"gaps", true}};
  if (full) columns.insert(columns.end(), {{"missing", true}, {"minimum", true}, {"maximum", true}});
  Table table(std::move(columns));
  for (std::size_t c = 0; c < recording.channels.size(); ++c) {
    const series::Channel& channel = recording.channels[c];
    std::vector<std::string> row = {fmt::format("{}", c + 1),
                                    channel.label,
                                    channel.unit,
                                    channel.type + (channel.bad.empty() ? "" : " (bad)"),
                                    channel.has_rate ? fmt::format("{:.6g} Hz", channel.rate) : "none",
                                    fmt::format("{}", channel.length()),
                                    channel.has_rate ? fmt::format("{:.6g} s", seconds(channel)) : "-",
                                    fmt::format("{}", channel.gap_starts.size())};
    if (full) {
      const Extent extent(channel);
      row.push_back(fmt::format("{}", series::missing_count(channel.samples)));
      row.push_back(extent.any() ? fmt::format("{:.6g}", extent.lowest) : "-");
      row.push_back(extent.any() ? fmt::format("{:.6g}", extent.highest) : "-");
    }
    table.add(row);
  }
  return table.text();
}

std::size_t gap_count(const series::Recording& recording) {
  std::size_t gaps = 0;
  for (const series::Channel& channel : recording.channels) gaps = std::max(gaps, channel.gap_starts.size());
  return gaps;
}

// As they are typed in a shell.
std::string options_text(const series::Recording& recording) {
  std::string text;
  for (const auto& [name, value] : recording.decided) {
    text += fmt::format("{}--{} {}", text.empty() ? "" : " ", hyphenated(name), for_shell(biotropy::text_of(value)));
  }
  return text;
}

std::string text_of(const ReadFile& file) {
  const series::Recording& recording = file.recording;
  std::string text = file.path + "\n";
  const auto add = [&](const char* name, const std::string& value) {
    text += fmt::format("  {:<11}  {}\n", name, value);
  };
  add("format", recording.format);
  if (file.full) add("SHA-256", file.digest);
  for (const files::FileDigest& other : file.others) {
    add("beside it", file.full ? fmt::format("{}  {}", other.sha256, other.path) : other.path);
  }
  add("channels", fmt::format("{}", recording.channels.size()));
  add("gaps", fmt::format("{}", gap_count(recording)));
  add("annotations", fmt::format("{}", recording.annotations.size()));
  if (!recording.decided.empty()) add("read with", options_text(recording));
  for (const Notice& one : recording.notices) add(word(one.level).data(), in_options(one.text));
  if (!recording.channels.empty()) text += "\n" + channel_table(recording, file.full);
  return text;
}

Json json_of(const series::Channel& channel, bool full) {
  Json json = {{"label", channel.label}, {"unit", channel.unit}, {"type", channel.type}, {"bad", channel.bad}};
  json["rate"] = channel.has_rate ? Json(channel.rate) : Json();
  json["samples"] = channel.length();
  json["seconds"] = channel.has_rate ? Json(seconds(channel)) : Json();
  json["gaps"] = channel.gap_starts.size();
  if (!full) return json;
  const Extent extent(channel);
  json["missing"] = series::missing_count(channel.samples);
  json["minimum"] = extent.any() ? Json(extent.lowest) : Json();
  json["maximum"] = extent.any() ? Json(extent.highest) : Json();
  return json;
}

Json json_of(const ReadFile& file) {
  const series::Recording& recording = file.recording;
  Json json = {{"path", file.path}, {"format", recording.format}};
  if (file.full) json["sha256"] = file.digest;
  json["other_files"] = Json::array();
  for (const files::FileDigest& other : file.others) {
    json["other_files"].push_back({{"path", other.path}});
    if (file.full) json["other_files"].back()["sha256"] = other.sha256;
  }
  json["annotations"] = Json::array();
  for (const series::Annotation& found : recording.annotations) {
    json["annotations"].push_back(
        {{"onset", found.onset}, {"duration", found.duration ? Json(*found.duration) : Json()}, {"text", found.text}});
  }
  json["read_with"] = Json::object();
  for (const auto& [name, value] : recording.decided) {
    std::visit([&json, &option = name](const auto& held) { json["read_with"][option] = held; }, value);
  }
  json["notices"] = recording.notices;
  json["channels"] = Json::array();
  for (const series::Channel& channel : recording.channels) {
    json["channels"].push_back(json_of(channel, file.full));
  }
  return json;
}

ReadFile read_file(const std::string& path, const files::OpenOptions& open, bool full) {
  ReadFile file{files::open(path, open), path, {}, {}, full};
  if (full) {
    file.digest = files::sha256(path, &interruption());
    file.others = files::digests(file.recording.other_files, &interruption());
  } else {
    for (const std::string& other : file.recording.other_files) file.others.push_back({other, ""});
  }
  return file;
}

ExitCode run_info(const InfoOptions& options, Context& context) {
  options.run.apply(context.console);
  files::OpenOptions open = options.input;
  if (!options.full) open.needed = files::no_channels();
  ExitCode code = ExitCode::done;
  Json all = Json::array();
  bool first = true;
  for (const std::string& path : options.input.files) {
    interruption().check();
    std::optional<ReadFile> file;
    try {
      file = read_file(path, open, options.full);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      const ExitCode failed = context.console.error(error, "info");
      if (code == ExitCode::done) code = failed;
      continue;
    } catch (const std::bad_alloc&) {
      context.console.error(path + ": not enough memory");
      if (code == ExitCode::done) code = ExitCode::failed;
      continue;
    }
    if (options.run.json) {
      all.push_back(json_of(*file));
    } else {
      print((first ? "" : "\n") + text_of(*file));
    }
    first = false;
  }
  // File names may hold invalid UTF-8.
  if (options.run.json) print(all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  return code;
}

}  // namespace

void add_info_command(CLI::App& program, Command& chosen) {
  CLI::App& command = add_command(program, "info", "Contents of recordings: channels, rates, units, gaps, faults");
  const auto options = std::make_shared<InfoOptions>();
  add_input_options(command, options->input);
  add_row(command, options->full, "full",
          {"", "", "",
           "Read the samples too: missing ones, minimum and maximum of each channel, checksums, SHA-256 of files"});
  add_run_option(command, options->run, "json");
  add_run_options(command, options->run);
  add_footer(command,
             "  biotropy info eeg.edf\n"
             "  biotropy info eeg.edf --full\n"
             "  biotropy info eeg.edf --json\n"
             "  biotropy info raw.npy --rate 250\n");
  set_work(command, chosen, [options](Context& context) { return run_info(*options, context); });
}

}  // namespace biotropy::cli
