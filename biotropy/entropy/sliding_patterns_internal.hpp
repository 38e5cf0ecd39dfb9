// SPDX-License-Identifier: Apache-2.0
//
// Counts of the ordinal patterns in a window that slides: a sample brings one template and takes one, however long the
// window is. Defined in permutation.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/entropy/entropy.hpp"

namespace biotropy::entropy {

class SlidingPatterns {
 public:
  /// Whether the patterns are few, and none has a weight.
  static bool suit(const Parameters& parameters);

  explicit SlidingPatterns(const Parameters& parameters);

  std::size_t samples_of_template() const { return samples_of_template_; }
  void add(Samples of_template) { ++counts_[code(of_template)]; }
  void remove(Samples of_template) { --counts_[code(of_template)]; }
  Entropy value() const;
  void clear() { counts_.assign(counts_.size(), 0); }

 private:
  std::size_t code(Samples of_template) const;

  Parameters parameters_;
  std::size_t samples_of_template_;
  std::vector<std::uint64_t> counts_;  // the last one: templates that touch a missing sample
};

}  // namespace biotropy::entropy
