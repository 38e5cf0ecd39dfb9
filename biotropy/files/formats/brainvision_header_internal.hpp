// SPDX-License-Identifier: Apache-2.0
//
// Header and markers of a BrainVision recording: lines "key=value" in sections "[Name]"; lines that begin with ';' are
// comments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

enum class BrainVisionNumbers { int16, uint16, int32, float32, float64, text };

struct BrainVisionChannel {
  std::string label, unit;
  double resolution = 1.0;  ///< units per step
};

struct BrainVisionHeader {
  std::string data_file;    ///< as the header names it
  std::string marker_file;  ///< empty: none
  double rate = 0.0;
  BrainVisionNumbers numbers = BrainVisionNumbers::int16;
  bool big_endian = false;
  bool vectorised = false;                 ///< all samples of a channel before those of the next one
  std::optional<std::uint64_t> n_samples;  ///< of a channel, as announced
  bool is_segmented = false;               ///< an export of segments, one behind the other
  std::uint64_t segment_length = 0;        ///< samples; 0: not told
  bool decimal_comma = false;              ///< text alone, as the next two
  std::uint64_t skipped_lines = 0, skipped_columns = 0;
  std::vector<BrainVisionChannel> channels;
};

enum class BrainVisionPart { header, markers };

/// What the first line of a file says that it is; nothing for another file.
std::optional<BrainVisionPart> brainvision_part(std::string_view first_bytes);

/// @param stem stands for "$b" in the names of files.
/// @throws Error bad_file, unsupported naming the entry.
BrainVisionHeader read_brainvision_header(Input& input, const std::string& stem);

/// Adds the annotations, and the gaps of markers and header to every channel.
/// @throws Error bad_file naming the entry.
void read_brainvision_markers(Input& input, const BrainVisionHeader& header, series::Recording& recording);

/// Adds the gaps that the header tells of a recording without markers.
/// @throws Error bad_file if it does not tell where its segments begin.
void add_brainvision_segments(const BrainVisionHeader& header, series::Recording& recording);

/// Makes the channels, and fills those that are needed.
/// @throws Error bad_file, unsupported, out_of_memory.
void read_brainvision_samples(const BrainVisionHeader& header, Input& input, const OpenOptions& options,
                              series::Recording& recording);

}  // namespace biotropy::files
