// SPDX-License-Identifier: Apache-2.0
//
// Epochs of some channels of an EDF or BDF recording, without a copy of the others: the samples of read_edf().
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/files/formats/edf/header.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// Channels that follow each other in every record.
struct EdfChannels {
  bool is_bdf = false;
  std::uint64_t header_bytes = 0, record_bytes = 0, n_records = 0;
  std::uint64_t skipped_bytes = 0;       ///< of a record before the first of the channels
  std::uint64_t samples_per_record = 1;  ///< of each channel
  std::vector<EdfSignal> signals;        ///< one for each channel
};

/// Writes epochs [first, last) of `length` samples to `out` as (epoch, channel, sample).
/// @throws Error invalid_argument if `out` has another size, or the recording ends before the last epoch does; bad_file
/// if the file is shorter than its header says.
void read_edf_epochs(Input& input, const EdfChannels& channels, std::uint64_t first, std::uint64_t last,
                     std::uint64_t length, std::span<double> out);

}  // namespace biotropy::files
