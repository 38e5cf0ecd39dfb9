// SPDX-License-Identifier: Apache-2.0
//
// How the numbers of a two-dimensional array, in the order of the file, become the channels of a recording.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// More channels than any device has; a table turned the wrong way must not become a million little vectors.
constexpr std::uint64_t kMostChannels = 100'000;

struct ArrayLayout {
  std::uint64_t n_channels = 1;
  std::uint64_t n_samples = 0;
  bool channels_vary_fastest = false;  ///< the file goes through all channels before the next sample
};

/// @param rows_vary_fastest column-major order, as MATLAB and Fortran write.
/// @throws Error unsupported for more than kMostChannels channels.
ArrayLayout layout_of(const Input& input, std::uint64_t rows, std::uint64_t columns, bool rows_are_channels,
                      bool rows_vary_fastest);

/// Takes the numbers piece by piece.
class ArrayFiller {
 public:
  /// Makes the channels ("ch1", "ch2", ... or the given label for a single one), with the rate of the options.
  ArrayFiller(const ArrayLayout& layout, const OpenOptions& options, const std::string& single_label,
              series::Recording& recording);

  void put(double value);

 private:
  ArrayLayout layout_;
  series::Recording& recording_;
  std::uint64_t channel_ = 0;
};

}  // namespace biotropy::files
