// SPDX-License-Identifier: Apache-2.0
//
// Which channels of a described recording are read, and the memory for their samples. Readers describe all channels
// first, with their lengths as samples that are not read; then only samples that are needed are decoded and kept.
#pragma once

#include <vector>

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

class NeededSamples {
 public:
  /// Asks the options, and makes room for the samples of the channels that are needed.
  /// @param passes_over whether samples that are not needed are passed over, not decoded.
  /// @throws Error out_of_memory if they need more memory than there can be; invalid_argument for a position beyond the
  /// channels.
  NeededSamples(const Input& input, const OpenOptions& options, series::Recording& recording, bool passes_over = false);

  bool operator[](std::size_t channel) const { return is_needed_[channel]; }
  bool any() const { return any_; }

 private:
  std::vector<bool> is_needed_;
  bool any_ = false;
};

}  // namespace biotropy::files
