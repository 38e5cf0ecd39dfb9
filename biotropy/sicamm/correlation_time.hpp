// SPDX-License-Identifier: Apache-2.0
//
// How many samples of a class are worth as many independent ones. Neighbouring feature vectors share most of their
// window, so N samples carry the information of N / tau, with
//
//     tau = 1 + 2 sum_k rho(k),
//
// rho the autocorrelation of the samples of the class, mean over channels, summed up to the first lag of at least
// 5 tau (Sokal 1997): beyond it the sum gathers nothing but noise. Far lags are taken further and further apart.
#pragma once

#include "biotropy/sicamm/labelled.hpp"

namespace biotropy::sicamm {

/// tau, at least 1. 1 for fewer than two finite samples. Pairs within a recording count, wherever other classes are.
double correlation_time(std::span<const Labelled> recordings, std::size_t channels, std::int32_t which);

}  // namespace biotropy::sicamm
