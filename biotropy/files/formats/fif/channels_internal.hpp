// SPDX-License-Identifier: Apache-2.0
//
// Channels of a FIF file, and the numbers of kinds, coils and units as words.
#pragma once

#include <cstdint>
#include <string>

namespace biotropy::files {

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

}  // namespace biotropy::files
