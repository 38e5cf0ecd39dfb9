// SPDX-License-Identifier: Apache-2.0
//
// Files that the header of a recording names: they lie in its folder or below it, so that a header cannot make the
// program read any file of the machine.
#pragma once

#include <filesystem>
#include <string>

#include "biotropy/files/options.hpp"

namespace biotropy::files {

/// @param what the kind of file, for messages ("signal file").
/// @throws Error bad_file for a file outside the folder of the header, unless the options allow it.
std::filesystem::path named_file(const std::filesystem::path& header, const std::string& name, const std::string& what,
                                 const OpenOptions& options);

}  // namespace biotropy::files
