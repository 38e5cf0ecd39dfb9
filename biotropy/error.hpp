// SPDX-License-Identifier: Apache-2.0
//
// The only exception type of the library. The code is for programs and never changes its meaning; the message states
// what was wrong, the value, and what is allowed.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace biotropy {

/// Kinds of errors. Numbers are stable: a retired code keeps its number.
enum class ErrorCode : int {
  invalid_argument = 1,  ///< a parameter is outside what is allowed
  invalid_data = 2,      ///< the samples cannot be used (infinite, mismatched sizes)
  missing_values = 3,    ///< NaN in the samples and the policy is to raise
  constant_series = 4,   ///< standard deviation 0, so no tolerance in SD units
  too_short = 5,         ///< fewer samples than the measure needs
  file_not_found = 6,    ///< no such file, or no permission to read it
  bad_file = 7,          ///< a file does not follow its format
  unsupported = 8,       ///< a well-formed request that this version cannot serve
  io = 9,                ///< reading or writing failed (disk full, read-only folder)
  cancelled = 10,        ///< the caller asked to stop
  out_of_memory = 11,    ///< an allocation was refused
  no_engine = 12,        ///< no engine can answer the query, or no engine has that name
  device = 13,           ///< an accelerator or its runtime failed
  internal = 14,         ///< a defect of Biotropy itself
  busy = 15              ///< another process is working there
};

/// The code as a word, for example "invalid_argument".
std::string_view name(ErrorCode code);

/// Every failure of the library is thrown as this type.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message);

  /// A parameter outside what is allowed: "m is 0; it must be an integer of at least 1".
  static Error argument(std::string parameter, std::string value, std::string allowed);

  ErrorCode code() const { return code_; }

  /// Name, value and allowed values of the offending parameter; empty unless made by argument().
  const std::string& parameter() const { return parameter_; }
  const std::string& value() const { return value_; }
  const std::string& allowed() const { return allowed_; }

 private:
  ErrorCode code_;
  std::string parameter_, value_, allowed_;
};

}  // namespace biotropy
