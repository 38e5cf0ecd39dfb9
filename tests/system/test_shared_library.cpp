// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/shared_library.hpp"

#include <gtest/gtest.h>

namespace biotropy::system {
namespace {

#ifdef _WIN32
constexpr const char* kLibrary = "msvcrt.dll";
#else
constexpr const char* kLibrary = "libm.so.6";
#endif

TEST(SharedLibrary, OneThatIsMissingIsNoError) {
  SharedLibrary library(std::vector<std::filesystem::path>{"libthere_is_no_such_library.so.1"});
  EXPECT_FALSE(library.is_open());
  EXPECT_TRUE(library.path().empty());
  void (*function)() = nullptr;
  EXPECT_FALSE(library.load(function, "anything"));
}

TEST(SharedLibrary, TheFirstNameThatOpensIsTaken) {
  SharedLibrary library(std::vector<std::filesystem::path>{"libthere_is_no_such_library.so.1", kLibrary});
  ASSERT_TRUE(library.is_open());
  EXPECT_EQ(library.path(), kLibrary);
  double (*cosine)(double) = nullptr;
  ASSERT_TRUE(library.load(cosine, "cos"));
  EXPECT_EQ(cosine(0.0), 1.0);
}

TEST(SharedLibrary, RemembersTheFirstFunctionThatIsMissing) {
  SharedLibrary library(kLibrary);
  void (*function)() = nullptr;
  EXPECT_FALSE(library.load(function, "no_such_function"));
  EXPECT_FALSE(library.load(function, "nor_this_one"));
  EXPECT_EQ(library.missing(), "no_such_function");
}

}  // namespace
}  // namespace biotropy::system
