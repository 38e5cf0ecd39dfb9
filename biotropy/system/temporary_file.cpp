// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/temporary_file.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>

namespace biotropy::system {

std::filesystem::path temporary_name(const std::filesystem::path& target) {
  constexpr std::size_t most_name_bytes = 200;  // a name may have 255
  constexpr int half = 32;
  std::random_device random;
  const std::uint64_t number = std::uint64_t{random()} << half | random();
  const std::string name = target.filename().string().substr(0, most_name_bytes);
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
  return folder / fmt::format(".{}.{:016x}.part", name, number);
}

}  // namespace biotropy::system
