// SPDX-License-Identifier: Apache-2.0
//
// Numbers as files, digests and frames have them, in little endian, whatever the order of bytes in memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

namespace biotropy {

/// Takes numbers from as many bytes, which need no alignment.
template <class Number>
void take_little_endian(const void* bytes, std::span<Number> numbers) {
  if (numbers.empty()) return;
  std::memcpy(numbers.data(), bytes, numbers.size_bytes());
  if constexpr (std::endian::native == std::endian::big) {
    const auto in_memory = std::as_writable_bytes(numbers);
    for (std::size_t at = 0; at < in_memory.size(); at += sizeof(Number)) {
      std::ranges::reverse(in_memory.subspan(at, sizeof(Number)));
    }
  }
}

template <class Number>
Number little_endian_at(const void* bytes) {
  Number number;
  take_little_endian(bytes, std::span(&number, 1));
  return number;
}

template <class Number>
void append_little_endian(std::span<const Number> numbers, std::string& bytes) {
  const std::size_t before = bytes.size();
  bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  if constexpr (std::endian::native == std::endian::big) {
    for (std::size_t at = before; at < bytes.size(); at += sizeof(Number)) {
      std::reverse(bytes.data() + at, bytes.data() + at + sizeof(Number));
    }
  }
}

template <class Number>
requires std::is_arithmetic_v<Number>
void append_little_endian(Number number, std::string& bytes) {
  append_little_endian(std::span<const Number>(&number, 1), bytes);
}

}  // namespace biotropy
