// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "biotropy/files/bids.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/sidecar_internal.hpp"

namespace biotropy::files {

nlohmann::json read_sidecar(const std::filesystem::path& path) {
  Input input(path);
  const auto bytes = input.mapped();
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  nlohmann::json json = nlohmann::json::parse(text, text + bytes.size(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) throw input.bad_file("no JSON object");
  return json;
}

std::string sidecar_ending(const std::filesystem::path& recording) {
  const std::string stem = recording.stem().generic_string();
  const std::size_t suffix = stem.rfind('_');
  return "_" + (suffix == std::string::npos ? stem : stem.substr(suffix + 1)) + ".json";
}

std::optional<std::filesystem::path> sidecar_with(const std::filesystem::path& recording, const std::string& key) {
  return inherited_file(recording, sidecar_ending(recording),
                        [&](const std::filesystem::path& path) { return read_sidecar(path).contains(key); });
}

}  // namespace biotropy::files
