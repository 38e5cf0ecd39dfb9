// SPDX-License-Identifier: Apache-2.0
//
// Models with the true matrices of a problem and densities from its own sources: the upper limit of training.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "biotropy/sicamm/density/bandwidth.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/sicamm/problem.hpp"

namespace biotropy::sicamm {

using BandwidthOf = std::function<Bandwidth(std::span<const double>)>;

/// Problem of that name with matrices for which errors remain: the best accuracy of P2 is near .80, of P2s .96, of P3
/// .987, of P19 .994, of PC2 .73, of PC4 .80 and of PC8 .88.
Problem standard_problem(std::string_view name);

/// Silverman's rule unless another is given.
Model known_model(const Problem& problem, const Simulated& training, const BandwidthOf& bandwidth = {});

/// Names of that many classes: 0, 1, ...
std::vector<std::string> names(std::size_t count);

/// The share of equal labels.
double accuracy(const std::vector<std::int32_t>& labels, const std::vector<std::int32_t>& truth);

/// Accuracy of the filter with the true densities.
double best_accuracy(const Problem& problem, const Simulated& test);

}  // namespace biotropy::sicamm
