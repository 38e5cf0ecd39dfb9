// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/lsl_inlet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/utf8.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/sicamm/match_channels.hpp"

namespace biotropy::live {

namespace {

constexpr double kBufferedSeconds = 360.0;
constexpr std::int32_t kLost = -2, kTextFormat = 3, kInt64Format = 7;
constexpr double kMostExact = 9007199254740992.0;  // 2^53

// The library counts seconds where a stream says its rate, otherwise hundreds of samples.
std::int32_t most_buffered(double nominal, std::optional<double> rate) {
  const double hundreds = nominal > 0.0 || !rate ? 0.0 : std::ceil(kBufferedSeconds * *rate / 100.0);
  return static_cast<std::int32_t>(std::clamp(hundreds, kBufferedSeconds, 1e6));
}

// The description of each channel; fields that the stream does not give are empty.
std::vector<sicamm::ChannelName> described_channels(const LslLibrary& library, void* info) {
  std::vector<sicamm::ChannelName> result;
  void* element = library.child(library.child(library.get_desc(info), "channels"), "channel");
  for (; library.empty(element) == 0; element = library.next_sibling_n(element, "channel")) {
    const auto text = [&](const char* name) { return files::to_utf8(library.child_value_n(element, name)); };
    result.push_back({text("label"), text("type"), text("unit")});
  }
  return result;
}

}  // namespace

std::unique_ptr<LslInlet> LslInlet::open(void* info, const LslSelection& selection, std::optional<double> rate,
                                         double seconds) {
  const double nominal = lsl_library().get_nominal_srate(info);
  std::unique_ptr<LslInlet> result(new LslInlet(info, selection.name, most_buffered(nominal, rate)));
  if (rate && nominal > 0.0 && !series::is_same_rate(nominal, *rate)) {
    result->refuse(fmt::format("{:.10g} Hz, not {:.10g} Hz", nominal, *rate));
  }
  // The library makes 0 of a text that is not a number, and of "nan".
  if (lsl_library().get_channel_format(info) == kTextFormat) result->refuse("its samples are texts, not numbers");
  return result->connect(selection, seconds) ? std::move(result) : nullptr;
}

LslInlet::LslInlet(void* info, const std::string& name, std::int32_t most_buffered)
    : library_(lsl_library()),
      name_(name),
      source_id_(library_.get_source_id(info)),
      inlet_(library_.create_inlet(info, most_buffered, 0, 0)),
      channels_(static_cast<std::size_t>(library_.get_channel_count(info))),
      is_int64_(library_.get_channel_format(info) == kInt64Format) {}

bool LslInlet::connect(const LslSelection& selection, double seconds) {
  if (inlet_ == nullptr) return false;
  std::int32_t error = 0;
  const auto forget = [&](void* info) { library_.destroy_streaminfo(info); };
  const std::unique_ptr<void, decltype(forget)> full(library_.get_fullinfo(inlet_, seconds, &error), forget);
  if (full == nullptr || error != 0) return false;
  choose_channels(full.get(), selection);
  // Not before: a sender may claim any number of channels.
  sample_.resize(channels_);
  library_.open_stream(inlet_, seconds, &error);
  if (error != 0) return false;
  offset_ = library_.time_correction(inlet_, seconds, &error);
  return error == 0;
}

LslInlet::~LslInlet() {
  if (inlet_ != nullptr) library_.destroy_inlet(inlet_);
}

void LslInlet::refuse(const std::string& fault) const {
  throw Error(ErrorCode::invalid_data, fmt::format("stream '{}': {}", name_, fault));
}

void LslInlet::choose_channels(void* info, const LslSelection& selection) {
  if (selection.match == LslMatch::position) {
    if (channels_ != selection.channels.size()) {
      refuse(fmt::format("{} channels where {} are wanted", channels_, selection.channels.size()));
    }
    chosen_.resize(channels_);
    std::iota(chosen_.begin(), chosen_.end(), 0);
  }
  std::vector<sicamm::ChannelName> found = described_channels(library_, info);
  if (selection.match == LslMatch::position) {
    if (found.size() != channels_) return;
    for (const sicamm::ChannelName& one : found) units_.push_back(one.unit.empty() ? selection.unit : one.unit);
    return;
  }
  if (std::all_of(found.begin(), found.end(), [](const auto& one) { return one.label.empty(); })) {
    throw Error::argument("lsl_channels", "label",
                          fmt::format("position (the channels of the stream '{}' have no labels)", name_));
  }
  if (found.size() != channels_) {
    refuse(fmt::format("{} channels, and a description of {}", channels_, found.size()));
  }
  for (sicamm::ChannelName& one : found) {
    if (!selection.type.empty() && one.type != selection.type) one.label.clear();
    if (one.unit.empty()) one.unit = selection.unit;
  }
  chosen_ = sicamm::match_channels(selection.channels, selection.units, found, fmt::format("stream '{}'", name_));
  for (const std::size_t channel : chosen_) units_.push_back(found[channel].unit);
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

std::string_view LslInlet::fault() const {
  if (std::isinf(time_)) return "the time of a sample is infinite";
  const auto is_wide = [&](std::size_t channel) { return std::abs(sample_[channel]) >= kMostExact; };
  const bool is_rounded = is_int64_ && std::any_of(chosen_.begin(), chosen_.end(), is_wide);
  return is_rounded ? "an integer above 2^53, which doubles do not hold" : "";
}

std::size_t LslInlet::left() const {
  const std::uint32_t left = library_.samples_available(inlet_);
  return left > 0 ? left - 1 : 0;  // the last one is the mark of the end
}

double LslInlet::clock_offset() {
  std::int32_t error = 0;
  const double measured = library_.time_correction(inlet_, 0.0, &error);
  if (error == 0) offset_ = measured;
  return offset_;
}

}  // namespace biotropy::live
