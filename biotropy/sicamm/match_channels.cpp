// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/match_channels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "biotropy/error.hpp"
#include "biotropy/series/unit.hpp"

namespace biotropy::sicamm {

namespace {

[[noreturn]] void refuse_channels(const std::string& source, const std::string& fault) {
  throw Error(ErrorCode::invalid_data, fmt::format("{}: {}", source, fault));
}

// "channel 'a'", "channels 'a', 'b'"
std::string named_channels(const std::vector<std::string>& labels) {
  return fmt::format("channel{} '{}'", labels.size() == 1 ? "" : "s", fmt::join(labels, "', '"));
}

bool fits(const std::string& wanted, const ChannelName& found) {
  return found.label == wanted || (!found.type.empty() && found.type + " " + found.label == wanted);
}

std::string upper(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

// "A2-A1" of "EEG A2-A1".
std::string electrodes_of(const series::Channel& channel) {
  const std::string label = upper(channel.label);
  return label.starts_with("EEG ") ? label.substr(4) : label;
}

bool is_ecg(const series::Channel& channel) {
  const std::string label = upper(channel.label), word = label.substr(0, label.find(' '));
  return upper(channel.type) == "ECG" || word == "ECG" || word == "EKG";
}

bool is_reference(const series::Channel& channel) {
  static const std::vector<std::string> ears = {"A1", "A2", "M1", "M2", "REF"};
  std::istringstream parts(electrodes_of(channel));
  bool any = false;
  for (std::string part; std::getline(parts, part, '-'); any = true) {
    if (std::find(ears.begin(), ears.end(), part) == ears.end()) return false;
  }
  return any;
}

void require_same_unit(const std::string& wanted, const ChannelName& found, const std::string& source) {
  if (series::is_same_unit(wanted, found.unit)) return;
  refuse_channels(source, fmt::format("channel '{}' is in '{}', and the model was trained in '{}'", found.label,
                                      found.unit, wanted));
}

}  // namespace

ModelChannels model_channels(const series::Recording& recording) {
  const std::vector<std::size_t> all = series::select_channels(recording, "");
  const auto& channels = recording.channels;
  const bool numbered = std::any_of(channels.begin(), channels.end(),
                                    [](const series::Channel& one) { return electrodes_of(one) == "A3"; });
  ModelChannels result;
  for (const std::size_t index : all) {
    if (is_ecg(channels[index]) || (!numbered && is_reference(channels[index]))) {
      result.left_out.push_back(channels[index].label);
    } else {
      result.chosen.push_back(index);
    }
  }
  if (result.chosen.empty()) return {all, {}};
  return result;
}

std::vector<std::size_t> match_channels(const std::vector<std::string>& labels, const std::vector<std::string>& units,
                                        std::span<const ChannelName> found, const std::string& source) {
  std::vector<std::size_t> result;
  std::vector<std::string> missing, repeated;
  for (const std::string& label : labels) {
    const auto matches = [&](const ChannelName& one) { return fits(label, one); };
    const auto first = std::find_if(found.begin(), found.end(), matches);
    result.push_back(static_cast<std::size_t>(first - found.begin()));
    if (first == found.end()) missing.push_back(label);
    const bool again = first != found.end() && std::any_of(first + 1, found.end(), matches);
    const bool reported = std::find(repeated.begin(), repeated.end(), label) != repeated.end();
    if (!reported && (again || std::count(labels.begin(), labels.end(), label) > 1)) repeated.push_back(label);
  }
  if (!missing.empty()) {
    refuse_channels(source, fmt::format("no {}", named_channels(missing)));
  }
  if (!repeated.empty()) refuse_channels(source, fmt::format("{} more than once", named_channels(repeated)));
  for (std::size_t i = 0; i < units.size(); ++i) require_same_unit(units[i], found[result[i]], source);
  return result;
}

}  // namespace biotropy::sicamm
