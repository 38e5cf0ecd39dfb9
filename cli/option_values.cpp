// SPDX-License-Identifier: Apache-2.0
#include "cli/option_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace biotropy::cli {

using Json = nlohmann::ordered_json;

Json values_of(const std::vector<const CLI::Option*>& options) {
  Json json = Json::object();
  for (const CLI::Option* option : options) {
    json[option->get_single_name()] =
        option->count() > 0 ? fmt::format("{}", fmt::join(option->results(), " ")) : option->get_default_str();
  }
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
