// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/number_internal.hpp"
#include "biotropy/files/formats/readers.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::files {

namespace {

// The header of a .npy file: a magic word, a version, a length, and a Python dictionary in text form with the keys
// 'descr', 'fortran_order' and 'shape'.

struct NpyHeader {
  std::string descr;  ///< for example "<f8"
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
  std::uint64_t data_offset = 0;
};

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

NpyHeader read_npy_header(Input& input) {
  constexpr std::size_t kNpyVersionEnd = 8;
  if (input.size() < kNpyVersionEnd || !input.text(0, kNpyVersionEnd).starts_with(kNpyMagic)) {
    throw input.bad_file("a .npy file begins with '\\x93NUMPY' and its version");
  }
  const auto major = static_cast<unsigned char>(input.text(0, kNpyVersionEnd)[kNpyMagic.size()]);
  if (major < 1 || major > 3) {
    throw input.error(ErrorCode::unsupported, fmt::format(".npy version {}: 1, 2 and 3 are read", major));
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  if (input.size() < kNpyVersionEnd + length_bytes) throw input.bad_file("the file ends inside its header");
  std::uint64_t length = 0;
  const auto bytes = input.view(kNpyVersionEnd, length_bytes);
  for (std::size_t k = length_bytes; k-- > 0;) length = (length << 8) | std::to_integer<std::uint64_t>(bytes[k]);
  const std::uint64_t begin = kNpyVersionEnd + length_bytes;
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

constexpr std::size_t kNpyPiece = 65'536;  // a multiple of every item size

struct ItemType {
  std::string_view code;
  std::size_t size;
  double (*decode)(const std::byte*, bool big_endian);
};

constexpr ItemType kTypes[] = {
    {"f8", 8, number_at<double, std::uint64_t>},        {"f4", 4, number_at<float, std::uint32_t>},
    {"i1", 1, number_at<std::int8_t, std::uint8_t>},    {"i2", 2, number_at<std::int16_t, std::uint16_t>},
    {"i4", 4, number_at<std::int32_t, std::uint32_t>},  {"i8", 8, number_at<std::int64_t, std::uint64_t>},
    {"u1", 1, number_at<std::uint8_t, std::uint8_t>},   {"u2", 2, number_at<std::uint16_t, std::uint16_t>},
    {"u4", 4, number_at<std::uint32_t, std::uint32_t>}, {"u8", 8, number_at<std::uint64_t, std::uint64_t>},
    {"b1", 1, number_at<std::uint8_t, std::uint8_t>},
};

bool is_rounded(const ItemType& type, const std::byte* bytes, bool big_endian) {
  if (type.code != "i8" && type.code != "u8") return false;
  const auto bits = bits_at<std::uint64_t>(bytes, big_endian);
  return type.code == "i8" ? is_beyond_doubles(std::bit_cast<std::int64_t>(bits)) : is_beyond_doubles(bits);
}

const ItemType& type_of(const Input& input, const std::string& descr) {
  const bool has_order = !descr.empty() && std::string_view("<>=|").find(descr.front()) != std::string_view::npos;
  const std::string_view code = std::string_view(descr).substr(has_order ? 1 : 0);
  for (const ItemType& type : kTypes) {
    if (type.code == code) return type;
  }
  throw input.error(ErrorCode::unsupported,
                    fmt::format("numbers of type {} cannot be read; int8 to int64, uint8 to uint64, bool, float32 and "
                                "float64 can",
                                in_quotes(descr)));
}

// Bytes of the array, after checking that they lie in the file.
std::uint64_t array_bytes(const Input& input, const NpyHeader& header, std::size_t item_size) {
  const std::uint64_t available = input.size() - header.data_offset;
  std::uint64_t count = 1;
  for (const std::uint64_t dimension : header.shape) {
    if (dimension == 0)
      throw input.bad_file(fmt::format("an array of shape ({}) is empty", fmt::join(header.shape, ", ")));
    // Compared by division, because the product of hostile dimensions can overflow.
    if (dimension > available / item_size / count) {
      throw input.bad_file(
          fmt::format("an array of shape ({}) and type {} needs more than the {} bytes that follow the "
                      "header",
                      fmt::join(header.shape, ", "), in_quotes(header.descr), available));
    }
    count *= dimension;
  }
  return count * item_size;
}

void require_one_or_two_dimensions(const Input& input, const NpyHeader& header) {
  if (header.shape.size() == 1 || header.shape.size() == 2) return;
  throw input.error(
      ErrorCode::unsupported,
      fmt::format("an array of shape ({}) has {} dimensions: 1 (samples) or 2 (channels, samples) are read; "
                  "save epochs one after the other",
                  fmt::join(header.shape, ", "), header.shape.size()));
}

}  // namespace

series::Recording read_npy(Input& input, const OpenOptions& options) {
  validate(options);
  const NpyHeader header = read_npy_header(input);
  const ItemType& type = type_of(input, header.descr);
  require_one_or_two_dimensions(input, header);
  const std::uint64_t length = array_bytes(input, header, type.size);
  const bool flat = header.shape.size() == 1;
  const std::uint64_t rows = flat ? 1 : header.shape[0], columns = flat ? header.shape[0] : header.shape[1];
  const bool by_rows = flat || rows_are_channels(input, rows, columns, options.orientation);

  series::Recording recording;
  recording.path = input.name();
  recording.format = "NPY";
  OpenOptions decided = options;
  if (!flat) decided.orientation = by_rows ? Orientation::rows : Orientation::columns;
  set_decided(decided, recording);
  ArrayFiller filler(input, layout_of(input, rows, columns, by_rows, header.fortran_order), options, "ch1", recording);
  bool rounded = false;
  const bool big_endian = header.descr.front() == '>';
  for (std::uint64_t done = filler.needs_any() ? 0 : length; done < length;) {
    if (const std::uint64_t passed = filler.skip_channels(); passed > 0) {
      done += passed * type.size;
      continue;
    }
    const std::uint64_t together = std::min(filler.together() * type.size, length - done);
    const auto piece =
        input.view(header.data_offset + done, static_cast<std::size_t>(std::min<std::uint64_t>(kNpyPiece, together)));
    for (std::size_t at = 0; at < piece.size(); at += type.size) {
      const double value = type.decode(&piece[at], big_endian);
      rounded = rounded || is_rounded(type, &piece[at], big_endian);
      filler.put(value);
    }
    done += piece.size();
  }
  if (rounded) recording.notices.push_back(integers_rounded());
  const std::uint64_t rest = input.size() - header.data_offset - length;
  if (rest > 0)
    recording.notices.push_back(note("bytes_left_out", fmt::format("{} bytes after the array were left out", rest)));
  return recording;
}

}  // namespace biotropy::files
