// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <new>
#include <vector>

#include "biotropy/files/mat_check_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kUnpackedPiece = 65'536;
constexpr std::uint32_t kInt8 = 1, kInt32 = 5, kUint32 = 6, kMatrix = 14;
constexpr std::uint64_t kTag = 8;

// Bytes of one number as it is stored; 0 for what is no number.
std::uint64_t stored_size(std::uint32_t type) {
  switch (type) {
    case 1:
    case 2:
      return 1;  // int8, uint8
    case 3:
    case 4:
      return 2;  // int16, uint16
    case 5:
    case 6:
    case 7:
      return 4;  // int32, uint32, single
    case 9:
    case 12:
    case 13:
      return 8;  // double, int64, uint64
    default:
      return 0;
  }
}

// The content of an element from left to right, unpacked on the way.
class Content {
 public:
  Content(Input& input, const MatElement& element) : input_(input), element_(element), unpacked_(kUnpackedPiece) {
    if (element.compressed && inflateInit(&stream_) != Z_OK) throw std::bad_alloc();
  }
  ~Content() {
    if (element_.compressed) inflateEnd(&stream_);
  }
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;

  void read(std::byte* to, std::size_t count) {
    while (count > 0) {
      if (ready_.empty() && !next_piece()) throw input_.bad_file("a variable ends in front of its numbers");
      const std::size_t part = std::min(count, ready_.size());
      to = std::copy_n(ready_.begin(), part, to);
      ready_ = ready_.subspan(part);
      count -= part;
    }
  }

  void skip(std::uint64_t count) {
    std::byte dropped[256];
    for (; count > 0; count -= std::min<std::uint64_t>(count, sizeof dropped)) {
      read(dropped, static_cast<std::size_t>(std::min<std::uint64_t>(count, sizeof dropped)));
    }
  }

  /// Bytes from here to the end, or a number above `enough` as soon as there are more: a small file can unpack to
  /// very much.
  std::uint64_t rest(std::uint64_t enough) {
    if (!element_.compressed) return ready_.size() + element_.length - consumed_;
    std::uint64_t count = ready_.size();
    while (count <= enough && next_piece()) count += ready_.size();
    return count;
  }

 private:
  bool next_piece() { return element_.compressed ? unpack() : view(); }

  bool view() {
    const std::uint64_t left = element_.length - consumed_;
    ready_ = input_.view(element_.offset + consumed_,
                         static_cast<std::size_t>(std::min<std::uint64_t>(kUnpackedPiece, left)));
    consumed_ += ready_.size();
    return !ready_.empty();
  }

  bool unpack() {
    if (ended_) return false;
    stream_.next_out = reinterpret_cast<Bytef*>(unpacked_.data());
    stream_.avail_out = kUnpackedPiece;
    while (stream_.avail_out == kUnpackedPiece && !ended_) {
      if (packed_.empty() && !view()) throw damaged();
      if (packed_.empty()) packed_ = ready_;
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed_.data()));
      stream_.avail_in = static_cast<uInt>(packed_.size());
      const int answer = inflate(&stream_, Z_NO_FLUSH);
      packed_ = packed_.last(stream_.avail_in);
      ended_ = answer == Z_STREAM_END;
      if (answer != Z_OK && !ended_) throw damaged();
    }
    ready_ = std::span<const std::byte>(unpacked_).first(kUnpackedPiece - stream_.avail_out);
    return !ready_.empty();
  }

  Error damaged() const { return input_.bad_file("a compressed variable is damaged"); }

  Input& input_;
  const MatElement& element_;
  std::vector<std::byte> unpacked_;
  std::span<const std::byte> ready_, packed_;
  std::uint64_t consumed_ = 0;
  z_stream stream_ = {};
  bool ended_ = false;
};

class Checker {
 public:
  Checker(Input& input, const MatElement& element, bool big_endian)
      : input_(input), element_(element), content_(input, element), big_endian_(big_endian) {}

  void check(std::uint64_t rows, std::uint64_t columns) {
    if (element_.compressed && word() != kMatrix) throw fault("no array is in it");
    if (element_.compressed) word();
    const Tag flags = tag();
    if (flags.type != kUint32) throw fault("its flags are missing");
    content_.skip(flags.padded);
    const Tag dimensions = tag();
    if (dimensions.type != kInt32 || dimensions.length != 8) throw fault("its dimensions are missing");
    if (word() != rows || word() != columns) throw fault("its dimensions are ambiguous");
    const Tag name = tag();
    if (name.type != kInt8) throw fault("its name is missing");
    content_.skip(name.padded);
    const Tag numbers = tag();
    const std::uint64_t size = stored_size(numbers.type);
    if (size == 0 || numbers.length / size != rows * columns || numbers.length % size != 0) {
      throw fault(
          fmt::format("{} bytes of type {} are not {} x {} numbers", numbers.length, numbers.type, rows, columns));
    }
    const std::uint64_t rest = content_.rest(numbers.padded);
    if (rest < numbers.length || rest > std::max(numbers.padded, numbers.length)) {
      throw fault(fmt::format("its numbers have {} bytes, but {} or more follow", numbers.length, rest));
    }
  }

 private:
  struct Tag {
    std::uint32_t type = 0;
    std::uint64_t length = 0;
    std::uint64_t padded = 0;  // bytes to the next tag
  };

  std::uint32_t word() {
    std::byte bytes[4];
    content_.read(bytes, sizeof bytes);
    std::uint32_t value = 0;
    for (std::size_t k = 0; k < sizeof bytes; ++k) {
      value = (value << 8) | std::to_integer<std::uint32_t>(bytes[big_endian_ ? k : 3 - k]);
    }
    return value;
  }

  // Up to four bytes of data share the eight bytes of their tag.
  Tag tag() {
    const std::uint32_t first = word();
    const std::uint32_t small_length = first >> 16;
    if (small_length > 0) return {first & 0xffff, small_length, 4};
    const std::uint64_t length = word();
    return {first, length, (length + kTag - 1) / kTag * kTag};
  }

  Error fault(std::string_view what) const {
    return input_.bad_file(fmt::format("the variable at byte {} is damaged: {}", element_.offset - kTag, what));
  }

  Input& input_;
  const MatElement& element_;
  Content content_;
  bool big_endian_;
};

}  // namespace

void check_mat_element(Input& input, const MatElement& element, bool big_endian, std::uint64_t rows,
                       std::uint64_t columns) {
  Checker(input, element, big_endian).check(rows, columns);
}

}  // namespace biotropy::files
