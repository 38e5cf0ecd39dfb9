// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "biotropy/files/formats/edf/header.hpp"
#include "biotropy/files/formats/fif/tags_internal.hpp"
#include "biotropy/files/formats/gdf_header_internal.hpp"
#include "biotropy/files/formats/readers.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kLookBytes = 4096;

bool looks_like_text(std::string_view bytes) {
  const auto binary = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
  };
  const auto [encoding, n_mark] = marked_encoding(bytes);
  std::string text;
  append_utf8(bytes.substr(n_mark), encoding, text);
  if (std::any_of(text.begin(), text.end(), binary)) return false;
  // Samples of 16 bits may begin with the same two bytes.
  return encoding == Encoding::utf8 || text.find_first_of("0123456789") != std::string::npos;
}

}  // namespace

std::string_view first_bytes(Input& input) {
  return input.text(0, static_cast<std::size_t>(std::min<std::uint64_t>(kLookBytes, input.size())));
}

Format format_by_content(std::string_view first_bytes) {
  if (first_bytes.starts_with(kNpyMagic)) return Format::npy;
  if (begins_like_edf(first_bytes)) return Format::edf;
  if (begins_like_fif(first_bytes)) return Format::fif;
  if (begins_like_gdf(first_bytes)) return Format::gdf;
  if (first_bytes.starts_with("MATLAB ")) return Format::mat;
  if (begins_like_polar(first_bytes)) return Format::polar;
  return looks_like_text(first_bytes) ? Format::text : Format::unknown;
}

}  // namespace biotropy::files
