// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "biotropy/files/formats/fif/tags_internal.hpp"
#include "biotropy/files/formats/number_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kTagHead = 16;
// Kind 100 (identity of the file), type 31 (its structure), size 20.
constexpr std::string_view kBigEndianFif = "\x00\x00\x00\x64\x00\x00\x00\x1f\x00\x00\x00\x14"sv;
constexpr std::string_view kLittleEndianFif = "\x64\x00\x00\x00\x1f\x00\x00\x00\x14\x00\x00\x00"sv;

}  // namespace

FifTags::FifTags(Input& input) : input_(input) {
  const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(kTagHead, input.size()));
  const std::string_view first = input.text(0, length);
  if (!begins_like_fif(first)) {
    throw input.bad_file(
        fmt::format("a FIF file begins with the tag 100 of 20 bytes, this one with {}", in_quotes(first)));
  }
  big_endian_ = first.starts_with(kBigEndianFif);
}

FifTag FifTags::head_at(std::uint64_t begin, std::int32_t& next) {
  const auto head = input_.view(begin, kTagHead);
  const auto field = [&](std::size_t k) { return bits_at<std::uint32_t>(&head[4 * k], big_endian_); };
  next = static_cast<std::int32_t>(field(3));
  return {static_cast<FifKind>(field(0)), static_cast<FifType>(field(1)), field(2), begin + kTagHead};
}

std::optional<std::uint64_t> FifTags::buffer_passed_over() {
  std::sort(runs_.begin(), runs_.end());
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    const std::uint64_t end = k + 1 < runs_.size() ? runs_[k + 1].first : input_.size();
    std::int32_t next = 0;
    for (std::uint64_t at = runs_[k].second; at < end && end - at >= kTagHead;) {
      const FifTag tag = head_at(at, next);
      const bool is_whole = tag.size > 0 && tag.size <= input_.size() - tag.position;
      if (tag.kind == FifKind::data_buffer && fif_width(tag.type) > 0 && is_whole) return at;
      at = tag.position + tag.size;
    }
  }
  return std::nullopt;
}

std::optional<FifTag> FifTags::next() {
  if (!position_ || *position_ == input_.size()) return std::nullopt;
  const std::uint64_t begin = *position_;
  if (input_.size() - begin < kTagHead) {
    cut_ = true;
    return std::nullopt;
  }
  std::int32_t next = 0;
  const FifTag tag = head_at(begin, next);
  if (tag.size > input_.size() - tag.position) {
    cut_ = true;
    return std::nullopt;
  }
  // Tags may stand anywhere (some programs append one and let the last of its place point to it), but only once.
  used_ += kTagHead + tag.size;
  if (used_ > input_.size()) {
    throw input_.bad_file(fmt::format("its tags overlap or follow each other in a circle, at byte {}", begin));
  }
  if (runs_.empty() || runs_.back().second != begin) runs_.emplace_back(begin, begin);
  runs_.back().second = tag.position + tag.size;
  const std::uint64_t follows = next > 0 ? static_cast<std::uint64_t>(next) : tag.position + tag.size;
  if (next < 0) {
    position_.reset();
  } else if (follows > input_.size()) {
    position_.reset();
    cut_ = true;
  } else {
    position_ = follows;
  }
  return tag;
}

std::vector<double> FifTags::numbers(const FifTag& tag) {
  const std::size_t width = fif_width(tag.type);
  if (width == 0 || tag.size % width != 0) {
    throw input_.bad_file(fmt::format("the tag {} at byte {} has {} bytes of type {}; it must hold numbers",
                                      static_cast<std::int32_t>(tag.kind), tag.position - kTagHead, tag.size,
                                      static_cast<std::int32_t>(tag.type)));
  }
  std::vector<double> values;
  values.reserve(tag.size / width);
  for (std::uint64_t at = 0; at < tag.size; at += width) {
    values.push_back(fif_number(input_.view(tag.position + at, width).data(), tag.type, big_endian_));
  }
  return values;
}

double FifTags::number(const FifTag& tag) {
  const std::size_t width = fif_width(tag.type);
  if (width == 0 || tag.size != width) {
    throw input_.bad_file(fmt::format("the tag {} at byte {} has {} bytes of type {}; it must hold one number",
                                      static_cast<std::int32_t>(tag.kind), tag.position - kTagHead, tag.size,
                                      static_cast<std::int32_t>(tag.type)));
  }
  return fif_number(input_.view(tag.position, width).data(), tag.type, big_endian_);
}

std::int32_t FifTags::integer(const FifTag& tag) {
  if (tag.type == FifType::float32 || tag.size != sizeof(std::int32_t)) {
    throw input_.bad_file(fmt::format("the tag {} at byte {} has {} bytes of type {}; it must hold a whole number of 4",
                                      static_cast<std::int32_t>(tag.kind), tag.position - kTagHead, tag.size,
                                      static_cast<std::int32_t>(tag.type)));
  }
  return static_cast<std::int32_t>(
      bits_at<std::uint32_t>(input_.view(tag.position, sizeof(std::int32_t)).data(), big_endian_));
}

std::string FifTags::text(const FifTag& tag) {
  std::string content;
  content.reserve(tag.size);
  while (content.size() < tag.size) {
    const std::size_t length = std::min<std::size_t>(tag.size - content.size(), Input::kWindow);
    content += input_.text(tag.position + content.size(), length);
  }
  return content;
}

bool begins_like_fif(std::string_view first_bytes) {
  return first_bytes.starts_with(kBigEndianFif) || first_bytes.starts_with(kLittleEndianFif);
}

std::size_t fif_width(FifType type) {
  switch (type) {
    case FifType::int16:
    case FifType::dau_pack16:
      return 2;
    case FifType::int32:
    case FifType::float32:
      return 4;
    case FifType::float64:
      return 8;
    default:
      return 0;
  }
}

double fif_number(const std::byte* bytes, FifType type, bool big_endian) {
  switch (type) {
    case FifType::int32:
      return number_at<std::int32_t, std::uint32_t>(bytes, big_endian);
    case FifType::float32:
      return number_at<float, std::uint32_t>(bytes, big_endian);
    case FifType::float64:
      return number_at<double, std::uint64_t>(bytes, big_endian);
    default:
      return number_at<std::int16_t, std::uint16_t>(bytes, big_endian);
  }
}

namespace {

constexpr std::string_view kReference = "&#", kColon = "{COLON}";

// The character of "&#8230;"; only those that Latin-1 lacks are written so.
std::optional<std::uint32_t> character_of(std::string_view digits) {
  const auto code = to_integer(digits);
  const bool is_surrogate = code && *code >= 0xd800 && *code <= 0xdfff;
  if (!code || is_surrogate || *code < 0x100 || *code > 0x10ffff) return std::nullopt;
  return static_cast<std::uint32_t>(*code);
}

}  // namespace

std::string fif_text(std::string_view content) {
  const std::string text = to_utf8(content.substr(0, content.find('\0')));
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find(kReference, at);
    const std::size_t end = begin == std::string::npos ? begin : text.find(';', begin);
    if (end == std::string::npos) return result + text.substr(at);
    const auto digits = std::string_view(text).substr(begin + kReference.size(), end - begin - kReference.size());
    const auto character = character_of(digits);
    result += text.substr(at, begin - at);
    if (character) {
      append_character(*character, result);
      at = end + 1;
    } else {
      result += kReference;
      at = begin + kReference.size();
    }
  }
  return result;
}

std::vector<std::string> fif_names(std::string_view content) {
  std::vector<std::string> names;
  if (content.empty()) return names;
  for (std::size_t begin = 0; begin <= content.size();) {
    const std::size_t end = std::min(content.find(':', begin), content.size());
    std::string name = fif_text(content.substr(begin, end - begin));
    for (std::size_t at = name.find(kColon); at != std::string::npos; at = name.find(kColon, at)) {
      name.replace(at++, kColon.size(), ":");
    }
    names.push_back(std::move(name));
    begin = end + 1;
  }
  return names;
}

}  // namespace biotropy::files
