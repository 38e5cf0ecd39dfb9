// SPDX-License-Identifier: Apache-2.0
//
// One file of a raw FIF recording: everything but the samples, and where these are. A long recording goes on in further
// files, each of which names the next one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/formats/fif/tags_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

// Channels of a FIF file, and the numbers of kinds, coils and units as words.

struct FifChannel {
  std::string label;
  std::string short_label;  ///< at most 15 bytes; used in lists of bad channels
  std::int32_t kind = 0;
  std::int32_t coil = 0;  ///< the coil in the lower 16 bits, the grade of compensation in the upper ones
  double range = 1.0, calibration = 1.0;
  std::int32_t unit = -1;

  /// Value of one step, or of 1.0; a sample is multiplied by it.
  double factor() const { return range * calibration; }

  /// Grade of CTF's gradient compensation; 0 for none.
  std::int32_t compensation() const { return coil >> 16; }
  bool is_meg() const { return kind == 1; }
};

/// As BIDS names it: "MEGMAG", "EEG", "TRIG"; "OTHER" for unknown kinds.
std::string fif_type(const FifChannel& channel);

/// "V", "T/m"; empty if unknown. The unit multiplier of the file is a hint for displays: samples times factor() are in
/// V, whatever it is, as in MNE.
std::string fif_unit(const FifChannel& channel);

/// Samples without a gap between them: all channels at one instant, then at the next one.
struct FifBuffer {
  FifType type;
  std::uint64_t position;   ///< in the file
  std::uint64_t n_samples;  ///< of every channel
  std::int64_t first;       ///< sample number from the start of the acquisition
};

/// Annotations as they are stored: times in seconds since `origin`.
struct FifAnnotations {
  std::vector<double> onsets, ends;
  std::vector<std::string> texts;
  std::optional<double> origin;  ///< seconds since 1970; nothing: the recording's own start
};

struct FifPart {
  bool big_endian = true;
  std::vector<FifChannel> channels;
  double rate = 0.0;
  std::vector<FifBuffer> buffers;   ///< none is empty
  bool starts_at_a_number = false;  ///< the file gives the number of its first sample
  std::vector<std::string> bads;    ///< labels
  std::optional<double> date;       ///< seconds since 1970
  FifAnnotations annotations;
  bool has_compensation = false;  ///< CTF's coefficients are in the file
  std::string next_name;          ///< of the file in which the recording goes on; empty if unknown
  std::optional<std::int32_t> next_number;
  bool is_shielded = false;  ///< its samples are those of internal active shielding (MaxShield)
  bool cut = false;          ///< the file ends inside a tag or its samples
};

/// @throws Error bad_file; unsupported for files without raw samples, and unless `allow_maxshield` for samples that
/// were recorded with internal active shielding.
FifPart read_fif_part(Input& input, bool allow_maxshield);

/// The annotations of a recording that begins with the sample `first` and lasts so many seconds, gaps included; those
/// outside are left out and the others limited to it, as MNE has it.
void add_fif_annotations(const FifPart& part, std::int64_t first, double seconds, series::Recording& recording);

}  // namespace biotropy::files
