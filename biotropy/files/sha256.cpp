// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>

namespace biotropy::files {

std::string sha256(Input& input, const CancelFlag* cancel) {
  return sha256(input, input.size(), cancel);
}

std::string sha256_of_bytes(std::string_view bytes) {
  Input input("memory", std::as_bytes(std::span(bytes)));
  return sha256(input);
}

std::string sha256(Input& input, std::uint64_t size, const CancelFlag* cancel) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  bool good = context != nullptr && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
  for (std::uint64_t offset = 0; good && offset < size;) {
    if (cancel != nullptr) cancel->check();
    const std::uint64_t length = std::min<std::uint64_t>(Input::kWindow, size - offset);
    const auto bytes = input.view(offset, static_cast<std::size_t>(length));
    good = EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) == 1;
    offset += length;
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int digest_size = 0;
  good = good && EVP_DigestFinal_ex(context.get(), digest.data(), &digest_size) == 1;
  // OpenSSL says the same of an allocation that failed as of an algorithm that it lacks, and it has this one.
  if (!good) throw input.error(ErrorCode::out_of_memory, "not enough memory for its SHA-256");
  std::string text;
  for (unsigned int i = 0; i < digest_size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

std::string sha256(const std::filesystem::path& path, const CancelFlag* cancel) {
  Input input(path);
  return sha256(input, cancel);
}

std::vector<FileDigest> digests(const std::vector<std::string>& paths, const CancelFlag* cancel) {
  std::vector<FileDigest> result;
  for (const std::string& path : paths) result.push_back({path, sha256(std::filesystem::path(path), cancel)});
  return result;
}

std::string digest_lines(const std::vector<FileDigest>& digests) {
  std::string lines;
  for (const auto& [path, digest] : digests) lines.append(digest).append("  ").append(path).append("\n");
  return lines;
}

}  // namespace biotropy::files
