// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/bids.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/files/formats/tab_table_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/sidecar_internal.hpp"
#include "biotropy/series/unit.hpp"
#include "biotropy/system/folder.hpp"

namespace biotropy::files {

namespace {

/// Channels listed in a message.
constexpr std::size_t kMostLabels = 5;

using Parts = std::vector<std::string>;

Parts parts_of(const std::string& stem) {
  Parts parts;
  for (std::size_t begin = 0; begin <= stem.size();) {
    const std::size_t end = std::min(stem.find('_', begin), stem.size());
    parts.push_back(stem.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

bool is_entity(const std::string& part) {
  return part.find('-') != std::string::npos;
}

// "night" holds for "night" and "night_eeg"; entities hold in any number and order.
bool holds(const Parts& table, const Parts& recording) {
  if (table.size() > recording.size()) return false;
  if (std::equal(table.begin(), table.end(), recording.begin())) return true;
  return std::all_of(table.begin(), table.end(), [&](const std::string& part) {
    return is_entity(part) && std::find(recording.begin(), recording.end(), part) != recording.end();
  });
}

std::optional<std::filesystem::path> table_in(const std::filesystem::path& folder, const Parts& recording,
                                              const std::string& ending) {
  std::optional<std::filesystem::path> best;
  std::size_t most = 0;
  std::error_code failure;
  const auto is_table = [&](std::string_view name) { return name.ends_with(ending); };
  for (const std::filesystem::path& entry : system::entries_of(folder, failure, is_table)) {
    const std::string name = entry.filename().generic_string();
    const Parts parts = parts_of(name.substr(0, name.size() - ending.size()));
    if (!holds(parts, recording) || parts.size() < most) continue;
    const auto type = fetched_status(entry).type();
    if (type == std::filesystem::file_type::not_found) continue;
    if (type != std::filesystem::file_type::regular) {
      throw Error(ErrorCode::bad_file, fmt::format("{}: no file, though its name is that of a table of the recording",
                                                   entry.generic_string()));
    }
    if (parts.size() == most) {
      throw Error(ErrorCode::bad_file, fmt::format("{}: it and {} beside it hold equally for one recording",
                                                   entry.generic_string(), best->filename().generic_string()));
    }
    most = parts.size();
    best = entry;
  }
  if (failure && failure != std::errc::no_such_file_or_directory) {
    throw Error(ErrorCode::io,
                fmt::format("{}: the folder cannot be read for tables that end in {}: {}", folder.generic_string(),
                            ending, failure.default_error_condition().message()));
  }
  return best;
}

// The folder that holds the one named after the subject; that of the recording if there is none.
std::filesystem::path top_folder(const std::filesystem::path& folder, const std::string& subject) {
  if (!subject.starts_with("sub-")) return folder;
  constexpr int most_levels = 3;  // modality, session, subject
  std::filesystem::path above = folder;
  for (int level = 0; level < most_levels; ++level, above = above.parent_path()) {
    if (above.filename() == subject) return above.parent_path();
  }
  return folder;
}

struct ChannelRow {
  std::string type, unit;
  std::optional<double> rate;
  std::optional<std::string> bad;  // empty for a good channel
};

using ChannelRows = std::map<std::string, ChannelRow>;

ChannelRow row_of(const TabTable& table, const TabTable::Row& row, std::uint64_t line, const std::string& name) {
  const auto field = [&](const char* column) {
    const auto at = table.find_column(column);
    return at && row[*at] != kNotKnown ? to_utf8(row[*at]) : std::string();
  };
  ChannelRow result{field("type"), field("units"), to_finite(field("sampling_frequency")), std::nullopt};
  std::transform(result.type.begin(), result.type.end(), result.type.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  const std::string status = lower(field("status")), description = field("status_description");
  if (status == "bad") {
    result.bad = fmt::format("marked bad in {}{}{}", name, description.empty() ? "" : ": ", description);
  } else if (status == "good") {
    result.bad = "";
  } else if (!status.empty()) {
    throw table.refusal(line, fmt::format("the status is {}; it must be good, bad or n/a", in_quotes(status)));
  }
  return result;
}

ChannelRows read_channels(const std::filesystem::path& path) {
  Input input(path);
  const TabTable table(input, "channels");
  const std::size_t name = table.column("name");
  ChannelRows rows;
  table.each_row([&](const TabTable::Row& row, std::uint64_t line) {
    const std::string label = to_utf8(row[name]);
    if (!rows.emplace(label, row_of(table, row, line, path.filename().generic_string())).second) {
      throw table.refusal(line, fmt::format("the channel {} occurs more than once", in_quotes(label)));
    }
  });
  return rows;
}

std::string some_of(const std::vector<std::string>& labels) {
  const auto shown = static_cast<std::ptrdiff_t>(std::min(labels.size(), kMostLabels));
  return fmt::format("{}{}", fmt::join(labels.begin(), labels.begin() + shown, ", "),
                     labels.size() > kMostLabels ? ", ..." : "");
}

bool is_another_rate(double told, double rate) {
  constexpr double rounding = 1e-3;
  return std::abs(told - rate) > rounding * rate;
}

// A table may be of the recording before it was resampled or converted; what its file says is used.
void compare_channels(const std::string& name, const ChannelRows& rows, series::Recording& recording) {
  std::vector<std::string> rates, units;
  for (const series::Channel& channel : recording.channels) {
    const auto row = rows.find(channel.label);
    if (row == rows.end()) continue;
    const auto& [type, unit, rate, bad] = row->second;
    if (rate && channel.has_rate && is_another_rate(*rate, channel.rate)) {
      rates.push_back(fmt::format("{} {} Hz, not {} Hz", channel.label, *rate, channel.rate));
    }
    if (series::are_different_units(unit, channel.unit)) {
      units.push_back(fmt::format("{} {}, not {}", channel.label, unit, channel.unit));
    }
  }
  const auto warn = [&](const char* code, const char* what, const std::vector<std::string>& found) {
    if (found.empty()) return;
    recording.notices.push_back(
        warning(code, fmt::format("{} gives {} another {} than the recording ({}): that of the recording is used", name,
                                  counted(found.size(), "channel"), what, some_of(found))));
  };
  warn("rates_differ", "sampling_frequency", rates);
  warn("units_differ", "unit", units);
}

}  // namespace

std::optional<std::filesystem::path> bids_table(const std::filesystem::path& recording, std::string_view suffix) {
  return inherited_file(recording, fmt::format("_{}.tsv", suffix));
}

std::optional<std::filesystem::path> inherited_file(
    const std::filesystem::path& recording, const std::string& ending,
    const std::function<bool(const std::filesystem::path&)>& is_accepted) {
  const Parts parts = parts_of(recording.stem().generic_string());
  // Where the working folder is gone, only whole paths can be opened.
  std::error_code gone;
  const std::filesystem::path here = recording.is_absolute() ? "" : std::filesystem::current_path(gone);
  std::filesystem::path folder = (here / recording).lexically_normal().parent_path();
  const std::filesystem::path top = top_folder(folder, parts.front());
  for (;; folder = folder.parent_path()) {
    const auto table = table_in(folder, parts, ending);
    if (table && (!is_accepted || is_accepted(*table))) {
      return recording.is_absolute() ? *table : table->lexically_relative(here);
    }
    if (folder == top) return std::nullopt;
  }
}

bool has_entity(const std::filesystem::path& path, std::string_view key, std::string_view value) {
  const Parts parts = parts_of(path.stem().generic_string());
  return std::find(parts.begin(), parts.end(), fmt::format("{}-{}", key, value)) != parts.end();
}

std::map<std::string, std::string> channel_types(const std::filesystem::path& table) {
  std::map<std::string, std::string> types;
  for (const auto& [name, row] : read_channels(table)) types[name] = row.type;
  return types;
}

void apply_channel_table(const std::filesystem::path& table, series::Recording& recording) {
  const ChannelRows rows = read_channels(table);
  const std::string name = table.filename().generic_string();
  std::vector<std::string> unlisted;
  for (series::Channel& channel : recording.channels) {
    const auto row = rows.find(channel.label);
    if (row == rows.end()) {
      unlisted.push_back(channel.label);
      continue;
    }
    if (!row->second.type.empty()) channel.type = row->second.type;
    if (row->second.bad) channel.bad = *row->second.bad;
  }
  if (!unlisted.empty()) {
    throw Error(ErrorCode::bad_file,
                fmt::format("{}: it has no line for {} of {} channels of {} ({}): complete it, or have the recording "
                            "read without it (ignore-channel-table)",
                            table.generic_string(), unlisted.size(), recording.channels.size(), recording.path,
                            some_of(unlisted)));
  }
  compare_channels(name, rows, recording);
  recording.other_files.push_back(table.generic_string());
}

void compare_sidecar_rate(const std::filesystem::path& path, series::Recording& recording) {
  constexpr const char* key = "SamplingFrequency";
  try {
    const auto sidecar = sidecar_with(path, key);
    if (!sidecar) return;
    const nlohmann::json told = read_sidecar(*sidecar)[key];
    if (!told.is_number()) return;
    const auto fits = [&](const series::Channel& channel) {
      return !channel.has_rate || !is_another_rate(told.get<double>(), channel.rate);
    };
    // Channels may have several rates, of which a sidecar gives one.
    if (std::any_of(recording.channels.begin(), recording.channels.end(), fits)) return;
    recording.notices.push_back(warning(
        "rates_differ",
        fmt::format("{} gives a {} of {} Hz, and the recording has {} Hz: that of the recording is used",
                    sidecar->filename().generic_string(), key, told.get<double>(), recording.channels.front().rate)));
  } catch (const Error& error) {
    recording.notices.push_back(
        warning("sidecar_unreadable", fmt::format("{}: its {} is not compared with the rate", error.what(), key)));
  }
}

void warn_of_left_out(const std::string& source, const std::optional<std::vector<std::size_t>>& chosen,
                      series::Recording& recording) {
  const auto is_other = [](const series::Channel& one) { return !one.type.empty() && !series::is_brain(one.type); };
  const auto& channels = recording.channels;
  const auto is_read = [&](const series::Channel& one) {
    const auto position = static_cast<std::size_t>(&one - channels.data());
    return one.n_unread == 0 || (chosen && std::find(chosen->begin(), chosen->end(), position) != chosen->end());
  };
  const bool any_read = chosen && std::any_of(channels.begin(), channels.end(), is_read);
  const bool named = any_read && std::any_of(channels.begin(), channels.end(), [&](const series::Channel& one) {
                       return !is_other(one) && !is_read(one);
                     });
  std::vector<std::string> bad, others;
  for (const series::Channel& channel : channels) {
    if (!channel.bad.empty()) bad.push_back(channel.label);
    if (named || !is_other(channel) || (any_read && is_read(channel))) continue;
    others.push_back(fmt::format("{} ({})", channel.label, channel.type));
  }
  if (!bad.empty()) {
    recording.notices.push_back(warning(
        "channels_bad", fmt::format("{} marks {} as bad ({}): without values", source, bad.size(), some_of(bad))));
  }
  if (!others.empty()) {
    recording.notices.push_back(note(
        "types_left_out",
        fmt::format("{} has {} of other types ({}): left out unless named", source, others.size(), some_of(others))));
  }
}

namespace {

constexpr const char* kKey = "PowerLineFrequency";

}  // namespace

LineFrequency line_frequency(const std::filesystem::path& recording) {
  const auto sidecar = sidecar_with(recording, kKey);
  if (!sidecar) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{}: no sidecar (*{}) gives its {}: name the frequency of the notch instead",
                            recording.generic_string(), sidecar_ending(recording), kKey));
  }
  const nlohmann::json value = read_sidecar(*sidecar)[kKey];
  if (value == "n/a") {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{}: {} is n/a: name the frequency of the notch instead", sidecar->generic_string(), kKey));
  }
  if (!value.is_number() || !(value.get<double>() > 0.0)) {
    throw Error(ErrorCode::bad_file,
                fmt::format("{}: {} = {} is not a positive number", sidecar->generic_string(), kKey,
                            value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
  }
  return {value.get<double>(), *sidecar};
}

nlohmann::json read_sidecar(const std::filesystem::path& path) {
  Input input(path);
  const auto bytes = input.mapped();
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  nlohmann::json json = nlohmann::json::parse(text, text + bytes.size(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) throw input.bad_file("no JSON object");
  return json;
}

std::string sidecar_ending(const std::filesystem::path& recording) {
  const std::string stem = recording.stem().generic_string();
  const std::size_t suffix = stem.rfind('_');
  return "_" + (suffix == std::string::npos ? stem : stem.substr(suffix + 1)) + ".json";
}

std::optional<std::filesystem::path> sidecar_with(const std::filesystem::path& recording, const std::string& key) {
  return inherited_file(recording, sidecar_ending(recording),
                        [&](const std::filesystem::path& path) { return read_sidecar(path).contains(key); });
}

}  // namespace biotropy::files
