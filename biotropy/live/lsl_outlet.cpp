// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/lsl_outlet.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <thread>

#include "biotropy/error.hpp"

namespace biotropy::live {

namespace {

constexpr std::int32_t kDoubles = 2, kTexts = 3;  // cft_double64, cft_string
constexpr std::int32_t kOutletSeconds = 360;
constexpr double kIrregular = 0.0;

/// The description of a channel of a stream.
struct LslChannel {
  std::string label, type, unit;
};

void* make_outlet(const LslLibrary& library, const std::string& name, const char* type,
                  const std::vector<LslChannel>& channels, double rate, std::int32_t format,
                  const std::string& source) {
  // With a source id that names model and stream, a receiver finds the stream again.
  const std::string id = source + " " + name;
  void* info = name.empty() ? nullptr
                            : library.create_streaminfo(name.c_str(), type, static_cast<std::int32_t>(channels.size()),
                                                        rate, format, id.c_str());
  if (info == nullptr) throw Error::argument("lsl_out", name, "a name that liblsl takes");
  void* description = library.append_child(library.get_desc(info), "channels");
  for (const LslChannel& one : channels) {
    void* channel = library.append_child(description, "channel");
    library.append_child_value(channel, "label", one.label.c_str());
    library.append_child_value(channel, "type", one.type.c_str());
    library.append_child_value(channel, "unit", one.unit.c_str());
  }
  library.append_child_value(library.get_desc(info), "model", source.c_str());
  void* outlet = library.create_outlet(info, 0, kOutletSeconds);
  library.destroy_streaminfo(info);
  if (outlet == nullptr) throw Error::argument("lsl_out", name, "a name that liblsl takes");
  return outlet;
}

std::vector<LslChannel> channels_of_states(const std::vector<std::string>& classes) {
  std::vector<LslChannel> result;
  for (const std::string& name : classes) result.push_back({"posterior " + name, "Posterior", "probability"});
  result.push_back({"label", "Class", "index"});
  result.push_back({"log_likelihood", "LogLikelihood", "nat"});
  result.push_back({"flags", "Flags", "bits"});
  return result;
}

}  // namespace

LslOutlet::LslOutlet(const std::string& name, const sicamm::Model& model, double rate, const std::string& source)
    : library_(lsl_library()), classes_(sicamm::class_names(model)), sample_(classes_.size() + 3) {
  states_ = make_outlet(library_, name, "States", channels_of_states(classes_), rate, kDoubles, source);
  markers_ =
      make_outlet(library_, name + " markers", "Markers", {{"class", "Marker", "none"}}, kIrregular, kTexts, source);
}

LslOutlet::~LslOutlet() {
  // Another thread sends what was pushed, the library does not say when, and what is not sent yet would be lost.
  if (library_.have_consumers(states_) != 0 || library_.have_consumers(markers_) != 0) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  library_.destroy_outlet(states_);
  library_.destroy_outlet(markers_);
}

void LslOutlet::push(const State& state, double time) {
  const double stamp = std::isnan(time) ? library_.local_clock() : time;
  auto next = std::copy(state.posterior.begin(), state.posterior.end(), sample_.begin());
  *next++ = state.label;
  *next++ = state.log_likelihood;
  *next = state.flags;
  library_.push_sample_dtp(states_, sample_.data(), stamp, 1);
  if (state.label == label_) return;
  label_ = state.label;
  std::array<const char*, 1> marker = {classes_[static_cast<std::size_t>(label_)].c_str()};
  library_.push_sample_strtp(markers_, marker.data(), stamp, 1);
}

}  // namespace biotropy::live
