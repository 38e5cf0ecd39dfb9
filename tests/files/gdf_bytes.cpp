// SPDX-License-Identifier: Apache-2.0
#include "tests/files/gdf_bytes.hpp"

#include <bit>
#include <functional>

namespace biotropy::files::test {

namespace {

std::string little_number(std::uint64_t bits, unsigned width) {
  std::string bytes;
  for (unsigned k = 0; k < width; ++k) bytes += static_cast<char>((bits >> (8 * k)) & 0xff);
  return bytes;
}

std::string real32(double value) {
  return little_number(std::bit_cast<std::uint32_t>(static_cast<float>(value)), 4);
}

std::string real64(double value) {
  return little_number(std::bit_cast<std::uint64_t>(value), 8);
}

std::string gdf_text(std::string text, std::size_t width) {
  text.resize(width, ' ');
  return text;
}

std::string sample_bytes(int type, double value) {
  if (type == 16) return real32(value);
  if (type == 17) return real64(value);
  const unsigned width = type == 279 || type == 535 ? 3 : type <= 2 ? 1 : type <= 4 ? 2 : type <= 6 ? 4 : 8;
  const auto bits =
      value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) : static_cast<std::uint64_t>(value);
  return little_number(bits, width);
}

std::string event_bytes(const GdfBytes& gdf, bool old) {
  const auto count = static_cast<std::uint32_t>(gdf.events.size());
  std::string bytes = little_number(gdf.extended_events ? 3 : 1, 1);
  if (old) {
    bytes += little_number(static_cast<std::uint32_t>(gdf.event_rate), 3) + little_number(count, 4);
  } else {
    bytes += little_number(count, 3) + real32(static_cast<double>(gdf.event_rate));
  }
  for (const GdfBytesEvent& event : gdf.events) bytes += little_number(event.position, 4);
  for (const GdfBytesEvent& event : gdf.events) bytes += little_number(static_cast<std::uint32_t>(event.code), 2);
  if (!gdf.extended_events) return bytes;
  for (const GdfBytesEvent& event : gdf.events) bytes += little_number(static_cast<std::uint32_t>(event.channel), 2);
  for (const GdfBytesEvent& event : gdf.events) bytes += little_number(event.duration, 4);
  return bytes;
}

}  // namespace

std::string GdfBytes::bytes() const {
  const double number = std::atof(version.c_str() + 4);
  const bool second = number >= 1.9;
  std::size_t records = 0;
  for (const GdfBytesSignal& signal : signals) {
    if (signal.samples_per_record > 0) records = signal.samples.size() / signal.samples_per_record;
  }
  const std::size_t blocks = signals.size() + 1 + static_cast<std::size_t>(extra_blocks);
  std::string bytes = gdf_text(version, 8);
  if (second) {
    bytes += gdf_text("X X", 66) + std::string(110, '\0') + little_number(blocks, 2);
  } else {
    bytes += gdf_text("X X", 80) + gdf_text("X", 80) + gdf_text("2001010112000000", 16);
    bytes += little_number(256 * blocks, 8);
  }
  bytes.resize(236, '\0');
  bytes +=
      little_number(static_cast<std::uint64_t>(announced == -2 ? static_cast<std::int64_t>(records) : announced), 8);
  bytes += little_number(numerator, 4) + little_number(denominator, 4) + little_number(signals.size(), 4);
  const auto each = [&](const std::function<std::string(const GdfBytesSignal&)>& field) {
    for (const GdfBytesSignal& signal : signals) bytes += field(signal);
  };
  each([](const GdfBytesSignal& signal) { return gdf_text(signal.label, 16); });
  each([](const GdfBytesSignal&) { return gdf_text("AgCl", 80); });
  if (second) {
    each([](const GdfBytesSignal&) { return gdf_text("", 6); });
    each([&](const GdfBytesSignal&) { return little_number(static_cast<std::uint32_t>(unit_code), 2); });
  } else {
    each([&](const GdfBytesSignal&) { return gdf_text(unit, 8); });
  }
  each([](const GdfBytesSignal& signal) { return real64(signal.physical_min); });
  each([](const GdfBytesSignal& signal) { return real64(signal.physical_max); });
  const auto digital = [&](double value) {
    return second ? real64(value) : little_number(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)), 8);
  };
  each([&](const GdfBytesSignal& signal) { return digital(signal.digital_min); });
  each([&](const GdfBytesSignal& signal) { return digital(signal.digital_max); });
  each([](const GdfBytesSignal&) { return std::string(80, '\0'); });
  each([](const GdfBytesSignal& signal) { return little_number(signal.samples_per_record, 4); });
  each([](const GdfBytesSignal& signal) { return little_number(static_cast<std::uint32_t>(signal.type), 4); });
  bytes.resize(256 * blocks, '\0');
  for (std::size_t record = 0; record < records; ++record) {
    for (const GdfBytesSignal& signal : signals) {
      for (std::size_t i = 0; i < signal.samples_per_record; ++i) {
        bytes += sample_bytes(signal.type, signal.samples.at(record * signal.samples_per_record + i));
      }
    }
  }
  return has_events ? bytes + event_bytes(*this, number < 1.94) : bytes;
}

}  // namespace biotropy::files::test
