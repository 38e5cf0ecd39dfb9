// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/lsl_inlet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/match_channels.hpp"

namespace biotropy::live {

namespace {

constexpr std::int32_t kBufferedSeconds = 360, kLost = -2;

// The description of each channel; fields that the stream does not give are empty.
std::vector<sicamm::ChannelName> described_channels(const LslLibrary& library, void* info) {
  std::vector<sicamm::ChannelName> result;
  void* element = library.child(library.child(library.get_desc(info), "channels"), "channel");
  for (; library.empty(element) == 0; element = library.next_sibling_n(element, "channel")) {
    const auto text = [&](const char* name) { return std::string(library.child_value_n(element, name)); };
    result.push_back({text("label"), text("type"), text("unit")});
  }
  return result;
}

}  // namespace

LslInlet::LslInlet(void* info, const LslSelection& selection, std::optional<double> rate, double seconds)
    : library_(lsl_library()),
      name_(selection.name),
      source_id_(library_.get_source_id(info)),
      sample_(static_cast<std::size_t>(library_.get_channel_count(info))) {
  const double nominal = library_.get_nominal_srate(info);
  if (rate && nominal > 0.0 && nominal != *rate) refuse(fmt::format("{:.6g} Hz, not {:.6g} Hz", nominal, *rate));
  const auto close = [&](void* inlet) { library_.destroy_inlet(inlet); };
  std::unique_ptr<void, decltype(close)> inlet(library_.create_inlet(info, kBufferedSeconds, 0, 0), close);
  std::int32_t error = 0;
  const auto require_opened = [&](bool done) {
    if (!done || error != 0) refuse(fmt::format("it could not be opened (error {})", error));
  };
  require_opened(inlet != nullptr);
  const auto forget = [&](void* one) { library_.destroy_streaminfo(one); };
  const std::unique_ptr<void, decltype(forget)> full(library_.get_fullinfo(inlet.get(), seconds, &error), forget);
  require_opened(full != nullptr);
  choose_channels(full.get(), selection);
  library_.open_stream(inlet.get(), seconds, &error);
  require_opened(true);
  offset_ = library_.time_correction(inlet.get(), seconds, &error);
  if (error != 0) refuse(fmt::format("its clock could not be compared with that of this machine (error {})", error));
  inlet_ = inlet.release();
}

LslInlet::~LslInlet() {
  library_.destroy_inlet(inlet_);
}

void LslInlet::refuse(const std::string& fault) const {
  throw Error(ErrorCode::invalid_data, fmt::format("stream '{}': {}", name_, fault));
}

void LslInlet::choose_channels(void* info, const LslSelection& selection) {
  if (selection.by_position) {
    if (sample_.size() != selection.channels.size()) {
      refuse(fmt::format("{} channels where {} are wanted", sample_.size(), selection.channels.size()));
    }
    chosen_.resize(sample_.size());
    std::iota(chosen_.begin(), chosen_.end(), 0);
    return;
  }
  std::vector<sicamm::ChannelName> found = described_channels(library_, info);
  if (std::all_of(found.begin(), found.end(), [](const auto& one) { return one.label.empty(); })) {
    throw Error::argument("lsl_channels", "label",
                          fmt::format("position (the channels of the stream '{}' have no labels)", name_));
  }
  if (found.size() != sample_.size()) {
    refuse(fmt::format("{} channels, and a description of {}", sample_.size(), found.size()));
  }
  for (sicamm::ChannelName& one : found) {
    if (!selection.type.empty() && one.type != selection.type) one.label.clear();
    if (one.unit.empty()) one.unit = selection.unit;
  }
  chosen_ = sicamm::match_channels(selection.channels, selection.units, found, fmt::format("stream '{}'", name_));
  for (std::size_t i = 0; i < selection.units.size(); ++i) {
    if (selection.units[i].empty() || !found[chosen_[i]].unit.empty()) continue;
    throw Error::argument("lsl_unit", "unknown",
                          fmt::format("the unit of channel '{}' of the stream '{}', which does not say it (wanted: "
                                      "'{}')",
                                      found[chosen_[i]].label, name_, selection.units[i]));
  }
}

bool LslInlet::pull(double seconds) {
  std::int32_t error = 0;
  time_ = library_.pull_sample_d(inlet_, sample_.data(), static_cast<std::int32_t>(sample_.size()), seconds, &error);
  lost_ = error == kLost;
  return time_ != 0.0;
}

void LslInlet::copy_to(std::span<double> values) const {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = sample_[chosen_[i]];
}

double LslInlet::clock_offset() {
  std::int32_t error = 0;
  const double measured = library_.time_correction(inlet_, 0.0, &error);
  if (error == 0) offset_ = measured;
  return offset_;
}

}  // namespace biotropy::live
