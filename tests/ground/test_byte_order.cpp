// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "biotropy/byte_order_internal.hpp"

namespace biotropy {
namespace {

using namespace std::string_literals;

TEST(ByteOrder, TheLowestByteIsFirst) {
  std::string bytes = "x";
  append_little_endian(std::uint64_t{0x0807060504030201}, bytes);
  append_little_endian(std::int16_t{-2}, bytes);
  append_little_endian(1.0, bytes);
  EXPECT_EQ(bytes, "x\1\2\3\4\5\6\7\x8\xfe\xff\0\0\0\0\0\0\xf0\x3f"s);
}

TEST(ByteOrder, ListsAreNumbersOneAfterTheOther) {
  const std::vector<std::uint32_t> numbers = {0x04030201, 0x08070605, 0xffffff00};
  std::string bytes;
  append_little_endian(std::span(numbers), bytes);
  EXPECT_EQ(bytes, "\1\2\3\4\5\6\7\x8\0\xff\xff\xff"s);
  std::array<std::uint32_t, 3> taken = {};
  take_little_endian(bytes.data(), std::span<std::uint32_t>(taken));
  EXPECT_EQ(std::vector(taken.begin(), taken.end()), numbers);
  append_little_endian(std::span<const double>(), bytes);
  EXPECT_EQ(bytes.size(), 12U);
}

TEST(ByteOrder, NumbersAreTakenFromAnyPlace) {
  const std::string bytes = "x\0\0\0\0\0\0\0\xc0\5\0\xff"s;
  EXPECT_EQ(little_endian_at<double>(bytes.data() + 1), -2.0);
  EXPECT_EQ(little_endian_at<std::uint16_t>(bytes.data() + 9), 5);
  EXPECT_EQ(little_endian_at<std::uint8_t>(bytes.data() + 11), 0xff);
}

}  // namespace
}  // namespace biotropy
