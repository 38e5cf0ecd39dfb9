// SPDX-License-Identifier: Apache-2.0
//
// One measure under every combination of several m and several r. The m of one r are counted together: a engine takes
// many lengths at once, and those of neighbouring m overlap. What a measure leaves out at length m, because it could
// not be one sample longer, is a handful of templates, whose matches are found one by one and taken off again. Every
// entry is that of the single call, bit for bit.
#pragma once

#include <vector>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::entropy {

struct Grid {
  std::vector<int> m{2};
  std::vector<double> r{0.2};

  /// Entries: that of m[i] and r[k] stands at i * r.size() + k.
  std::size_t size() const { return m.size() * r.size(); }
  /// The parameters of one entry: all but m and r are those given.
  Parameters at(std::size_t place, const Parameters& parameters) const;
};

/// @throws Error invalid_argument, naming the parameter: also for an empty list.
void validate(Measure measure, const Grid& grid, const Parameters& parameters);

/// @param u,v as for compute(). Where the series is too short for some of the m, their entries are NaN with the reason.
/// @throws Error as compute(); too_short only where it is too short for every m.
std::vector<Entropy> entropy_grid(Measure measure, Samples u, Samples v, const Grid& grid, const Parameters& parameters,
                                  const Execution& execution = {});

/// A grid for each (epoch, channel), at (epoch * channels + channel) * grid.size(). @param measure of one series.
/// What cannot be computed is NaN with its reason. @throws Error invalid_argument, cancelled, no_engine.
std::vector<Entropy> grid_each_channel(const series::EpochView& epochs, Measure measure, const Grid& grid,
                                       const Parameters& parameters, const Execution& execution = {},
                                       const ProgressCallback& progress = {});

}  // namespace biotropy::entropy
