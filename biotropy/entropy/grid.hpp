// SPDX-License-Identifier: Apache-2.0
//
// One measure for every combination of several m and several r. The m of one r are counted together: an engine counts
// many lengths at once, and neighbouring m share one. The few templates of length m that a measure excludes, because
// they cannot be one sample longer, are counted one by one and subtracted. Every entry equals that of the single call,
// bit for bit.
#pragma once

#include <span>
#include <vector>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::entropy {

struct Grid {
  std::vector<int> m{2};
  std::vector<double> r{0.2};

  /// Number of entries; the one of m[i] and r[k] has the index i * r.size() + k.
  std::size_t size() const { return m.size() * r.size(); }
  /// `parameters` with the m and r of one entry.
  Parameters at(std::size_t index, const Parameters& parameters) const;
};

/// @throws Error invalid_argument, naming the parameter: also for an empty list.
void validate(Measure measure, const Grid& grid, const Parameters& parameters);

/// @param u,v as for compute(). If the series is too short for some of the m, their entries are NaN with the reason.
/// @throws Error as compute(); too_short only if it is too short for every m.
std::vector<Entropy> entropy_grid(Measure measure, Samples u, Samples v, const Grid& grid, const Parameters& parameters,
                                  const Execution& execution = {});

/// The same for the series of a measure: one, two for a cross measure, all channels for a multivariate one.
std::vector<Entropy> entropy_grid(Measure measure, std::span<const Samples> series, const Grid& grid,
                                  const Parameters& parameters, const Execution& execution = {});

/// A grid for each (epoch, channel), at (epoch * channels + channel) * grid.size(); for a multivariate measure for each
/// epoch. With pooled epochs as for one epoch. @param measure not a cross measure.
/// What cannot be computed is NaN with its reason. @throws Error invalid_argument, cancelled, no_engine.
std::vector<Entropy> grid_each_channel(const series::EpochView& epochs, Measure measure, const Grid& grid,
                                       const Parameters& parameters, const Execution& execution = {},
                                       const ProgressCallback& progress = {});

}  // namespace biotropy::entropy
