// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "biotropy/device/program_cache_internal.hpp"
#include "biotropy/temporary_file.hpp"

namespace biotropy::device {

namespace {

namespace fs = std::filesystem;

// FNV-1a. A file name and a guard against damage, no more: the key itself is compared.
std::uint64_t hash(std::string_view bytes) {
  std::uint64_t value = 0xcbf29ce484222325U;
  for (const char byte : bytes) value = (value ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  return value;
}

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The first lines of a file: what it is, how long the key and the binary are, and a hash of the binary.
std::string head(const std::string& key, std::string_view binary) {
  return fmt::format("biotropy program\n{} {} {:016x}\n", key.size(), binary.size(), hash(binary));
}

}  // namespace

fs::path ProgramCache::usual_folder() {
  const auto below = [](const char* variable, const char* folder) {
    const char* value = std::getenv(variable);
    return value == nullptr || *value == '\0' ? fs::path() : fs::path(value) / folder;
  };
  for (const fs::path& folder :
       {below("BIOTROPY_CACHE", ""), below("XDG_CACHE_HOME", "biotropy"), below("HOME", ".cache/biotropy")}) {
    if (!folder.empty()) return folder;
  }
  return {};
}

fs::path ProgramCache::file(const std::string& key) const {
  return folder_ / fmt::format("{:016x}.program", hash(key));
}

std::optional<std::vector<std::byte>> ProgramCache::find(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  std::ifstream stream(file(key), std::ios::binary);
  const std::string all{std::istreambuf_iterator<char>(stream), {}};
  // The binary is what stands behind head and key, if it fits its head.
  const std::size_t first_line = all.find('\n');
  const std::size_t end_of_head = first_line == std::string::npos ? first_line : all.find('\n', first_line + 1);
  if (end_of_head == std::string::npos || all.size() < end_of_head + 1 + key.size()) return std::nullopt;
  const std::string_view binary = std::string_view(all).substr(end_of_head + 1 + key.size());
  if (all.compare(0, end_of_head + 1, head(key, binary)) != 0) return std::nullopt;
  if (all.compare(end_of_head + 1, key.size(), key) != 0) return std::nullopt;
  const auto* bytes = reinterpret_cast<const std::byte*>(binary.data());
  return std::vector(bytes, bytes + binary.size());
}

void ProgramCache::store(const std::string& key, std::span<const std::byte> binary) const {
  if (folder_.empty()) return;
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  const fs::path target = file(key);
  const std::string start = head(key, as_text(binary));
  const fs::path unfinished = temporary_name(target);
  const int descriptor = create_new(unfinished);
  if (descriptor < 0) return;
  std::FILE* const stream = ::fdopen(descriptor, "wb");
  bool written = stream != nullptr;
  for (const std::string_view part : {std::string_view(start), std::string_view(key), as_text(binary)}) {
    written = written && std::fwrite(part.data(), 1, part.size(), stream) == part.size();
  }
  if (stream != nullptr) written = std::fclose(stream) == 0 && written;
  std::error_code failed;
  if (written) fs::rename(unfinished, target, failed);
  if (!written || failed) fs::remove(unfinished, ignored);
}

}  // namespace biotropy::device
