// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "biotropy/files/formats/edf/header.hpp"
#include "biotropy/files/formats/fif/tags_internal.hpp"
#include "biotropy/files/formats/gdf_header_internal.hpp"
#include "biotropy/files/formats/readers.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kLookBytes = 4096;

bool looks_like_text(std::string_view bytes) {
  const auto binary = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
  };
  return std::none_of(bytes.begin(), bytes.end(), binary);
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
