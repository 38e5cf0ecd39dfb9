// SPDX-License-Identifier: Apache-2.0
//
// Digital values of EDF (16 bits) and BDF (24 bits), and physical ones.
#pragma once

#include <cstddef>
#include <cstdint>

#include "biotropy/files/formats/edf/header.hpp"
#include "biotropy/files/formats/number_internal.hpp"

namespace biotropy::files {

// A multiple of the 2 and the 3 bytes of a sample.
constexpr std::size_t kEdfPiece = std::size_t{6} * 8192;

inline double digital16(const std::byte* bytes) {
  const auto low = std::to_integer<std::uint16_t>(bytes[0]), high = std::to_integer<std::uint16_t>(bytes[1]);
  return static_cast<std::int16_t>(low | (high << 8));
}

inline double digital24(const std::byte* bytes) {
  const auto low = std::to_integer<std::uint32_t>(bytes[0]), middle = std::to_integer<std::uint32_t>(bytes[1]),
             high = std::to_integer<std::uint32_t>(bytes[2]);
  // The sign is in the top byte of 32 bits.
  return static_cast<std::int32_t>((low << 8) | (middle << 16) | (high << 24)) >> 8;
}

inline DigitalScale edf_scale(const EdfSignal& signal) {
  if (!signal.scaled) return {};
  return DigitalScale({signal.digital_min, signal.digital_max, signal.physical_min, signal.physical_max});
}

}  // namespace biotropy::files
