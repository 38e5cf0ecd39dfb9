// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <new>
#include <string>
#include <vector>

#include "biotropy/files/formats/gzip_lines_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kPiece = 65'536;
constexpr std::size_t kLongestPackedLine = std::size_t{1} << 20;
constexpr int kGzipOnly = 16 + MAX_WBITS;

class Inflation {
 public:
  explicit Inflation(Input& input) : input_(input), text_(kPiece) {
    if (inflateInit2(&zlib_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Inflation() { inflateEnd(&zlib_); }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;

  /// The next piece of the text; empty at its end.
  std::string_view next() {
    while (true) {
      if (at_end_of_member_) {
        if (consumed_ == input_.size()) return {};
        inflateReset(&zlib_);
        at_end_of_member_ = false;
      }
      // Without more bytes, text may still wait inside zlib when the last piece was full.
      if (consumed_ == input_.size() && !was_full_) throw input_.bad_file("the compressed text ends early");
      const auto packed = input_.view(consumed_, std::min<std::uint64_t>(kPiece, input_.size() - consumed_));
      // zlib takes a pointer to what it does not change.
      zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
      zlib_.avail_in = static_cast<uInt>(packed.size());
      zlib_.next_out = reinterpret_cast<Bytef*>(text_.data());
      zlib_.avail_out = static_cast<uInt>(text_.size());
      const int outcome = inflate(&zlib_, Z_NO_FLUSH);
      consumed_ += packed.size() - zlib_.avail_in;
      if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
      if (outcome != Z_OK && outcome != Z_STREAM_END && outcome != Z_BUF_ERROR) {
        throw input_.bad_file(fmt::format("it is not compressed with gzip, or damaged ({})",
                                          zlib_.msg == nullptr ? "no reason is known" : zlib_.msg));
      }
      at_end_of_member_ = outcome == Z_STREAM_END;
      was_full_ = zlib_.avail_out == 0;
      const std::size_t length = text_.size() - zlib_.avail_out;
      if (length > 0) return {text_.data(), length};
    }
  }

 private:
  Input& input_;
  z_stream zlib_{};
  std::vector<char> text_;
  std::uint64_t consumed_ = 0;
  bool at_end_of_member_ = false, was_full_ = false;
};

}  // namespace

void each_gzip_line(Input& input, const std::function<void(std::string_view, std::uint64_t)>& visit) {
  Inflation inflation(input);
  std::string line;
  std::uint64_t number = 0;
  const auto end_line = [&] {
    if (line.ends_with('\r')) line.pop_back();
    visit(line, ++number);
    line.clear();
  };
  for (std::string_view piece = inflation.next(); !piece.empty(); piece = inflation.next()) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      line.append(piece.substr(0, end));
      if (line.size() > kLongestPackedLine) {
        throw input.bad_file(fmt::format("line {} is longer than {} characters", number + 1, kLongestPackedLine));
      }
      if (end == std::string_view::npos) break;
      end_line();
      piece.remove_prefix(end + 1);
    }
  }
  if (!line.empty()) end_line();
}

}  // namespace biotropy::files
