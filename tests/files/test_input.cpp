// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/input.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

TEST(Input, AnyViewOfAFileLargerThanTheWindow) {
  const Scratch scratch;
  std::string bytes(3 * Input::kWindow + 17, '\0');
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<char>(k * 2654435761U >> 13);
  Input input(scratch.write("large", bytes));
  ASSERT_EQ(input.size(), bytes.size());
  const std::size_t ends[] = {
      0,           1, Input::kWindow - 1, Input::kWindow, Input::kWindow + 1, 2 * Input::kWindow + 5, bytes.size() - 1,
      bytes.size()};
  for (const std::size_t offset : ends) {
    for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, Input::kWindow}) {
      if (offset + length > bytes.size()) continue;
      EXPECT_EQ(input.text(offset, length), std::string_view(bytes).substr(offset, length)) << offset << " " << length;
    }
  }
}

TEST(Input, MemoryLooksTheSame) {
  const std::string bytes = "abcdef";
  Input input("memory", std::as_bytes(std::span(bytes)));
  EXPECT_EQ(input.size(), 6U);
  EXPECT_EQ(input.text(2, 3), "cde");
  EXPECT_THAT(error_of([&] { input.view(4, 3); }), IsError(ErrorCode::internal, "memory: bytes 4 to 7 of 6"));
  EXPECT_THAT(error_of([&] { input.view(7, 0); }), IsError(ErrorCode::internal, "memory"));
}

TEST(Input, WhatIsNoReadableFile) {
  const Scratch scratch;
  EXPECT_THAT(error_of([&] { Input input(scratch.path("absent")); }),
              IsError(ErrorCode::file_not_found, "absent: No such file"));
  EXPECT_THAT(error_of([&] { Input input(scratch.folder()); }), IsError(ErrorCode::bad_file, "a folder, not a file"));
}

TEST(Input, AFileThatShrinksIsNoticed) {
  const Scratch scratch;
  const auto path = scratch.write("shrinking", std::string(1000, 'x'));
  Input input(path);
  std::filesystem::resize_file(path, 10);
  EXPECT_THAT(error_of([&] { input.view(500, 100); }), IsError(ErrorCode::io, "became shorter"));
}

TEST(Text, Numbers) {
  EXPECT_EQ(to_double("-1.5e3"), -1500.0);
  EXPECT_EQ(to_double("+2"), 2.0);
  for (const char* word : {"", "+", "+-1", "1 ", " 1", "1,5", "1.5x", "0x10", "1e999", "one"}) {
    EXPECT_EQ(to_double(word), std::nullopt) << word;
  }
  EXPECT_EQ(to_finite("inf"), std::nullopt);
  EXPECT_EQ(to_finite("nan"), std::nullopt);
  EXPECT_EQ(to_integer("+12"), 12);
  EXPECT_EQ(to_integer("12.0"), std::nullopt);
  EXPECT_EQ(to_integer("9223372036854775808"), std::nullopt);
}

TEST(Text, Utf8IsRecognisedAndAnythingElseIsLatin1) {
  for (const char* good : {"", "abc", "\xc3\xa4", "\xe4\xb8\xad", "\xf0\x9f\xa7\xa0"})
    EXPECT_TRUE(is_utf8(good)) << good;
  for (const char* bad :
       {"\x80", "\xc3", "\xc3(", "\xc0\xaf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8", "\xe4\xb8"}) {
    EXPECT_FALSE(is_utf8(bad)) << bad;
  }
  EXPECT_EQ(to_utf8("\xb5V\x01"), "\xc2\xb5V ");
  EXPECT_EQ(to_utf8("\xc2\xb5V"), "\xc2\xb5V");
}

TEST(Text, QuotesShowWhatDoesNotPrint) {
  EXPECT_EQ(in_quotes("abc"), "'abc'");
  EXPECT_EQ(in_quotes("a\nb\xff"), "'a\\x0ab\\xff'");
  EXPECT_EQ(in_quotes("\xe4\xb8\xad"), "'\xe4\xb8\xad'");
  EXPECT_EQ(in_quotes(std::string(50, 'x')), "'" + std::string(40, 'x') + "...'");
}

TEST(Text, TrimsBlanksAndControlCharacters) {
  EXPECT_EQ(trimmed(" \t a b\0\r\n"), "a b");
  EXPECT_EQ(trimmed(std::string_view("\0 x \0", 5)), "x");
  EXPECT_EQ(trimmed("  "), "");
}

}  // namespace
}  // namespace biotropy::files
