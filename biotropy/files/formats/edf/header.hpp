// SPDX-License-Identifier: Apache-2.0
//
// Header of EDF, EDF+, BDF and BDF+ (Kemp et al. 1992; Kemp and Olivan 2003): 256 bytes for the recording and 256 for
// every signal, all text in fields of fixed width. Headers are often wrong, so the number of records comes from the
// file size, and every number is checked before use.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::files {

struct EdfSignal {
  std::string label;
  std::string unit;
  std::uint64_t samples_per_record = 0;
  bool annotations = false;

  /// False if the header gives no usable range: samples are then the digital values.
  bool scaled = false;
  double digital_min = 0.0, digital_max = 0.0;
  double physical_min = 0.0, physical_max = 0.0;
};

enum class EdfTime {
  plain,         ///< EDF and BDF: records follow each other
  continuous,    ///< EDF+C: contiguous too, and records carry their onset
  discontinuous  ///< EDF+D: time may be missing between records
};

struct EdfHeader {
  bool is_bdf = false;
  EdfTime time = EdfTime::plain;
  std::optional<std::chrono::sys_time<std::chrono::microseconds>> start;  ///< nothing if it is not told
  std::vector<EdfSignal> signals;
  double record_duration = 0.0;  ///< seconds; 0 if the header gives none
  double duration_step = 0.0;    ///< seconds by which that may be rounded, as it has many digits
  std::uint64_t n_records = 0;   ///< number of complete records
  bool size_fits = true;         ///< the file has the size that follows from its header
  std::uint64_t record_bytes = 0;
  std::uint64_t header_bytes = 0;

  std::size_t sample_bytes() const { return is_bdf ? 3 : 2; }
};

/// True if the first bytes can only be those of EDF or BDF.
bool begins_like_edf(std::string_view first_bytes);

/// Appends to `notices` the faults of the header and how it was read. @throws Error bad_file if nothing can be read.
EdfHeader read_edf_header(Input& input, Notices& notices);

}  // namespace biotropy::files
