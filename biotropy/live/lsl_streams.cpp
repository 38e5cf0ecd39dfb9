// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/lsl_streams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "biotropy/error.hpp"

namespace biotropy::live {

namespace {

constexpr std::int32_t kDoubles = 2;                       // cft_double64
constexpr std::uint32_t kClockJitterMonotone = 1 | 2 | 4;  // of lsl_set_postprocessing
constexpr std::int32_t kBufferedSeconds = 360, kLost = -2;
constexpr double kWaitSeconds = 0.02;

// Looked for in turns, between which it can be cancelled; shorter ones end before the library has asked every address.
void* found_stream(const LslLibrary& library, const std::string& name, double seconds, const CancelFlag* cancel) {
  constexpr double turn = 2.0;
  for (double waited = 0.0; waited < seconds; waited += turn) {
    if (cancel != nullptr) cancel->check();
    void* info = nullptr;
    if (library.resolve_byprop(&info, 1, "name", name.c_str(), 1, std::min(turn, seconds - waited)) > 0) return info;
  }
  throw Error(ErrorCode::invalid_data, fmt::format("no stream '{}' was found within {} s", name, seconds));
}

}  // namespace

LslSource::LslSource(const std::string& name, std::size_t channels, std::optional<double> rate, double seconds,
                     const CancelFlag* cancel)
    : library_(lsl_library()), sample_(channels) {
  void* info = found_stream(library_, name, seconds, cancel);
  const auto refuse = [&](const std::string& fault) {
    library_.destroy_streaminfo(info);
    throw Error(ErrorCode::invalid_data, fmt::format("stream '{}': {}", name, fault));
  };
  const std::int32_t found = library_.get_channel_count(info);
  const double nominal = library_.get_nominal_srate(info);
  if (found != static_cast<std::int32_t>(channels)) {
    refuse(fmt::format("{} channels where the model has {}", found, channels));
  }
  if (rate && nominal > 0.0 && nominal != *rate) refuse(fmt::format("{:.6g} Hz, not {:.6g} Hz", nominal, *rate));
  inlet_ = library_.create_inlet(info, kBufferedSeconds, 0, 0);
  library_.destroy_streaminfo(info);
  std::int32_t error = 0;
  if (inlet_ != nullptr) library_.open_stream(inlet_, seconds, &error);
  if (inlet_ == nullptr || error != 0) {
    if (inlet_ != nullptr) library_.destroy_inlet(inlet_);
    throw Error(ErrorCode::invalid_data, fmt::format("stream '{}' could not be opened (error {})", name, error));
  }
  library_.set_postprocessing(inlet_, kClockJitterMonotone);
  library_.inlet_flush(inlet_);
}

LslSource::~LslSource() {
  library_.destroy_inlet(inlet_);
}

void LslSource::pull(double seconds) {
  std::int32_t error = 0;
  const double time =
      library_.pull_sample_d(inlet_, sample_.data(), static_cast<std::int32_t>(sample_.size()), seconds, &error);
  waiting_ = time != 0.0;
  time_ = time;
  if (error == kLost) ended_ = true;
}

void LslSource::take(SampleQueue& queue) {
  while (queue.takes()) {
    if (!waiting_ && !ended_) pull(0.0);
    if (!waiting_) return;
    if (std::isinf(time_)) {
      waiting_ = false;
      ended_ = true;
      throw Error(ErrorCode::bad_file, "a sample of the stream: its time is infinite");
    }
    std::copy(sample_.begin(), sample_.end(), queue.push(time_, false).begin());
    waiting_ = false;
  }
}

void LslSource::wait(int output, bool full) {
  if (output >= 0 || full || ended_ || waiting_)
    wait_for(-1, output, std::chrono::milliseconds(5));
  else
    pull(kWaitSeconds);
}

LslOutlet::LslOutlet(const std::string& name, const sicamm::Model& model, double rate, const std::string& source)
    : library_(lsl_library()), sample_(model.classes.size() + 3) {
  const auto channels = static_cast<std::int32_t>(sample_.size());
  void* info = library_.create_streaminfo(name.c_str(), "States", channels, rate, kDoubles, source.c_str());
  if (info == nullptr) throw Error::argument("lsl_out", name, "a name that liblsl takes");
  void* description = library_.append_child(library_.get_desc(info), "channels");
  const auto describe = [&](const std::string& label) {
    library_.append_child_value(library_.append_child(description, "channel"), "label", label.c_str());
  };
  for (const sicamm::ClassModel& one : model.classes) describe("posterior " + one.name);
  for (const char* label : {"label", "log_likelihood", "flags"}) describe(label);
  library_.append_child_value(library_.get_desc(info), "model", source.c_str());
  outlet_ = library_.create_outlet(info, 0, kBufferedSeconds);
  library_.destroy_streaminfo(info);
  if (outlet_ == nullptr) throw Error::argument("lsl_out", name, "a name that liblsl takes");
}

LslOutlet::~LslOutlet() {
  library_.destroy_outlet(outlet_);
}

void LslOutlet::push(const State& state, double time) {
  auto place = std::copy(state.posterior.begin(), state.posterior.end(), sample_.begin());
  *place++ = state.label;
  *place++ = state.log_likelihood;
  *place = state.flags;
  library_.push_sample_dtp(outlet_, sample_.data(), std::isnan(time) ? library_.local_clock() : time, 1);
}

}  // namespace biotropy::live
