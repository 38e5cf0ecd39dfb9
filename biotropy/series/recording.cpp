// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/recording.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/words.hpp"

namespace biotropy::series {

namespace {

std::optional<std::size_t> number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Numbers of channels from 1; both ends belong to the range.
struct Range {
  std::size_t first, last;
};

// Of "4" or "4-9".
std::optional<Range> range_of(std::string_view item, std::size_t n_channels) {
  const std::size_t dash = item.find('-');
  const auto first = number(item.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : number(item.substr(dash + 1));
  if (!first || !last || *first < 1 || *first > *last || *last > n_channels) return std::nullopt;
  return Range{*first, *last};
}

// "=4", which is never a label.
bool append_place(std::string_view item, std::size_t n_channels, std::vector<std::size_t>& selected) {
  const auto place = item.starts_with('=') ? number(item.substr(1)) : std::nullopt;
  if (!place || *place < 1 || *place > n_channels) return false;
  selected.push_back(*place - 1);
  return true;
}

bool append_numbers(std::string_view item, std::size_t n_channels, std::vector<std::size_t>& selected) {
  const auto range = range_of(item, n_channels);
  if (!range) return false;
  for (std::size_t position = range->first; position <= range->last; ++position) selected.push_back(position - 1);
  return true;
}

bool append_label(const Recording& recording, std::string_view label, std::vector<std::size_t>& selected) {
  const std::size_t before = selected.size();
  for (std::size_t c = 0; c < recording.channels.size(); ++c) {
    if (recording.channels[c].label == label) selected.push_back(c);
  }
  return selected.size() > before;
}

std::string_view without_blanks_around(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// Calls use(name) and use(name without blanks around it) of each name of a list.
template <typename Use>
void for_each_name(std::string_view list, const Use& use) {
  while (true) {
    const std::size_t comma = list.find(',');
    const std::string_view written = list.substr(0, comma);
    use(written, without_blanks_around(written));
    if (comma == std::string_view::npos) return;
    list.remove_prefix(comma + 1);
  }
}

// Position of the first channel with the label; the number of channels if there is none.
std::size_t place_of(const Recording& recording, std::string_view label) {
  const auto found = std::find_if(recording.channels.begin(), recording.channels.end(),
                                  [&](const Channel& channel) { return channel.label == label; });
  return static_cast<std::size_t>(found - recording.channels.begin());
}

bool has_label(const Recording& recording, std::string_view label) {
  return place_of(recording, label) < recording.channels.size();
}

// Empty unless the number is the label of another channel than its own.
std::string ambiguous_number(const Recording& recording, std::string_view item) {
  const auto range = range_of(item, recording.channels.size());
  if (!range || !has_label(recording, item)) return {};
  const std::string& own = recording.channels[range->first - 1].label;
  if (own == item) return {};
  return fmt::format("channel {0} is number {1}, which has that label; number {0} is {2}: '={0}' chooses it", item,
                     place_of(recording, item) + 1, own);
}

// Empty unless both ends are labels of channels, not all at those places.
std::string ambiguous_range(const Recording& recording, std::string_view item) {
  const auto range = range_of(item, recording.channels.size());
  if (!range || range->first == range->last || has_label(recording, item)) return {};
  const std::size_t dash = item.find('-');
  const std::string_view first = item.substr(0, dash), last = item.substr(dash + 1);
  if (!has_label(recording, first) || !has_label(recording, last)) return {};
  const std::string& begin = recording.channels[range->first - 1].label;
  const std::string& end = recording.channels[range->last - 1].label;
  if (begin == first && end == last) return {};
  return fmt::format("channels {} are numbers, from {} to {}; labels are listed one by one, such as {},{}", item, begin,
                     end, first, last);
}

std::vector<std::string> labels(const Recording& recording) {
  std::vector<std::string> all;
  for (const Channel& channel : recording.channels) all.push_back(channel.label);
  return all;
}

// Sensors of the brain among the channel types of BIDS; all types of NIRS begin with "NIRS".
constexpr std::array<std::string_view, 7> kBrain{"EEG",    "ECOG",         "SEEG",         "DBS",
                                                 "MEGMAG", "MEGGRADAXIAL", "MEGGRADPLANAR"};
constexpr std::string_view kNirs = "NIRS";

constexpr std::array<std::string_view, 10> kOthers{"EOG",  "VEOG", "HEOG", "ECG",  "EMG",
                                                   "MISC", "TRIG", "REF",  "RESP", "PUPIL"};

std::vector<std::size_t> all_channels(const Recording& recording) {
  std::vector<std::size_t> all, of_brain;
  std::set<std::string> types;
  for (std::size_t c = 0; c < recording.channels.size(); ++c) {
    const Channel& channel = recording.channels[c];
    all.push_back(c);
    if (!channel.type.empty()) types.insert(channel.type);
    if (channel.type.empty() || is_brain(channel.type)) of_brain.push_back(c);
  }
  if (types.empty()) return all;
  if (of_brain.empty()) {
    throw Error::argument(
        "channels", "all of them",
        fmt::format("a list of channels, as none is of the brain; they are {}", fmt::join(types, ", ")));
  }
  return of_brain;
}

// A channel that is there twice would count twice in means over channels, and in measures of all channels together.
void require_once(const Recording& recording, const std::vector<std::size_t>& selected, const std::string& list) {
  std::vector<bool> seen(recording.channels.size());
  for (const std::size_t c : selected) {
    if (seen[c]) {
      throw Error::argument("channels", list,
                            fmt::format("every channel once ({} is there twice)", recording.channels[c].label));
    }
    seen[c] = true;
  }
}

// Those of any real recording; a table of numbers may have a hundred thousand columns.
std::string some_labels(const Recording& recording) {
  constexpr std::size_t most = 500;
  std::vector<std::string> shown = labels(recording);
  if (shown.size() <= most) return fmt::format("{}", fmt::join(shown, ", "));
  const std::size_t more = shown.size() - most;
  shown.resize(most);
  return fmt::format("{} and {} more", fmt::join(shown, ", "), more);
}

}  // namespace

bool is_brain(const std::string& type) {
  return std::find(kBrain.begin(), kBrain.end(), type) != kBrain.end() || type.starts_with(kNirs);
}

std::string usual_type(std::string_view word) {
  const auto is_it = [&](std::string_view type) { return is_same_word(type, word); };
  const auto of_brain = std::find_if(kBrain.begin(), kBrain.end(), is_it);
  if (of_brain != kBrain.end()) return std::string(*of_brain);
  const auto other = std::find_if(kOthers.begin(), kOthers.end(), is_it);
  return other == kOthers.end() ? "" : std::string(*other);
}

std::vector<Piece> pieces(const Channel& channel) {
  std::vector<Piece> result{{0, channel.length(), 0.0}};
  for (std::size_t gap = 0; gap < channel.gap_starts.size(); ++gap) {
    Piece& before = result.back();
    before.end = channel.gap_starts[gap];
    const double lasted = static_cast<double>(before.end - before.begin) / channel.rate;
    const double missing = gap < channel.gap_seconds.size() ? channel.gap_seconds[gap] : 0.0;
    result.push_back({channel.gap_starts[gap], channel.length(), before.onset + lasted + missing});
  }
  return result;
}

std::vector<std::size_t> select_channels(const Recording& recording, const std::string& list) {
  if (list.empty()) return all_channels(recording);
  std::vector<std::size_t> selected;
  for_each_name(list, [&](std::string_view written, std::string_view item) {
    // A label takes precedence over a number, because some files label their channels "1", "2", ... Blanks around a
    // label belong to it where a channel has them.
    const std::size_t n = recording.channels.size();
    if (!append_place(item, n, selected) && !append_label(recording, written, selected) &&
        !append_label(recording, item, selected) && !append_numbers(item, n, selected)) {
      throw Error::argument("channels", std::string(item.substr(item.starts_with('=') ? 1 : 0)),
                            fmt::format("a label, or a number or range from 1 to {}, of [{}]{}", n,
                                        some_labels(recording), suggestion(item, labels(recording))));
    }
  });
  require_once(recording, selected, list);
  return selected;
}

Notices ambiguous_names(const Recording& recording, const std::string& list) {
  Notices notices;
  for_each_name(list, [&](std::string_view written, std::string_view item) {
    if (written != item && has_label(recording, written)) return;
    const bool is_range = item.find('-') != std::string_view::npos;
    std::string text = is_range ? ambiguous_range(recording, item) : ambiguous_number(recording, item);
    if (!text.empty()) notices.push_back(warning("names_ambiguous", std::move(text)));
  });
  return notices;
}

std::vector<std::string> distinct(const std::vector<std::string>& labels) {
  std::set<std::string> taken(labels.begin(), labels.end());
  std::set<std::string> seen;
  std::vector<std::string> result;
  for (const std::string& label : labels) {
    std::string name = label;
    if (!seen.insert(label).second) {
      for (int number = 2; taken.contains(name); ++number) name = fmt::format("{} ({})", label, number);
      taken.insert(name);
    }
    result.push_back(std::move(name));
  }
  return result;
}

}  // namespace biotropy::series
