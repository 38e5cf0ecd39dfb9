// SPDX-License-Identifier: Apache-2.0
#include "c/run.hpp"

#include <limits>
#include <mutex>
#include <utility>

namespace biotropy::c {

Run::Run(const biotropy_options* options, GivenOptions& given, bool measures) : options_(options) {
  constexpr const char* kAllowed = "an integer of at least 0";
  if (const auto threads = given.whole("threads", kAllowed)) {
    if (*threads < 0 || *threads > std::numeric_limits<int>::max()) {
      throw Error::argument("threads", std::to_string(*threads), kAllowed);
    }
    execution_.threads = static_cast<int>(*threads);
  }
  if (!measures) return;
  if (auto device = given.text("device", "the name of a device")) execution_.device = std::move(*device);
}

void Run::notify(const Notices& notices) const {
  if (options_ == nullptr || options_->notify == nullptr) return;
  for (const Notice& one : notices) {
    options_->notify(options_->notify_context, static_cast<int>(one.level), one.code.c_str(), one.text.c_str());
  }
}

void Run::operator()(const Work& work) const {
  std::mutex adding;
  Notices notices;
  Execution execution = execution_;
  execution.notify = [&](const Notice& notice) {
    const std::lock_guard lock(adding);
    notices.push_back(notice);
  };
  if (options_ != nullptr && options_->watch != nullptr) {
    watched(execution, work);
  } else {
    work(execution, {});
  }
  notify(notices);
}

void warn_of_padding(const Run& run, const study::Signal& signal, const std::string& name) {
  if (const auto found = study::padding_notice(signal, name)) run.notify({*found});
}

}  // namespace biotropy::c
