// SPDX-License-Identifier: Apache-2.0
//
// Common part of every fuzz target: read the bytes, and stop if a guarantee of tests/files/promises.hpp is violated.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include "tests/files/promises.hpp"

namespace biotropy::files::test {

inline void require_promises(const std::string& name, double most_numbers,
                             const std::function<series::Recording()>& read) {
  const std::string broken = broken_promise(name, most_numbers, read);
  if (broken.empty()) return;
  std::fprintf(stderr, "broken promise: %s\n", broken.c_str());
  std::abort();
}

}  // namespace biotropy::files::test
