// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/mat/mat5_array_internal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "biotropy/files/formats/number_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::uint32_t kInt8 = 1, kUint8 = 2, kInt32 = 5, kUint32 = 6, kArray = 14, kUtf8 = 16;
constexpr std::uint64_t kMostMatDimensions = 32;

enum class Mat5Class : unsigned char { structure = 2, opaque = 17 };

std::string_view class_word(unsigned code) {
  constexpr std::array<std::string_view, 18> words = {
      "",      "cell",  "struct", "object", "char",   "sparse", "double", "single",          "int8",
      "uint8", "int16", "uint16", "int32",  "uint32", "int64",  "uint64", "function handle", "object"};
  return code < words.size() && code > 0 ? words[code] : "unknown class";
}

constexpr Mat5Number kStored[] = {
    {1, 1, number_at<std::int8_t, std::uint8_t>},    {2, 1, number_at<std::uint8_t, std::uint8_t>},
    {3, 2, number_at<std::int16_t, std::uint16_t>},  {4, 2, number_at<std::uint16_t, std::uint16_t>},
    {5, 4, number_at<std::int32_t, std::uint32_t>},  {6, 4, number_at<std::uint32_t, std::uint32_t>},
    {7, 4, number_at<float, std::uint32_t>},         {9, 8, number_at<double, std::uint64_t>},
    {12, 8, number_at<std::int64_t, std::uint64_t>}, {13, 8, number_at<std::uint64_t, std::uint64_t>},
};

bool is_name(std::uint32_t type) {
  return type == kInt8 || type == kUint8 || type == kUtf8;
}

// More than one element, and none of its lengths is 0.
bool has_several(const std::vector<std::uint64_t>& dimensions) {
  return std::any_of(dimensions.begin(), dimensions.end(), [](auto n) { return n > 1; }) &&
         std::none_of(dimensions.begin(), dimensions.end(), [](auto n) { return n == 0; });
}

}  // namespace

const Mat5Number* mat5_number(std::uint32_t type) {
  const auto* found =
      std::find_if(std::begin(kStored), std::end(kStored), [&](const Mat5Number& one) { return one.type == type; });
  return found == std::end(kStored) ? nullptr : found;
}

MatVariable read_mat5_header(Mat5Stream& stream) {
  const Mat5Tag flags = stream.tag();
  if (flags.type != kUint32 || flags.length != 8) throw stream.fault("its flags are missing");
  constexpr std::uint32_t logical = 0x200, complex = 0x800, class_bits = 0xff;
  const std::uint32_t word = stream.word();
  stream.word();
  MatVariable variable;
  const std::string_view class_name = class_word(word & class_bits);
  // The flag for logical values also applies to sparse matrices.
  variable.class_name = class_name == "uint8" && (word & logical) != 0 ? "logical" : class_name;
  variable.is_complex = (word & complex) != 0;
  if ((word & class_bits) != static_cast<unsigned>(Mat5Class::opaque)) {
    const Mat5Tag dimensions = stream.tag();
    const bool known = (dimensions.type == kInt32 || dimensions.type == kUint32) && dimensions.length % 4 == 0 &&
                       dimensions.length >= 8 && dimensions.length <= 4 * kMostMatDimensions;
    if (!known) throw stream.fault("its dimensions are missing");
    for (std::uint64_t k = 0; k < dimensions.length / 4; ++k) variable.dimensions.push_back(stream.word());
    stream.skip(dimensions.padded - dimensions.length);
  }
  const Mat5Tag name = stream.tag();
  if (!is_name(name.type) && name.length > 0) throw stream.fault("its name is missing");
  variable.name = to_utf8(stream.text(name));
  return variable;
}

std::vector<std::string> read_mat5_field_names(Mat5Stream& stream) {
  const Mat5Tag width_tag = stream.tag();
  if (width_tag.type != kInt32 || width_tag.length != 4) throw stream.fault("the names of its fields are missing");
  const std::uint32_t width = stream.word();
  stream.skip(width_tag.padded - width_tag.length);
  const Mat5Tag names_tag = stream.tag();
  if (!is_name(names_tag.type) && names_tag.length > 0) throw stream.fault("the names of its fields are missing");
  const std::string bytes = stream.text(names_tag);
  if (!bytes.empty() && (width == 0 || bytes.size() % width != 0))
    throw stream.fault("the names of its fields are missing");
  std::vector<std::string> names;
  for (std::size_t at = 0; at < bytes.size(); at += width) {
    const std::string_view name = std::string_view(bytes).substr(at, width);
    names.push_back(to_utf8(name.substr(0, name.find('\0'))));
  }
  return names;
}

std::optional<std::uint64_t> begin_mat5_array(Mat5Stream& stream, std::uint64_t end) {
  const Mat5Tag tag = stream.tag();
  if (tag.type != kArray) throw stream.fault("a field is not an array");
  if (tag.length == 0) return std::nullopt;
  if (stream.position() + tag.length > end) throw stream.fault("a field is longer than its structure");
  return stream.position() + tag.length;
}

void skip_to_mat5_end(Mat5Stream& stream, std::uint64_t end) {
  if (stream.position() > end) throw stream.fault("a field is longer than it announces");
  stream.skip(end - stream.position());
}

std::uint64_t count_mat5_elements(const Mat5Stream& stream, const std::vector<std::uint64_t>& dimensions) {
  std::uint64_t count = 1;
  for (const std::uint64_t n : dimensions) {
    if (n > 0 && count > stream.end() / n) throw stream.fault("more elements than its bytes can hold");
    count *= n;
  }
  return count;
}

std::uint64_t mat5_text_bytes(const Mat5Stream& stream, const Mat5Tag& tag, std::uint64_t end) {
  return std::min(tag.padded, end - std::min(end, stream.position()));
}

bool skip_mat5_contents(Mat5Stream& stream, const MatVariable& header, std::uint64_t end, int depth) {
  const bool has_parts = header.class_name == "struct" || header.class_name == "cell";
  if (has_parts && depth < kMostMatDepth) {
    bool holds_arrays = false;
    std::uint64_t count = count_mat5_elements(stream, header.dimensions);
    if (header.class_name == "struct") count *= read_mat5_field_names(stream).size();
    for (std::uint64_t k = 0; k < count; ++k) {
      if (const auto part_end = begin_mat5_array(stream, end)) {
        holds_arrays = skip_mat5_array(stream, *part_end, depth + 1) || holds_arrays;
      }
    }
    return holds_arrays;
  }
  const bool is_text = header.class_name == "char" && count_mat5_elements(stream, header.dimensions) > 0;
  if (is_text && stream.position() < end) {
    const Mat5Tag tag = stream.tag();
    stream.skip(mat5_text_bytes(stream, tag, end));
  } else {
    skip_to_mat5_end(stream, end);
  }
  return header.class_name != "char" && header.class_name != "logical" && has_several(header.dimensions);
}

bool skip_mat5_array(Mat5Stream& stream, std::uint64_t end, int depth) {
  const MatVariable header = read_mat5_header(stream);
  return skip_mat5_contents(stream, header, end, depth);
}

}  // namespace biotropy::files
