// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "biotropy/files/formats/mat/mat5_stream_internal.hpp"
#include "biotropy/files/formats/number_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kUnpackedPiece = 65'536;
constexpr std::uint32_t kMatrixTag = 14;
constexpr std::uint64_t kStreamTagBytes = 8, kLongestStreamText = 65'536;

}  // namespace

Mat5Stream::Mat5Stream(Input& input, const MatElement& element, bool big_endian)
    : input_(input), element_(element), big_endian_(big_endian), end_(element.length) {
  if (!element.compressed) return;
  unpacked_.resize(kUnpackedPiece);
  if (inflateInit(&zlib_) != Z_OK) throw std::bad_alloc();
  try {
    if (word() != kMatrixTag) throw fault("no array is in it");
    const std::uint64_t length = word();
    end_ = position_ + length;
  } catch (...) {
    inflateEnd(&zlib_);
    throw;
  }
}

Mat5Stream::~Mat5Stream() {
  if (element_.compressed) inflateEnd(&zlib_);
}

void Mat5Stream::read(std::byte* to, std::size_t count) {
  while (count > 0) {
    if (ready_.empty() && !next_piece()) throw fault("it ends early");
    const std::size_t part = std::min(count, ready_.size());
    to = std::copy_n(ready_.begin(), part, to);
    ready_ = ready_.subspan(part);
    count -= part;
    position_ += part;
  }
}

void Mat5Stream::skip(std::uint64_t count) {
  while (count > 0) {
    if (ready_.empty() && !element_.compressed) {
      if (count > element_.length - consumed_) throw fault("it ends early");
      consumed_ += count;
      position_ += count;
      return;
    }
    if (ready_.empty() && !next_piece()) throw fault("it ends early");
    const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(count, ready_.size()));
    ready_ = ready_.subspan(part);
    count -= part;
    position_ += part;
  }
}

std::uint32_t Mat5Stream::word() {
  std::byte bytes[4];
  read(bytes, sizeof bytes);
  return bits_at<std::uint32_t>(bytes, big_endian_);
}

// Up to four bytes of data share the eight bytes of their tag.
Mat5Tag Mat5Stream::tag() {
  const std::uint32_t first = word();
  const std::uint32_t small_length = first >> 16;
  if (small_length > 4) throw fault(fmt::format("a small piece of {} bytes", small_length));
  if (small_length > 0) return {first & 0xffff, small_length, 4};
  const std::uint64_t length = word();
  return {first, length, (length + kStreamTagBytes - 1) / kStreamTagBytes * kStreamTagBytes};
}

std::string Mat5Stream::text(const Mat5Tag& tag) {
  if (tag.length > kLongestStreamText) throw fault(fmt::format("a name of {} bytes", tag.length));
  std::string bytes(static_cast<std::size_t>(tag.length), '\0');
  read(reinterpret_cast<std::byte*>(bytes.data()), bytes.size());
  skip(tag.padded - tag.length);
  return bytes;
}

void Mat5Stream::finish() {
  if (!element_.compressed) return;
  do {
    position_ += ready_.size();
    if (position_ > end_) throw fault("more bytes follow than it announces");
  } while (next_piece());
}

Error Mat5Stream::fault(std::string_view what) const {
  return input_.bad_file(
      fmt::format("the variable at byte {} is damaged: {}", element_.offset - kStreamTagBytes, what));
}

bool Mat5Stream::view() {
  const std::uint64_t left = element_.length - consumed_;
  ready_ =
      input_.view(element_.offset + consumed_, static_cast<std::size_t>(std::min<std::uint64_t>(kUnpackedPiece, left)));
  consumed_ += ready_.size();
  return !ready_.empty();
}

bool Mat5Stream::unpack() {
  if (ended_) return false;
  zlib_.next_out = reinterpret_cast<Bytef*>(unpacked_.data());
  zlib_.avail_out = kUnpackedPiece;
  while (zlib_.avail_out == kUnpackedPiece && !ended_) {
    if (packed_.empty()) {
      if (!view()) throw fault("its compressed bytes end early");
      packed_ = ready_;
    }
    zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed_.data()));
    zlib_.avail_in = static_cast<uInt>(packed_.size());
    const int answer = inflate(&zlib_, Z_NO_FLUSH);
    packed_ = packed_.last(zlib_.avail_in);
    ended_ = answer == Z_STREAM_END;
    if (answer != Z_OK && !ended_) throw fault("its compressed bytes are damaged");
  }
  ready_ = std::span<const std::byte>(unpacked_).first(kUnpackedPiece - zlib_.avail_out);
  return !ready_.empty();
}

}  // namespace biotropy::files
