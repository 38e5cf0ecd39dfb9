// SPDX-License-Identifier: Apache-2.0
//
// Samples and delays of every channel in the composite delay vectors of a multivariate measure.
#pragma once

#include <vector>

#include "biotropy/entropy/parameters.hpp"

namespace biotropy::entropy {

struct Embedding {
  std::vector<int> m, tau;

  /// Samples between the first and the last of a longer vector: the largest m_k tau_k.
  std::size_t reach() const;
};

/// @throws Error invalid_argument if a list is not of integers, or has another number of channels.
Embedding embedding_of(Measure measure, const Parameters& parameters, std::size_t n_channels);

/// The same without a number of channels: of the lists as they are, or of one channel.
Embedding embedding_of(Measure measure, const Parameters& parameters);

}  // namespace biotropy::entropy
