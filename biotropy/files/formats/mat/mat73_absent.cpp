// SPDX-License-Identifier: Apache-2.0
//
// MAT 7.3 where there is no HDF5 library.
#include "biotropy/files/formats/mat/versions_internal.hpp"

namespace biotropy::files {

void read_mat73(Input& input, const std::string&, MatSink&, const MatDataSetReader&) {
  throw input.error(ErrorCode::unsupported,
                    "a MATLAB file of version 7.3, which is HDF5 and is not read here; save it with -v7");
}

}  // namespace biotropy::files
