// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "biotropy/files/formats/npy_header_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

// NumPy pads headers to 64 bytes; numpy.save stays far below this for plain arrays.
constexpr std::uint64_t kLongestHeader = 65'536;
constexpr std::size_t kMostDimensions = 32;

// Parses the dictionary from left to right; every step succeeds or reports the text at fault.
class Dictionary {
 public:
  Dictionary(const Input& input, std::string_view text) : input_(input), rest_(text) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      const std::string key = string();
      expect(':');
      value_of(key);
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!has_descr_ || !has_order_ || !has_shape_) {
      throw fault("the header must have the keys 'descr', 'fortran_order' and 'shape'");
    }
    return header_;
  }

 private:
  Error fault(std::string_view what) const { return input_.bad_file(fmt::format("{}; at {}", what, in_quotes(rest_))); }

  void skip_blanks() {
    const std::size_t begin = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(begin == std::string_view::npos ? rest_.size() : begin);
  }

  bool accept(char c) {
    skip_blanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char c) {
    if (!accept(c)) throw fault(fmt::format("'{}' is missing in the header", c));
  }

  bool accept_word(std::string_view word) {
    skip_blanks();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::string string() {
    skip_blanks();
    const char quote = rest_.empty() ? '\0' : rest_.front();
    if (quote != '\'' && quote != '"') throw fault("a key or text of the header has no quotes");
    const std::size_t end = rest_.find(quote, 1);
    if (end == std::string_view::npos) throw fault("a text in the header has no end");
    std::string text(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return text;
  }

  std::uint64_t number() {
    skip_blanks();
    std::uint64_t value = 0;
    const auto [end, failure] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (failure != std::errc()) throw fault("a dimension is not a whole number");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    accept('L');  // long integers of Python 2
    return value;
  }

  void shape() {
    expect('(');
    header_.shape.clear();
    while (!accept(')')) {
      if (header_.shape.size() == kMostDimensions) throw fault("the array has more than 32 dimensions");
      header_.shape.push_back(number());
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
  }

  void value_of(const std::string& key) {
    if (key == "descr") {
      skip_blanks();
      if (rest_.starts_with('[')) {
        throw input_.error(ErrorCode::unsupported, "a structured array: save one plain array of numbers");
      }
      header_.descr = string();
      has_descr_ = true;
    } else if (key == "fortran_order") {
      header_.fortran_order = accept_word("True");
      if (!header_.fortran_order && !accept_word("False")) throw fault("'fortran_order' is neither True nor False");
      has_order_ = true;
    } else if (key == "shape") {
      shape();
      has_shape_ = true;
    } else {
      throw fault(fmt::format("the header has the unknown key {}", in_quotes(key)));
    }
  }

  const Input& input_;
  std::string_view rest_;
  NpyHeader header_;
  bool has_descr_ = false, has_order_ = false, has_shape_ = false;
};

}  // namespace

NpyHeader read_npy_header(Input& input) {
  constexpr std::size_t kVersionEnd = 8;
  if (input.size() < kVersionEnd || !input.text(0, kVersionEnd).starts_with(kNpyMagic)) {
    throw input.bad_file("a .npy file begins with '\\x93NUMPY' and its version");
  }
  const auto major = static_cast<unsigned char>(input.text(0, kVersionEnd)[kNpyMagic.size()]);
  if (major < 1 || major > 3) {
    throw input.error(ErrorCode::unsupported, fmt::format(".npy version {}: 1, 2 and 3 are read", major));
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  if (input.size() < kVersionEnd + length_bytes) throw input.bad_file("the file ends inside its header");
  std::uint64_t length = 0;
  const auto bytes = input.view(kVersionEnd, length_bytes);
  for (std::size_t k = length_bytes; k-- > 0;) length = (length << 8) | std::to_integer<std::uint64_t>(bytes[k]);
  const std::uint64_t begin = kVersionEnd + length_bytes;
  if (length > input.size() - begin) {
    throw input.bad_file(fmt::format("the header announces {} bytes, but {} follow", length, input.size() - begin));
  }
  if (length > kLongestHeader) {
    throw input.bad_file(fmt::format("a header of {} bytes; at most {} are read", length, kLongestHeader));
  }
  const std::string text(input.text(begin, static_cast<std::size_t>(length)));
  NpyHeader header = Dictionary(input, text).parse();
  header.data_offset = begin + length;
  return header;
}

}  // namespace biotropy::files
