// SPDX-License-Identifier: Apache-2.0
//
// Variables of the environment of a test.
#pragma once

#include <cstdlib>
#include <string>

namespace biotropy::test {

inline void set_variable(const std::string& name, const std::string& value) {
#ifdef _WIN32
  ::_putenv_s(name.c_str(), value.c_str());
#else
  ::setenv(name.c_str(), value.c_str(), 1);
#endif
}

inline void unset_variable(const std::string& name) {
#ifdef _WIN32
  ::_putenv_s(name.c_str(), "");
#else
  ::unsetenv(name.c_str());
#endif
}

}  // namespace biotropy::test
