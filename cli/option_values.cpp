// SPDX-License-Identifier: Apache-2.0
#include "cli/option_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace biotropy::cli {

nlohmann::ordered_json values_of(const std::vector<const CLI::Option*>& options) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const CLI::Option* option : options) {
    json[option->get_single_name()] =
        option->count() > 0 ? fmt::format("{}", fmt::join(option->results(), " ")) : option->get_default_str();
  }
  return json;
}

std::string difference(const nlohmann::ordered_json& there, const nlohmann::ordered_json& here) {
  for (const nlohmann::ordered_json* keys : {&here, &there}) {
    for (const auto& [name, unused] : keys->items()) {
      const auto before = there.value(name, nlohmann::ordered_json()), now = here.value(name, nlohmann::ordered_json());
      if (before != now) return fmt::format("{}: {} there, {} here", name, before.dump(), now.dump());
    }
  }
  return "";
}

}  // namespace biotropy::cli
