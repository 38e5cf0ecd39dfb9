// SPDX-License-Identifier: Apache-2.0
#include "cli/states_parameters.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <variant>

namespace biotropy::cli {

namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

void add_reading(const InputOptions& input, Json& json) {
  std::vector<files::Parameter> given;
  study::record(input, given);
  for (const files::Parameter& one : given) {
    std::visit([&](const auto& value) { json[one.name] = value; }, one.value);
  }
}

void add_training(const TrainOptions& train, Json& json) {
  json["unmixing"] = train.unmixing;
  json["contrast"] = train.contrast;
  json["refine"] = train.refine;
  json["shrinkage"] = train.shrinkage;
  json["rank-tolerance"] = train.rank_tolerance;
  json["bandwidth"] = train.bandwidth;
  json["bandwidth-factor"] = train.bandwidth_factor;
  json["smoothing"] = train.smoothing;
  const sicamm::GivenChain chain = train.chain.given();
  json["transition"] = or_null(chain.transitions);
  json["prior"] = or_null(chain.priors);
  json["stay"] = or_null(chain.stay);
  json["beta"] = or_null(train.beta);
  json["outliers"] = train.outliers;
  json["seed"] = train.seed;
}

void add_decoding(const DecodeOptions& decode, Json& json) {
  json["decoder"] = decode.decoder;
  if (decode.decoder == "fixed-lag") json["lag"] = decode.lag;
  json["warm-up"] = decode.warm_up;
  json["ignore-outliers"] = decode.without_outliers;
}

}  // namespace

Json parameters_of(const ValidationOptions& options) {
  Json json = Json::object();
  add_reading(options.input, json);
  json["event-column"] = options.labels.column;
  json["rename"] = options.labels.rename;
  json["classes"] = options.labels.classes;
  json["channels"] = options.features.channels;
  for (const auto& [name, value] : notes_of(options.features.recipe())) json[name] = value;
  add_training(options.train, json);
  json["folds"] = options.folds.folds;
  json["fold-unit"] = options.folds.unit;
  json["block"] = options.folds.block;
  json["gap"] = or_null(options.folds.gap);
  add_decoding(options.decode, json);
  return json;
}

std::string difference(const Json& there, const Json& here) {
  for (const Json* keys : {&here, &there}) {
    for (const auto& [name, unused] : keys->items()) {
      const Json before = there.value(name, Json()), now = here.value(name, Json());
      if (before != now) return fmt::format("{}: {} there, {} here", name, before.dump(), now.dump());
    }
  }
  return "";
}

}  // namespace biotropy::cli
