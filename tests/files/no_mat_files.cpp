// SPDX-License-Identifier: Apache-2.0
//
// In place of mat_files.cpp where matio is missing.
#include <gtest/gtest.h>

#include "tests/files/mat_files.hpp"

namespace biotropy::files::test {

// GoogleTest takes this exception for a result that it has noted.
void write_mat(const std::filesystem::path&, MatKind, const std::vector<MatValue>&) {
  const auto skip = [] { GTEST_SKIP() << "matio, which writes MAT files, is missing"; };
  skip();
  throw testing::AssertionException(testing::TestPartResult(testing::TestPartResult::kSkip, __FILE__, __LINE__, ""));
}

}  // namespace biotropy::files::test
