// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

namespace biotropy::files::test {

/// Root may read everything, so the test drops its privileges for a while.
class Unprivileged {
 public:
  Unprivileged() {
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0 && ::seteuid(nobody) != 0) ADD_FAILURE() << "the test stays root";
  }
  ~Unprivileged() {
    if (::seteuid(::getuid()) != 0) ADD_FAILURE() << "no way back";
  }
};

}  // namespace biotropy::files::test
