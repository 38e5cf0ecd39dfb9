// SPDX-License-Identifier: Apache-2.0
#include "biotropy/temporary_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>

namespace biotropy {

std::filesystem::path temporary_name(const std::filesystem::path& target) {
  constexpr std::size_t most_name_bytes = 200;  // a name may have 255
  constexpr int half = 32;
  std::random_device random;
  const std::uint64_t number = std::uint64_t{random()} << half | random();
  const std::string name = target.filename().string().substr(0, most_name_bytes);
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
  return folder / fmt::format(".{}.{:016x}.part", name, number);
}

int create_new(const std::filesystem::path& path) {
  constexpr mode_t mode = 0666;  // before the umask
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

}  // namespace biotropy
