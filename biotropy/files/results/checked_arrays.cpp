// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/results/checked_arrays.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "biotropy/files/input.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/files/results/arrays_internal.hpp"
#include "biotropy/files/sha256.hpp"

namespace biotropy::files {

namespace {

constexpr std::string_view kMark = "biotropy arrays 1\n";
constexpr std::size_t kDigest = 64;  // hexadecimal digits of a SHA-256

}  // namespace

void write_checked_arrays(const std::filesystem::path& path, const Arrays& arrays) {
  Output output(path);
  const std::string bytes = packed(arrays);
  output.write(kMark);
  output.write(sha256_of_bytes(bytes));
  output.write(bytes);
  output.finish();
}

Arrays read_checked_arrays(const std::filesystem::path& path) {
  Input input(path);
  constexpr std::size_t head = kMark.size() + kDigest;
  if (input.size() < head || input.text(0, kMark.size()) != kMark) throw input.bad_file("not a file of arrays");
  const std::string digest(input.text(kMark.size(), kDigest));
  std::string bytes;
  for (std::uint64_t offset = head; offset < input.size();) {
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(Input::kWindow, input.size() - offset));
    bytes += input.text(offset, length);
    offset += length;
  }
  if (sha256_of_bytes(bytes) != digest) throw input.bad_file("damaged: its checksum does not match");
  auto arrays = unpacked(bytes);
  if (!arrays) throw input.bad_file("damaged: its content is inconsistent");
  return *std::move(arrays);
}

}  // namespace biotropy::files
