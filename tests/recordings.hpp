// SPDX-License-Identifier: Apache-2.0
//
// Real recordings: a selection is in tests/data, and the CMake option BIOTROPY_DATA names a folder with more.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <initializer_list>
#include <string>

namespace biotropy::test {

/// Path of a recording by its name in the folder: "heartbeat/nsr001.ecg".
inline std::string recording(const std::string& name) {
  return BIOTROPY_DATA "/" + name;
}

/// First of the recordings that is missing; empty if all are there.
inline std::string missing_recording(std::initializer_list<std::string> names) {
  for (const std::string& name : names) {
    if (!std::filesystem::exists(recording(name))) return recording(name);
  }
  return {};
}

}  // namespace biotropy::test

/// Skips the test unless all these recordings are there.
#define BIOTROPY_NEEDS(...)                                                                           \
  if (const std::string missing = biotropy::test::missing_recording({__VA_ARGS__}); !missing.empty()) \
  GTEST_SKIP() << missing << " is not here (BIOTROPY_DATA)"
