// SPDX-License-Identifier: Apache-2.0
//
// Tags of a FIF file: 16 bytes (kind, type, size, position of the next tag) and a content, mostly one behind the other.
// They are followed from the first to the last, and never looked up in the directory at the end of the file, which
// aborted recordings lack.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// Kinds of tags, as the FIF standard numbers them.
enum class FifKind : std::int32_t {
  file_id = 100,
  directory_pointer = 101,
  block_start = 104,
  block_end = 105,
  ref_role = 115,
  ref_number = 117,
  ref_name = 118,
  n_channels = 200,
  rate = 201,
  channel_info = 203,
  measurement_date = 204,
  comment = 206,
  first_sample = 208,
  channel_kind = 252,
  channel_range = 253,
  channel_calibration = 254,
  channel_unit = 256,
  channel_name = 258,
  data_buffer = 300,
  data_skip = 301,
  data_skip_samples = 303,
  coil_type = 350,
  name_list = 3507,
  annotation_onset = 3568,
  annotation_end = 3569
};

/// Types of contents.
enum class FifType : std::int32_t {
  int16 = 2,
  int32 = 3,
  float32 = 4,
  float64 = 5,
  dau_pack16 = 16,
  complex64 = 20,
  complex128 = 21,
  channel_info = 30
};

struct FifTag {
  FifKind kind;
  FifType type;
  std::uint32_t size;      ///< bytes of the content
  std::uint64_t position;  ///< of the content
};

class FifTags {
 public:
  /// @throws Error bad_file if the file does not begin with the tag of a FIF file.
  explicit FifTags(Input& input);

  /// The next tag; nothing at the end. A last tag without all its bytes is not returned: see cut().
  /// @throws Error bad_file if the tags have more bytes than the file: they overlap or follow each other in a circle.
  std::optional<FifTag> next();

  /// True if the file ended inside a tag.
  bool cut() const { return cut_; }

  bool big_endian() const { return big_endian_; }

  /// After the last tag: where a buffer of samples is that no tag leads to.
  std::optional<std::uint64_t> buffer_passed_over();

  /// Content as one whole number. @throws Error bad_file for another size or type.
  std::int32_t integer(const FifTag& tag);
  /// Content as one number. @throws Error bad_file for another size or type.
  double number(const FifTag& tag);
  /// Content as numbers. @throws Error bad_file for another type.
  std::vector<double> numbers(const FifTag& tag);
  std::string text(const FifTag& tag);

 private:
  FifTag head_at(std::uint64_t begin, std::int32_t& next);

  Input& input_;
  bool big_endian_ = true;
  std::optional<std::uint64_t> position_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> runs_;  ///< bytes of tags one behind the other: begin and end
  std::uint64_t used_ = 0;                                     ///< bytes of the tags so far
  bool cut_ = false;
};

/// True if the first bytes can only be those of FIF, in either byte order.
bool begins_like_fif(std::string_view first_bytes);

/// Bytes of a number of this type; 0 for types that are no plain real numbers.
std::size_t fif_width(FifType type);

/// Number of a type with a width.
double fif_number(const std::byte* bytes, FifType type, bool big_endian);

// Texts and lists of names in FIF files: Latin-1, with "&#8230;" for other characters, ':' between names and "{COLON}"
// for one inside a name.

std::string fif_text(std::string_view content);

std::vector<std::string> fif_names(std::string_view content);

}  // namespace biotropy::files
