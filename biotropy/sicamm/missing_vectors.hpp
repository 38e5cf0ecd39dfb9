// SPDX-License-Identifier: Apache-2.0
//
// Vectors that are missing, because one of their numbers is not finite: a sample is missing, or a channel has no power,
// as that of an electrode that is off. A model then knows nothing of that time, and labels there follow from the chain
// alone.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

class MissingVectors {
 public:
  explicit MissingVectors(const Model& model);

  /// Allocates nothing.
  void add(std::span<const double> vector);

  std::size_t count() const { return count_; }
  std::size_t missing() const { return missing_; }

  /// Missing vectors since the last one that is not.
  std::size_t run() const { return run_; }

  /// How many are missing, and by which channels; nothing if none is.
  std::optional<Notice> fault() const;

 private:
  std::vector<std::string> channels_;  // recorded; none where a number belongs to no single channel
  bool has_features_;
  std::size_t numbers_ = 1;           // of a channel
  std::vector<std::size_t> vectors_;  // of each channel, that it makes missing
  std::size_t count_ = 0, missing_ = 0, run_ = 0;
};

/// What is wrong with the vectors [vector * numbers + number] of a recording: that of MissingVectors, and
/// null_space_faults().
Notices vector_faults(const Model& model, std::span<const double> vectors);

}  // namespace biotropy::sicamm
