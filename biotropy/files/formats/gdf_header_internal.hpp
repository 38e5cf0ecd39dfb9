// SPDX-License-Identifier: Apache-2.0
//
// Header of GDF: 256 bytes for the recording and 256 for every signal, as binary numbers in little endian. Version 1
// (1.00 to 1.25) and 2 (from 1.90) put their fields at different places.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/formats/number_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::files {

/// A type of numbers: plain integers of 8 to 64 bits, float and double.
struct GdfType {
  std::int32_t number;
  std::size_t width;  ///< bytes
  double (*decode)(const std::byte* bytes);
};

struct GdfSignal {
  std::string label;
  std::string unit;
  std::uint64_t samples_per_record = 0;
  const GdfType* type = nullptr;
  /// Nothing if the header gives no usable range: samples are then the digital values.
  std::optional<DigitalRange> range;
};

struct GdfHeader {
  double version = 0.0;
  std::vector<GdfSignal> signals;
  std::uint32_t duration_numerator = 0,
                duration_denominator = 0;  ///< of a record in seconds; 0: the header does not tell
  std::uint64_t n_records = 0;             ///< complete records in the file
  bool complete = true;                    ///< the file holds all records that the header announces
  std::uint64_t header_bytes = 0, record_bytes = 0;

  bool is_second() const { return version >= 1.9; }
  bool has_duration() const { return duration_numerator > 0 && duration_denominator > 0; }
  std::uint64_t data_end() const { return header_bytes + n_records * record_bytes; }
};

/// True if the first bytes are those of GDF.
bool begins_like_gdf(std::string_view first_bytes);

/// Appends to `notices` the faults of the header and how it was read. @throws Error bad_file, unsupported.
GdfHeader read_gdf_header(Input& input, Notices& notices);

/// Unit of a code of ISO/IEEE 11073-10101 ("uV" of 4275); nothing for an unknown code.
std::optional<std::string> gdf_unit(std::uint16_t code);

}  // namespace biotropy::files
