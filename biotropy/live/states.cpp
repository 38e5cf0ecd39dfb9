// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/states.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "biotropy/sicamm/flag_words.hpp"

namespace biotropy::live {

State States::operator[](std::size_t index) const {
  const std::size_t classes = posteriors.size() / times.size();
  return {times[index], labels[index], std::span(posteriors).subspan(index * classes, classes), log_likelihoods[index],
          flags[index]};
}

void States::append(double time, const sicamm::Update& update) {
  times.push_back(time);
  posteriors.insert(posteriors.end(), update.posterior.begin(), update.posterior.end());
  log_likelihoods.push_back(update.log_likelihood);
  labels.push_back(update.label);
  flags.push_back(update.flags);
}

void States::clear() {
  times.clear();
  posteriors.clear();
  log_likelihoods.clear();
  labels.clear();
  flags.clear();
}

namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  if (std::isinf(value)) return value > 0.0 ? "Infinity" : "-Infinity";
  return value;  // NaN is written as null
}

}  // namespace

std::string state_json(const std::vector<std::string>& classes, const State& state, double time) {
  Json posterior = Json::object();
  for (std::size_t k = 0; k < classes.size(); ++k) posterior[classes[k]] = number(state.posterior[k]);
  const Json json = {{"time", number(time)},
                     {"label", classes[static_cast<std::size_t>(state.label)]},
                     {"posterior", std::move(posterior)},
                     {"log_likelihood", number(state.log_likelihood)},
                     {"flags", sicamm::words_of(state.flags)}};
  // Names may hold invalid UTF-8; it must not invalidate the line.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace biotropy::live
