// SPDX-License-Identifier: Apache-2.0
//
// Conversion of the numbers of a two-dimensional array, in file order, into the channels of a recording.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// More channels than any device has; a transposed table must not become a million short vectors.
constexpr std::uint64_t kMostChannels = 100'000;

struct ArrayLayout {
  std::uint64_t n_channels = 1;
  std::uint64_t n_samples = 0;
  bool channels_vary_fastest = false;  ///< the file stores all channels of a sample before the next sample
};

/// Limit up to which every integer is exact as a double.
constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
template <class Integer>
bool is_beyond_doubles(Integer value) {
  constexpr auto last = static_cast<Integer>(std::int64_t{1} << 53);
  return value > last || (std::is_signed_v<Integer> && value < -last);
}
inline Notice integers_rounded() {
  return warning("integers_rounded", "integers beyond 2^53 were rounded");
}

/// The choice of the options; otherwise the shorter side counts the channels.
/// @throws Error unsupported if the longer side is not at least twice as long, because either may be the channels.
bool rows_are_channels(const Input& input, std::uint64_t rows, std::uint64_t columns, Orientation orientation);

/// @param rows_vary_fastest column-major order, as in MATLAB and Fortran.
/// @throws Error unsupported for more than kMostChannels channels.
ArrayLayout layout_of(const Input& input, std::uint64_t rows, std::uint64_t columns, bool rows_are_channels,
                      bool rows_vary_fastest);

/// Receives the numbers piece by piece.
class ArrayFiller {
 public:
  /// Makes the channels ("ch1", "ch2", ... or the given label for a single one), with the rate of the options.
  ArrayFiller(const Input& input, const ArrayLayout& layout, const OpenOptions& options,
              const std::string& single_label, series::Recording& recording);

  /// False if no number is needed.
  bool needs_any() const { return needed_->any(); }

  /// Passes over the channels in front of the next one that is needed, where their numbers lie together.
  /// Returns the count of numbers that are passed over.
  std::uint64_t skip_channels();
  /// Numbers to put() before channels can be skipped again.
  std::uint64_t together() const;

  void put(double value);

 private:
  ArrayLayout layout_;
  series::Recording& recording_;
  std::optional<NeededSamples> needed_;  ///< set by the constructor, which describes the channels before
  std::uint64_t channel_ = 0, sample_ = 0;
};

}  // namespace biotropy::files
