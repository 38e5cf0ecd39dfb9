// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/known_status.hpp"

#include <fmt/format.h>

#include <system_error>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

std::filesystem::file_status known_status(const std::filesystem::path& path) {
  std::error_code failure;
  const std::filesystem::file_status status = std::filesystem::status(path, failure);
  if (status.type() == std::filesystem::file_type::not_found) return status;
  // No file has a name that is too long.
  if (failure == std::errc::filename_too_long)
    return std::filesystem::file_status(std::filesystem::file_type::not_found);
  if (failure) {
    throw InputError(ErrorCode::io,
                     fmt::format("{}: {}", path.generic_string(), failure.default_error_condition().message()));
  }
  return status;
}

std::filesystem::file_status fetched_status(const std::filesystem::path& path) {
  const std::filesystem::file_status status = known_status(path);
  std::error_code failure;
  if (status.type() == std::filesystem::file_type::not_found && std::filesystem::is_symlink(path, failure)) {
    throw InputError(ErrorCode::file_not_found,
                     fmt::format("{}: a link to content that is not there: datalad get fetches that of git-annex",
                                 path.generic_string()));
  }
  return status;
}

}  // namespace biotropy::files
