// SPDX-License-Identifier: Apache-2.0
//
// Multinomial logistic regression with a ridge, a reference for models of densities. The cost
//
//   -sum_i ln p(class_i | x_i) + ridge / 2 sum_kj w_kj^2 ,   p(k | x) = exp(w_k x + b_k) / sum_l exp(w_l x + b_l)
//
// is convex, and Newton steps, halved until the cost falls enough, reach its minimum in a few rounds. Weights refer to
// channels of mean 0 and SD 1; intercepts have no ridge and a sum of 0. With three classes or more it is
// LogisticRegression(C=1/ridge) of scikit-learn. That has one vector of weights for two classes, w_2 - w_1; here each
// of the two has half of it, so that the ridge is half as strong: C=2/ridge.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::sicamm {

struct LogisticRegression {
  std::vector<double> means, scales;  ///< of the channels in training
  std::vector<double> weights;        ///< [class * channels + channel], of standardised channels
  std::vector<double> intercepts;     ///< of each class
  std::vector<double> frequencies;    ///< of the classes in training
  double cost = 0.0;                  ///< at the minimum
  std::size_t rounds = 0;
};

/// Of finite labelled samples.
/// @throws Error invalid_argument unless ridge is positive and finite; as validate(recordings, ...) does; too_short for
/// a class without a finite sample; constant_series for a channel that does not vary; invalid_data where 100 rounds do
/// not reach the minimum; cancelled.
LogisticRegression fit_logistic(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
                                const std::vector<std::string>& classes, double ridge = 1.0,
                                const CancelFlag* cancel = nullptr);

/// ln p(class | sample) - ln frequency of the class: up to a number for each sample its log density in the class, so
/// that a Markov chain takes it as one (Bourlard and Morgan 1994). [sample * classes + class]; NaN for a sample that is
/// not finite.
std::vector<double> scaled_log_likelihoods(const LogisticRegression& model, std::span<const double> samples);

}  // namespace biotropy::sicamm
