// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/open_file.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <fstream>
#include <string>

#include "tests/files/scratch.hpp"
#include "tests/wine.hpp"

namespace biotropy::system {
namespace {

namespace fs = std::filesystem;

class OpenFile : public ::testing::Test {
 protected:
  const Scratch scratch_;
  const fs::path& folder_ = scratch_.folder();
};

TEST_F(OpenFile, AFileInPlaceOfANewOneIsNotOpened) {
  std::ofstream(folder_ / "victim") << "before";
  EXPECT_EQ(create_new(folder_ / "victim"), -1);
  EXPECT_EQ(errno, EEXIST);
  EXPECT_EQ(fs::file_size(folder_ / "victim"), 6U);
  const int descriptor = create_new(folder_ / "new");
  ASSERT_GE(descriptor, 0);
  EXPECT_EQ(write_some(descriptor, "x", 1), 1);
  EXPECT_TRUE(close(descriptor));
}

TEST_F(OpenFile, BytesAreThoseThatWereWritten) {
  const std::string bytes = std::string("a\nb\r\nc\x1a") + '\0' + "d\n";
  const int descriptor = create_new(folder_ / "file");
  ASSERT_EQ(write_some(descriptor, bytes.data(), bytes.size()), static_cast<std::int64_t>(bytes.size()));
  ASSERT_TRUE(synchronise_content(descriptor));
  ASSERT_TRUE(close(descriptor));
  EXPECT_EQ(bytes_of(folder_ / "file"), bytes);
  const int again = open_to_read(folder_ / "file");
  std::string found(bytes.size() + 1, '?');
  EXPECT_EQ(read_at(again, found.data(), 3, 2), 3);
  EXPECT_EQ(found.substr(0, 3), bytes.substr(2, 3));
  EXPECT_EQ(read_some(again, found.data(), found.size()), static_cast<std::int64_t>(bytes.size())) << "from the start";
  EXPECT_EQ(found.substr(0, bytes.size()), bytes);
  EXPECT_EQ(read_some(again, found.data(), 1), 0);
  EXPECT_TRUE(close(again));
}

TEST_F(OpenFile, TheKindAndTheSizeAreKnown) {
  std::ofstream(folder_ / "file") << "1234567";
  const int file = open_to_read(folder_ / "file"), folder = open_to_read(folder_);
  const auto of_file = status_of(file), of_folder = status_of(folder);
  ASSERT_TRUE(of_file && of_folder);
  EXPECT_EQ(of_file->kind, FileKind::ordinary);
  EXPECT_EQ(of_file->size, 7U);
  EXPECT_EQ(of_folder->kind, FileKind::folder);
  EXPECT_TRUE(close(file) && close(folder));
  EXPECT_FALSE(status_of(file));
  EXPECT_EQ(open_to_read(folder_ / "gone"), -1);
  EXPECT_EQ(errno, ENOENT);
  EXPECT_EQ(open_to_write(folder_ / "gone"), -1);
}

TEST_F(OpenFile, AfterACutWritingGoesOnAtTheEnd) {
  std::ofstream(folder_ / "file") << "1234567";
  const int descriptor = open_or_create(folder_ / "file", Links::refused);
  ASSERT_TRUE(cut(descriptor, 4));
  EXPECT_EQ(write_some(descriptor, "x", 1), 1);
  EXPECT_TRUE(close(descriptor));
  EXPECT_EQ(bytes_of(folder_ / "file"), "1234x");
}

TEST_F(OpenFile, OneWriterOrManyReadersHaveTheLock) {
  const auto opened = [&] { return open_or_create(folder_ / "lock", Links::refused); };
  const int first = opened(), second = opened();
  EXPECT_TRUE(lock(first, Lock::shared));
  EXPECT_TRUE(lock(second, Lock::shared));
  const int third = opened();
  EXPECT_FALSE(lock(third, Lock::exclusive));
  EXPECT_EQ(errno, EWOULDBLOCK);
  close(first);
  EXPECT_FALSE(lock(third, Lock::exclusive));
  close(second);
  EXPECT_TRUE(lock(third, Lock::exclusive));
  const int fourth = opened();
  EXPECT_FALSE(lock(fourth, Lock::shared));
  close(third);
  EXPECT_TRUE(lock(fourth, Lock::shared));
  close(fourth);
}

TEST_F(OpenFile, ADuplicateSharesThePosition) {
  const int descriptor = create_new(folder_ / "file"), other = duplicate(descriptor);
  EXPECT_EQ(write_some(descriptor, "ab", 2), 2);
  EXPECT_EQ(write_some(other, "c", 1), 1);
  EXPECT_TRUE(close(descriptor));
  EXPECT_EQ(write_some(other, "d", 1), 1);
  EXPECT_TRUE(close(other));
  EXPECT_EQ(bytes_of(folder_ / "file"), "abcd");
}

TEST_F(OpenFile, AFileIsReplacedWhileItIsRead) {
  if (test::in_wine()) GTEST_SKIP() << "Wine 8 cannot rename a file to the name of an open one";
  std::ofstream(folder_ / "old") << "old";
  std::ofstream(folder_ / "new") << "new";
  EXPECT_TRUE(synchronise_file(folder_ / "new"));
  synchronise_folder(folder_);
  const int reader = open_to_read(folder_ / "old");
  std::error_code failure;
  replace(folder_ / "new", folder_ / "old", failure);
  EXPECT_FALSE(failure) << failure.message();
  EXPECT_EQ(bytes_of(folder_ / "old"), "new");
  std::string found(3, '?');
  EXPECT_EQ(read_at(reader, found.data(), 3, 0), 3);
  EXPECT_EQ(found, "old");
  close(reader);
  remove_at_once((folder_ / "old").c_str());
  EXPECT_FALSE(fs::exists(folder_ / "old"));
}

TEST_F(OpenFile, AFileIsReplaced) {
  std::ofstream(folder_ / "old") << "old";
  std::ofstream(folder_ / "new") << "new";
  std::error_code failure;
  replace(folder_ / "new", folder_ / "old", failure);
  EXPECT_FALSE(failure) << failure.message();
  EXPECT_EQ(bytes_of(folder_ / "old"), "new");
  EXPECT_FALSE(fs::exists(folder_ / "new"));
}

TEST_F(OpenFile, NamesAreUtf8) {
  const std::string name = "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";
  const int descriptor = create_new(folder_ / name);
  ASSERT_TRUE(close(descriptor));
  EXPECT_EQ(fs::directory_iterator(folder_)->path().filename().string(), name);
}

}  // namespace
}  // namespace biotropy::system
