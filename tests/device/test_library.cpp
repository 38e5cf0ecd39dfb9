// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "biotropy/device/library_internal.hpp"

namespace biotropy::device {
namespace {

TEST(Library, OneThatIsMissingIsNoError) {
  Library library(std::vector<std::string>{"libthere_is_no_such_library.so.1"});
  EXPECT_FALSE(library.is_open());
  EXPECT_TRUE(library.path().empty());
  void (*function)() = nullptr;
  EXPECT_FALSE(library.load(function, "anything"));
}

TEST(Library, TheFirstNameThatOpensIsTaken) {
  Library library(std::vector<std::string>{"libthere_is_no_such_library.so.1", "libm.so.6"});
  ASSERT_TRUE(library.is_open());
  EXPECT_EQ(library.path(), "libm.so.6");
  double (*cosine)(double) = nullptr;
  ASSERT_TRUE(library.load(cosine, "cos"));
  EXPECT_EQ(cosine(0.0), 1.0);
}

TEST(Library, RemembersTheFirstFunctionThatIsMissing) {
  Library library(std::string("libm.so.6"));
  void (*function)() = nullptr;
  EXPECT_FALSE(library.load(function, "no_such_function"));
  EXPECT_FALSE(library.load(function, "nor_this_one"));
  EXPECT_EQ(library.missing(), "no_such_function");
}

TEST(Library, FoldersOfAnEnvironmentThatIsNotActive) {
  const auto folders = library_folders({"/a/venv/bin/python", "/opt/conda/bin/python3.11",
                                        "/b/lib/python3.12/site-packages/biotropy/_biotropy.so", "python"});
  for (const char* folder : {"/a/venv/lib/python3*/site-packages/nvidia/*/lib", "/opt/conda/lib",
                             "/b/lib/python3.12/site-packages/nvidia/*/lib"}) {
    EXPECT_THAT(folders, ::testing::Contains(folder));
  }
}

TEST(Library, AFileNamedByItsVariableIsTheOnlyCandidate) {
  setenv("BIOTROPY_TEST_LIBRARY", "/nowhere/libmine.so", 1);
  EXPECT_THAT(library_candidates({"libm.so.6"}, "BIOTROPY_TEST_LIBRARY"),
              ::testing::ElementsAre("/nowhere/libmine.so"));
  unsetenv("BIOTROPY_TEST_LIBRARY");
  EXPECT_EQ(library_candidates({"libm.so.6"}, "BIOTROPY_TEST_LIBRARY").front(), "libm.so.6");
}

}  // namespace
}  // namespace biotropy::device
