// SPDX-License-Identifier: Apache-2.0
//
// A program is returned as stored, only for its own key, and every fault means compiling again.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "biotropy/device/program_cache_internal.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::device {
namespace {

namespace fs = std::filesystem;

std::vector<std::byte> bytes(std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

std::vector<fs::path> files_in(const fs::path& folder) {
  return {fs::directory_iterator(folder), fs::directory_iterator()};
}

void replace(const fs::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

TEST(ProgramCache, GivesBackWhatWasStored) {
  const Scratch scratch;
  const ProgramCache cache(scratch.path("new/folder"));
  EXPECT_FALSE(cache.find("key"));
  cache.store("key", bytes("binary"));
  cache.store("key\nof two lines", bytes(std::string_view("\0\n\xff", 3)));
  cache.store("empty", {});
  EXPECT_EQ(cache.find("key"), bytes("binary"));
  EXPECT_EQ(cache.find("key\nof two lines"), bytes(std::string_view("\0\n\xff", 3)));
  EXPECT_EQ(cache.find("empty"), std::vector<std::byte>());
  EXPECT_FALSE(cache.find("key\nof two"));
  EXPECT_EQ(files_in(scratch.path("new/folder")).size(), 3U) << "a temporary file is left";
  cache.store("key", bytes("another"));
  EXPECT_EQ(cache.find("key"), bytes("another"));
}

TEST(ProgramCache, ADamagedFileIsNoProgram) {
  const Scratch scratch;
  const ProgramCache cache(scratch.folder());
  cache.store("key", bytes("binary"));
  const fs::path file = files_in(scratch.folder()).at(0);
  const std::string whole = bytes_of(file);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    replace(file, whole.substr(0, length));
    EXPECT_FALSE(cache.find("key")) << "cut to " << length;
  }
  for (std::size_t place = 0; place < whole.size(); ++place) {
    std::string changed = whole;
    changed[place] = static_cast<char>(changed[place] ^ 1);
    replace(file, changed);
    EXPECT_FALSE(cache.find("key")) << "changed at " << place;
  }
  replace(file, whole + "more");
  EXPECT_FALSE(cache.find("key"));
  replace(file, whole);
  EXPECT_TRUE(cache.find("key"));
}

TEST(ProgramCache, AnotherKeyInTheFileIsNoProgram) {
  const Scratch scratch;
  const ProgramCache cache(scratch.folder());
  cache.store("key", bytes("binary"));
  const fs::path file = files_in(scratch.folder()).at(0);
  cache.store("kez", bytes("binary"));
  const std::string other = [&] {
    for (const fs::path& path : files_in(scratch.folder())) {
      if (path != file) return bytes_of(path);
    }
    return std::string();
  }();
  ASSERT_FALSE(other.empty());
  replace(file, other);
  EXPECT_FALSE(cache.find("key"));
}

TEST(ProgramCache, WhatAnotherUserMayHaveWrittenIsNoProgram) {
  const Scratch scratch;
  const mode_t before = ::umask(0);
  const ProgramCache cache(scratch.path("programs"));
  cache.store("key", bytes("binary"));
  ::umask(before);
  EXPECT_EQ(fs::status(scratch.path("programs")).permissions(), fs::perms::owner_all);
  const fs::path file = files_in(scratch.path("programs")).at(0);
  const fs::perms own = fs::perms::owner_read | fs::perms::owner_write;
  EXPECT_EQ(fs::status(file).permissions(), own);
  EXPECT_TRUE(cache.find("key"));
  for (const fs::perms others : {fs::perms::group_write, fs::perms::others_write}) {
    fs::permissions(file, own | others);
    EXPECT_FALSE(cache.find("key"));
  }
  fs::permissions(file, own | fs::perms::group_read | fs::perms::others_read);
  EXPECT_TRUE(cache.find("key"));
  fs::rename(file, scratch.path("elsewhere"));
  fs::create_symlink(scratch.path("elsewhere"), file);
  EXPECT_FALSE(cache.find("key"));
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_FALSE(cache.find("key"));
}

TEST(ProgramCache, AFileOfAnotherUserIsNoProgram) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  const Scratch scratch;
  const ProgramCache cache(scratch.path("programs"));
  cache.store("key", bytes("binary"));
  const fs::path file = files_in(scratch.path("programs")).at(0);
  ASSERT_EQ(::chown(file.c_str(), 12345, 12345), 0);
  EXPECT_FALSE(cache.find("key"));
  cache.store("key", bytes("binary"));
  EXPECT_TRUE(cache.find("key"));
}

TEST(ProgramCache, AFolderThatCannotBeUsedIsNoError) {
  const Scratch scratch;
  const fs::path file = scratch.write("file", "no folder");
  const ProgramCache blocked(file / "below");
  EXPECT_NO_THROW(blocked.store("key", bytes("binary")));
  EXPECT_FALSE(blocked.find("key"));
  const ProgramCache none{fs::path()};
  EXPECT_NO_THROW(none.store("key", bytes("binary")));
  EXPECT_FALSE(none.find("key"));
}

}  // namespace
}  // namespace biotropy::device
