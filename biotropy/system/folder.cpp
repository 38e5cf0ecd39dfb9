// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/folder.hpp"

namespace biotropy::system {

bool is_ordinary_file(const std::filesystem::path& path, std::error_code& failure) {
  const std::filesystem::file_status status = std::filesystem::status(path, failure);
  // Nothing there is an answer: the entry may have been removed meanwhile, or be a link to nowhere.
  if (status.type() == std::filesystem::file_type::not_found) failure.clear();
  return std::filesystem::is_regular_file(status);
}

}  // namespace biotropy::system
