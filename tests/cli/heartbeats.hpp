// SPDX-License-Identifier: Apache-2.0
//
// Where the real recordings of heartbeats are, if they are here.
#pragma once

#include <string>

namespace biotropy::cli::test {

inline const std::string kHeartbeats = std::string(BIOTROPY_DATA) + "/heartbeat/";

}  // namespace biotropy::cli::test
