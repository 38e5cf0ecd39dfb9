// SPDX-License-Identifier: Apache-2.0
//
// The header of EDF, EDF+, BDF and BDF+ (Kemp et al. 1992; Kemp and Olivan 2003): 256 bytes for the recording and 256
// for every signal, all of it text in fields of fixed width. Headers lie, so the size of the file decides how many
// records there are, and every number is checked before anything follows from it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

struct EdfSignal {
  std::string label;
  std::string unit;
  std::uint64_t samples_per_record = 0;
  bool annotations = false;

  /// False where the header gives no usable range: samples are then the digital values.
  bool scaled = false;
  double digital_min = 0.0, digital_max = 0.0;
  double physical_min = 0.0, physical_max = 0.0;
};

enum class EdfTime {
  plain,         ///< EDF and BDF: records follow each other
  continuous,    ///< EDF+C: the same, and records carry their onset
  discontinuous  ///< EDF+D: time may be missing between records
};

struct EdfHeader {
  bool is_bdf = false;
  EdfTime time = EdfTime::plain;
  std::vector<EdfSignal> signals;
  double record_duration = 0.0;  ///< seconds; 0 where the header gives none
  std::uint64_t n_records = 0;   ///< complete records to be read
  bool size_fits = true;         ///< the file is as long as its header says
  std::uint64_t record_bytes = 0;
  std::uint64_t header_bytes = 0;

  std::size_t sample_bytes() const { return is_bdf ? 3 : 2; }
};

/// True where the first bytes can only be those of EDF or BDF.
bool begins_like_edf(std::string_view first_bytes);

/// Appends to `warnings` what was wrong and how it was read all the same.
/// @throws Error bad_file where nothing can be read.
EdfHeader read_edf_header(Input& input, std::vector<std::string>& warnings);

}  // namespace biotropy::files
