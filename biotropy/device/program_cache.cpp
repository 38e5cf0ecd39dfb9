// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "biotropy/device/program_cache_internal.hpp"

#include "biotropy/system/open_file.hpp"
#include "biotropy/system/temporary_file.hpp"

namespace biotropy::device {

namespace {

namespace fs = std::filesystem;

// SHA-256 in hexadecimal digits; empty if the cryptographic library fails.
std::string digest(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> found{};
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), found.data(), &size, EVP_sha256(), nullptr) != 1) return {};
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", found[i]);
  return text;
}

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// First lines of a file: a mark, the length of the key, and the digest of everything that follows.
std::string head(const std::string& key, std::string_view binary) {
  return fmt::format("biotropy program\n{} {}\n", key.size(), digest(key + std::string(binary)));
}

// Content of an ordinary file that only this user can have written; otherwise nothing, because a driver would run it.
std::string trusted_content(const fs::path& path) {
  const int descriptor = system::open_to_read(path, system::Links::refused);
  if (descriptor < 0) return {};
  const auto status = system::status_of(descriptor);
  const bool trusted = status && system::is_from_this_user(descriptor);
  std::string content(trusted ? static_cast<std::size_t>(status->size) : 0, '\0');
  std::size_t length = 0;
  for (std::int64_t count = 0; length < content.size(); length += static_cast<std::size_t>(count)) {
    count = system::read_some(descriptor, content.data() + length, content.size() - length);
    if (count <= 0) break;
  }
  system::close(descriptor);
  content.resize(length);
  return content;
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
  return folder_ / (digest(key) + ".program");
}

std::optional<std::vector<std::byte>> ProgramCache::find(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  const std::string all = trusted_content(file(key));
  // The binary follows head and key, if the head is correct.
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
  fs::create_directories(folder_.parent_path(), ignored);
  system::make_private_folder(folder_);
  const fs::path target = file(key);
  const std::string start = head(key, as_text(binary));
  const fs::path unfinished = system::temporary_name(target);
  const int descriptor = system::create_new(unfinished);
  if (descriptor < 0) return;
  bool written = true;
  for (std::string_view rest : {std::string_view(start), std::string_view(key), as_text(binary)}) {
    while (written && !rest.empty()) {
      const auto count = system::write_some(descriptor, rest.data(), rest.size());
      written = count > 0;
      if (written) rest.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  written = system::close(descriptor) && written;
  fs::permissions(unfinished, fs::perms::owner_read | fs::perms::owner_write, ignored);
  std::error_code failed;
  if (written) system::replace(unfinished, target, failed);
  if (!written || failed) fs::remove(unfinished, ignored);
}

}  // namespace biotropy::device
