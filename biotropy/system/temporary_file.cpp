// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/temporary_file.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace biotropy::system {

namespace {

constexpr std::string_view kEnding = ".part";
constexpr std::size_t kDigits = 16;

std::string beginning(const std::filesystem::path& target) {
  constexpr std::size_t most_name_bytes = 200;  // a name may have 255
  return fmt::format(".{}.", target.filename().string().substr(0, most_name_bytes));
}

}  // namespace

std::filesystem::path temporary_name(const std::filesystem::path& target) {
  constexpr int half = 32;
  std::random_device random;
  const std::uint64_t number = std::uint64_t{random()} << half | random();
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
  return folder / fmt::format("{}{:0{}x}{}", beginning(target), number, kDigits, kEnding);
}

bool is_temporary_name_of(const std::filesystem::path& path, const std::filesystem::path& target) {
  const std::string name = path.filename().string(), front = beginning(target);
  if (name.size() != front.size() + kDigits + kEnding.size() || !name.starts_with(front)) return false;
  const std::string_view digits = std::string_view(name).substr(front.size(), kDigits);
  return name.ends_with(kEnding) && digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace biotropy::system
