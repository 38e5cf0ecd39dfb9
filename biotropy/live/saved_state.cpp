// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/saved_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>

#include "biotropy/error.hpp"
#include "biotropy/files/results/arrays.hpp"
#include "biotropy/files/utf8.hpp"
#include "biotropy/version.hpp"

namespace biotropy::live {

namespace {

constexpr const char* kFormat = "Biotropy stream state";
constexpr double kFormatVersion = 8.0, kMostBytes = 9007199254740992.0;  // 2^53

template <class T>
const T* attribute(const files::Arrays& arrays, const char* name) {
  const auto found = std::find_if(arrays.attributes.begin(), arrays.attributes.end(),
                                  [&](const files::Parameter& one) { return one.name == name; });
  return found == arrays.attributes.end() ? nullptr : std::get_if<T>(&found->value);
}

std::string shown_source(const std::string& source) {
  return source.empty() ? "none" : source;
}

// The settings that are not what they were; both are words with commas between them.
std::string changes(std::string_view before, std::string_view now) {
  const auto next = [](std::string_view& rest) {
    const std::size_t end = std::min(rest.find(", "), rest.size());
    const std::string_view one = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 2, rest.size()));
    return one;
  };
  std::string result;
  while (!before.empty() || !now.empty()) {
    const std::string_view old = next(before), other = next(now);
    if (old != other) result += fmt::format("{}begun with {}, now {}", result.empty() ? "" : "; ", old, other);
  }
  return result;
}

}  // namespace

void save_state(const SavedState& state, const std::filesystem::path& path) {
  files::Arrays arrays;
  arrays.dimensions = {{"number", state.numbers.size()}};
  arrays.attributes = {{"format", std::string(kFormat)},
                       {"format_version", kFormatVersion},
                       {"biotropy_version", std::string(version())},
                       {"model_sha256", state.origin.model},
                       {"recording_sha256", shown_source(state.origin.source)},
                       {"settings", state.origin.settings},
                       {"bytes_written", static_cast<double>(state.written.bytes)},
                       {"line_format", state.written.format}};
  arrays.variables.push_back({"state", {"number"}, state.numbers, {}, false});
  files::write_checked_arrays(path, arrays);
}

SavedState load_state(const std::filesystem::path& path, const StateOrigin& origin) {
  const auto refuse = [&](ErrorCode code, const std::string& fault) {
    throw Error(code, fmt::format("{}: {}", path.generic_string(), fault));
  };
  const files::Arrays arrays = files::read_checked_arrays(path);
  const auto* format = attribute<std::string>(arrays, "format");
  const auto* format_version = attribute<double>(arrays, "format_version");
  const auto* of_model = attribute<std::string>(arrays, "model_sha256");
  const auto* of_source = attribute<std::string>(arrays, "recording_sha256");
  const auto* of_settings = attribute<std::string>(arrays, "settings");
  if (format == nullptr || *format != kFormat || format_version == nullptr) {
    refuse(ErrorCode::bad_file, "no state of a stream");
  }
  if (*format_version != kFormatVersion) {
    refuse(ErrorCode::unsupported, fmt::format("a state of format version {}; this program knows version {} alone",
                                               *format_version, kFormatVersion));
  }
  if (of_model == nullptr || *of_model != origin.model) {
    refuse(ErrorCode::invalid_data, "the state of a stream with another model");
  }
  if (of_source == nullptr || *of_source != shown_source(origin.source)) {
    refuse(ErrorCode::invalid_data, origin.source.empty()
                                        ? "the state of a replay, and samples come live now"
                                        : "the state of a stream of other samples than those of this recording");
  }
  if (of_settings == nullptr) refuse(ErrorCode::bad_file, "a state without settings");
  if (*of_settings != origin.settings) {
    refuse(ErrorCode::invalid_data,
           fmt::format("the state of a stream with other settings ({}); set them as before, or name another state file",
                       changes(files::to_utf8(*of_settings), origin.settings)));
  }
  const auto found = std::find_if(arrays.variables.begin(), arrays.variables.end(),
                                  [](const files::ArrayVariable& one) { return one.name == "state" && !one.is_text; });
  const auto* written = attribute<double>(arrays, "bytes_written");
  const auto* line_format = attribute<std::string>(arrays, "line_format");
  if (found == arrays.variables.end() || written == nullptr || !(*written >= 0.0 && *written <= kMostBytes) ||
      line_format == nullptr) {
    refuse(ErrorCode::bad_file, "a state without numbers");
  }
  return {origin, found->numbers, {static_cast<std::uint64_t>(*written), *line_format}};
}

}  // namespace biotropy::live
