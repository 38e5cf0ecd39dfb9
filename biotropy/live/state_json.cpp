// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/state_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "biotropy/sicamm/flag_words.hpp"

namespace biotropy::live {

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
