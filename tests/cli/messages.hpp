// SPDX-License-Identifier: Apache-2.0
//
// What a command says on standard error, one JSON object a line (BIOTROPY_MESSAGES=json): levels, codes, parameters.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/matchers.hpp"

namespace biotropy::cli::test {

/// The objects among the lines; other programs of a shell write lines of their own.
inline std::vector<nlohmann::json> messages(const std::string& errors) {
  std::vector<nlohmann::json> found;
  std::istringstream lines(errors);
  for (std::string line; std::getline(lines, line);) {
    auto json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_object()) found.push_back(std::move(json));
  }
  return found;
}

/// How many messages have this code, or an error about this parameter; hyphens are underscores.
inline std::size_t count_of(const std::string& errors, const std::string& what) {
  std::size_t count = 0;
  for (const nlohmann::json& one : messages(errors)) {
    std::string parameter = one.value("parameter", "");
    std::ranges::replace(parameter, '-', '_');
    count += one.at("code") == what || parameter == what;
  }
  return count;
}

/// A message has this code, or an error is about this parameter.
MATCHER_P(Says, what, "says " + ::testing::PrintToString(what)) {
  *result_listener << arg.errors;
  return count_of(arg.errors, what) > 0;
}

/// The command ends with exit code 0.
MATCHER(Succeeds, "succeeds") {
  *result_listener << "exit code " << arg.code << ", errors: " << arg.errors;
  return arg.code == 0;
}

/// A message has this code or parameter, and the command ends with this exit code.
MATCHER_P2(Fails, code, what, "ends with that exit code because of " + ::testing::PrintToString(what)) {
  *result_listener << "exit code " << arg.code << ", errors: " << arg.errors;
  return arg.code == code && count_of(arg.errors, what) > 0;
}

}  // namespace biotropy::cli::test
