// SPDX-License-Identifier: Apache-2.0
//
// Where the records of an EDF or BDF file begin, and how many there are: the fields of its header, the size that it
// gives and the size of the file must agree on that.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/formats/edf/header.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::files {

constexpr std::uint64_t kEdfBlock = 256;  // bytes of the first part, and of each signal

/// Offset and width of the fields of the first part.
struct EdfField {
  std::size_t offset, width;
};
constexpr EdfField kEdfDate{168, 8}, kEdfTime{176, 8}, kEdfHeaderBytes{184, 8}, kEdfReserved{192, 44},
    kEdfRecords{236, 8}, kEdfDuration{244, 8}, kEdfSignals{252, 4};

/// Of each signal: bytes in front of its number of samples, and those of the number.
constexpr std::uint64_t kEdfBeforeSamples = 16 + 80 + 5 * 8 + 80, kEdfSamplesWidth = 8;

inline std::string_view edf_field(std::string_view block, EdfField where) {
  return trimmed(block.substr(where.offset, where.width));
}

/// A header, and whether it and the size of the file agree.
struct EdfReading {
  EdfHeader header;
  std::string size_field, records_field;
  Notices notices;
  bool fits = false;
};

/// Lets the records begin where the header says if they fit the file there, and not behind its fields: the header then
/// has something else in between. `n_places` is the size of the header by its number of signals.
void find_edf_records(const Input& input, std::uint64_t n_places, EdfReading& reading);

/// The size of the file decides; the header is only compared with it.
void count_edf_records(Input& input, EdfReading& reading);

/// @throws Error bad_file for a header with a field that is longer or shorter than the format has it, so that all
/// behind it are displaced.
void refuse_displaced_fields(Input& input);

// EDF and BDF files that were converted as text by an editor or a transfer. Their headers can still be read, but their
// samples are wrong.

/// Intact files violate the rules of text within a few bytes, so little of them is read.
/// @param announced expected file size in bytes; 0 if the header does not give it.
/// @throws Error bad_file if every byte of the file fits a conversion to UTF-8, or of line ends to CR LF.
void refuse_text_conversion(Input& input, std::uint64_t announced);

}  // namespace biotropy::files
