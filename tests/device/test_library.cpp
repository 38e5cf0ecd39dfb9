// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "biotropy/device/library_internal.hpp"
#include "tests/matchers.hpp"

namespace biotropy::device {
namespace {

TEST(Library, FoldersOfAnEnvironmentThatIsNotActive) {
  const auto folders = library_folders({"/a/venv/bin/python", "/opt/conda/bin/python3.11",
                                        "/b/lib/python3.12/site-packages/biotropy/_biotropy.so", "python"});
  for (const char* folder : {"/a/venv/lib/python3*/site-packages/nvidia/*/lib", "/opt/conda/lib",
                             "/b/lib/python3.12/site-packages/nvidia/*/lib"}) {
    EXPECT_THAT(folders, Contains(folder));
  }
}

TEST(Library, AFileNamedByItsVariableIsTheOnlyCandidate) {
  setenv("BIOTROPY_TEST_LIBRARY", "/nowhere/libmine.so", 1);
  EXPECT_THAT(library_candidates({"libm.so.6"}, "BIOTROPY_TEST_LIBRARY"), ElementsAre("/nowhere/libmine.so"));
  unsetenv("BIOTROPY_TEST_LIBRARY");
  EXPECT_EQ(library_candidates({"libm.so.6"}, "BIOTROPY_TEST_LIBRARY").front(), "libm.so.6");
}

}  // namespace
}  // namespace biotropy::device
