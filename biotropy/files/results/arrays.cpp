// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/results/arrays.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <string>
#include <string_view>

#include "biotropy/error.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/isolated_internal.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/files/results/arrays_internal.hpp"
#include "biotropy/files/sha256.hpp"

namespace biotropy::files {

namespace {

enum class Reply : std::uint64_t { arrays, fault };

struct Head {
  Reply answer = Reply::fault;
  std::uint64_t length = 0;  // of the text or numbers that follow
};

void send(const Sender& sender, Reply answer, const std::string& bytes) {
  const Head head{answer, bytes.size()};
  sender.send(&head, sizeof head);
  sender.send(bytes.data(), bytes.size());
}

void send_arrays(std::span<const std::byte> bytes, const Sender& sender) {
  try {
    send(sender, Reply::arrays, packed(read_netcdf_arrays(bytes)));
  } catch (const std::exception& failure) {
    send(sender, Reply::fault, failure.what());
  }
}

IsolationLimits limits_of(std::uint64_t file_size) {
  constexpr std::uint64_t libraries = std::uint64_t{256} << 20, copies = 8;
  constexpr std::uint64_t bytes_per_millisecond = 2'000, patience = 20'000, most_patience = 3'600'000;
  const std::uint64_t wait = std::min(patience + file_size / bytes_per_millisecond, most_patience);
  return {libraries + copies * file_size, std::chrono::milliseconds(wait)};
}

Arrays read_in_child(Input& input) {
  constexpr std::string_view damaged = "the file is damaged: reading it failed";
  const auto content = input.mapped();
  const auto child = isolated([&](const Sender& sender) { send_arrays(content, sender); }, limits_of(input.size()));
  Head head;
  // Names, lengths and texts of a file take at most a few times its bytes; numbers no more than its bytes.
  constexpr std::uint64_t most_growth = 4, slack = 1U << 20;
  if (!child->receive(&head, sizeof head)) throw unfinished(*child, input, damaged);
  if (head.length > most_growth * input.size() + slack) throw input.bad_file(damaged);
  std::string bytes(static_cast<std::size_t>(head.length), '\0');
  if (!child->receive(bytes.data(), bytes.size())) throw unfinished(*child, input, damaged);
  if (head.answer == Reply::fault) throw input.bad_file(bytes);
  auto arrays = unpacked(bytes);
  if (head.answer != Reply::arrays || !arrays) throw input.bad_file(damaged);
  return *std::move(arrays);
}

}  // namespace

std::string checksum_line(const std::string& sha256) {
  return "sha256 " + sha256 + "\n";
}

void require_checksum(const std::filesystem::path& path, const CancelFlag* cancel) {
  constexpr std::size_t digits = 64;
  const std::size_t length = checksum_line(std::string(digits, '0')).size();
  Input input(path);
  const std::string line(input.size() < length ? "" : input.text(input.size() - length, length));
  if (!line.starts_with("sha256 ")) {
    throw input.bad_file("damaged, or changed by another program: its checksum is missing");
  }
  if (line != checksum_line(sha256(input, input.size() - length, cancel))) {
    throw input.bad_file("damaged: its checksum does not match");
  }
}

Arrays read_arrays(const std::filesystem::path& path) {
  Input input(path);
  if (kParseInChild && system::can_isolate()) return read_in_child(input);
  try {
    return read_netcdf_arrays(input.mapped());
  } catch (const Error& error) {
    throw input.bad_file(error.what());
  }
}

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
