// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/named_file_internal.hpp"

#include <fmt/format.h>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

std::filesystem::path named_file(const std::filesystem::path& header, const std::string& name, const std::string& what,
                                 const OpenOptions& options) {
  const std::filesystem::path file = std::filesystem::path(name).lexically_normal();
  const bool is_outside = file.has_root_path() || *file.begin() == "..";
  if (is_outside && !options.outside_files) {
    throw Error(
        ErrorCode::bad_file,
        fmt::format("{}: the header names the {} {} outside its folder, which is only read where files outside are "
                    "allowed",
                    header.generic_string(), what, in_quotes(name)));
  }
  return header.parent_path() / file;
}

}  // namespace biotropy::files
