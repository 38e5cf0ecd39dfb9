// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/npy_header_internal.hpp"
#include "biotropy/files/formats/number_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

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
