// SPDX-License-Identifier: Apache-2.0
#include "tests/files/fif_bytes.hpp"

#include <bit>

namespace biotropy::files::test {

std::string FifBytes::number(std::uint64_t bits, unsigned width) const {
  std::string bytes;
  for (unsigned k = 0; k < width; ++k) {
    bytes += static_cast<char>((bits >> (8 * (big_endian_ ? width - 1 - k : k))) & 0xff);
  }
  return bytes;
}

FifBytes& FifBytes::tag(int kind, int type, const std::string& content, int next) {
  for (const int value : {kind, type, static_cast<int>(content.size()), next}) {
    bytes_ += number(static_cast<std::uint32_t>(value), 4);
  }
  bytes_ += content;
  return *this;
}

FifBytes& FifBytes::head() {
  return tag(100, 31, std::string(20, '\0')).integers(101, {-1}).integers(106, {-1});
}

FifBytes& FifBytes::begin(int block) {
  return integers(104, {block});
}

FifBytes& FifBytes::end(int block) {
  return integers(105, {block});
}

FifBytes& FifBytes::integers(int kind, const std::vector<std::int32_t>& values) {
  std::string content;
  for (const std::int32_t value : values) content += number(static_cast<std::uint32_t>(value), 4);
  return tag(kind, 3, content);
}

FifBytes& FifBytes::shorts(int kind, const std::vector<int>& values) {
  std::string content;
  for (const int value : values) content += number(static_cast<std::uint16_t>(value), 2);
  return tag(kind, 16, content);
}

FifBytes& FifBytes::floats(int kind, const std::vector<double>& values) {
  std::string content;
  for (const double value : values) content += number(std::bit_cast<std::uint32_t>(static_cast<float>(value)), 4);
  return tag(kind, 4, content);
}

FifBytes& FifBytes::doubles(int kind, const std::vector<double>& values) {
  std::string content;
  for (const double value : values) content += number(std::bit_cast<std::uint64_t>(value), 8);
  return tag(kind, 5, content);
}

FifBytes& FifBytes::text(int kind, const std::string& value) {
  return tag(kind, 10, value);
}

FifBytes& FifBytes::channel(const FifBytesChannel& channel) {
  const auto integer = [&](int value) { return number(static_cast<std::uint32_t>(value), 4); };
  const auto real = [&](float value) { return number(std::bit_cast<std::uint32_t>(value), 4); };
  std::string name = channel.name;
  name.resize(16, '\0');
  return tag(203, 30,
             integer(1) + integer(1) + integer(channel.kind) + real(channel.range) + real(channel.calibration) +
                 integer(channel.coil) + std::string(48, '\0') + integer(channel.unit) +
                 integer(channel.unit_multiplier) + name);
}

FifBytes fif_head(const std::vector<FifBytesChannel>& channels, double rate, bool big_endian) {
  FifBytes fif(big_endian);
  fif.head().begin(100).begin(101);
  fif.integers(200, {static_cast<int>(channels.size())}).floats(201, {rate});
  for (const FifBytesChannel& channel : channels) fif.channel(channel);
  return fif.end(101);
}

FifBytes plain_fif(bool big_endian) {
  FifBytesChannel second{.name = "EEG 002"};
  FifBytes fif = fif_head({FifBytesChannel{}, second}, 100.0, big_endian);
  return fif.begin(102).shorts(300, {1, -2, 3, -4, 5, -6}).end(102).end(100);
}

}  // namespace biotropy::files::test
