// SPDX-License-Identifier: Apache-2.0
//
// The matrices of a scale from those of its starts: the only one, the means of their values (Wu et al. 2013), or the
// values of their summed counts (Wu et al. 2014; for memberships, of their summed means: Azami et al. 2017).
#pragma once

#include <vector>

#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/pairwise.hpp"

namespace biotropy::entropy {

class MatricesOfStarts {
 public:
  /// @param starts how many are added.
  MatricesOfStarts(const MultiscaleParameters& parameters, std::size_t starts);

  /// @param one matrices of Keep::epochs.
  void add(Pairwise one);

  Pairwise get();

 private:
  void add_values(const Pairwise& one);
  void add_counts_of(const Pairwise& one);
  void add_reasons(const Pairwise& one);

  const MultiscaleParameters& parameters_;
  std::size_t starts_, added_ = 0;
  Pairwise all_;
  std::vector<double> ratios_m_, ratios_m1_;  // rcmse: sums over the starts
  std::vector<std::uint64_t> pairs_m1_;       // the same
  std::vector<std::size_t> unusable_;         // starts with a reason, for each series
};

}  // namespace biotropy::entropy
