// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

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

}  // namespace biotropy::files
