// SPDX-License-Identifier: Apache-2.0
//
// Correlation time of the samples of a class. Neighbouring feature vectors share most of their window, so N samples
// have the information of N / tau independent ones, with
//
//     tau = 1 + 2 sum_k rho(k),
//
// rho the autocorrelation of the samples of the class, mean over channels, summed up to the first lag of at least 5 tau
// (Sokal 1997); larger lags add only noise. Large lags are sampled at increasing distances.
#pragma once

#include "biotropy/sicamm/labelled.hpp"

namespace biotropy::sicamm {

/// tau, at least 1. 1 for fewer than two finite samples. Pairs within a recording count, even with other classes
/// between.
double correlation_time(std::span<const Labelled> recordings, std::size_t channels, std::int32_t which);

}  // namespace biotropy::sicamm
