// SPDX-License-Identifier: Apache-2.0
//
// Whether a recording varies in the directions of a model and in no others. One with another reference, or with other
// components removed, does not: what it has in the directions that the model leaves out is ignored, and densities are
// wrong in those that it lacks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

/// Share of the variance of a channel that may lie in the null space: more than quantisation and rounding leave there,
/// and less than another reference or a removed component does.
constexpr double kMostShareOfNullSpace = 0.01;

/// Adds up, for samples that come one after the other, how much of each channel lies in the null space of a model.
class NullSpaceShare {
 public:
  explicit NullSpaceShare(const Model& model);

  /// Samples that are not finite are ignored. Allocates nothing.
  void add(std::span<const double> sample);

  /// Number of samples so far; 0 for a model that leaves nothing out, as nothing is added up.
  std::size_t count() const { return count_; }

  /// What is wrong, if more of a channel lies there than kMostShareOfNullSpace.
  std::optional<Notice> fault() const;

 private:
  struct Sums {
    std::vector<double> values, squares;
    void add(std::size_t channel, double value);
    double variance(std::size_t channel, double count) const;
  };

  std::vector<std::string> channels_;
  std::vector<double> null_space_, first_, left_out_;
  Sums samples_, ignored_;
  std::size_t count_ = 0;
};

/// What is wrong with the samples [sample * channels + channel] of a recording; nothing if it varies in all directions
/// of the model and, but for kMostShareOfNullSpace, in no others. At most 2^16 samples, equally spaced, are examined,
/// and the directions only if these are more than the channels.
Notices null_space_faults(const Model& model, std::span<const double> samples);

}  // namespace biotropy::sicamm
