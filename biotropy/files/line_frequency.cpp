// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/line_frequency.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "biotropy/error.hpp"
#include "biotropy/files/sidecar_internal.hpp"

namespace biotropy::files {

namespace {

constexpr const char* kKey = "PowerLineFrequency";

}  // namespace

LineFrequency line_frequency(const std::filesystem::path& recording) {
  const auto sidecar = sidecar_with(recording, kKey);
  if (!sidecar) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{}: no sidecar (*{}) gives its {}: name the frequency of the notch instead",
                            recording.generic_string(), sidecar_ending(recording), kKey));
  }
  const nlohmann::json value = read_sidecar(*sidecar)[kKey];
  if (value == "n/a") {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{}: {} is n/a: name the frequency of the notch instead", sidecar->generic_string(), kKey));
  }
  if (!value.is_number() || !(value.get<double>() > 0.0)) {
    throw Error(ErrorCode::bad_file,
                fmt::format("{}: {} = {} is not a positive number", sidecar->generic_string(), kKey,
                            value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
  }
  return {value.get<double>(), *sidecar};
}

}  // namespace biotropy::files
