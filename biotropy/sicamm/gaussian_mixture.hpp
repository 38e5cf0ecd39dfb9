// SPDX-License-Identifier: Apache-2.0
//
// A mixture of normal distributions with full covariances, by expectation maximisation (Dempster, Laird and Rubin
// 1977),
//
//     p(x) = sum_k w_k N(x; m_k, C_k),   r_ik = w_k N(x_i; m_k, C_k) / p(x_i),
//     w_k = mean r_k,   m_k = sum r_ik x_i / sum r_ik,   C_k = sum r_ik (x_i - m_k)(x_i - m_k)^T / sum r_ik + floor I,
//
// as GaussianMixture of scikit-learn has it: from the same start both find the same mixture. The floor keeps a
// component from shrinking onto a few samples, where the likelihood has no bound. Sums are over blocks of samples in a
// fixed order, so no bit depends on the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/threads.hpp"

namespace biotropy::sicamm {

struct MixtureSettings {
  std::size_t components = 3;
  double floor = 1e-2;      ///< added to every variance, in squared units of the samples
  double tolerance = 1e-4;  ///< change of the mean log-likelihood of a sample at which rounds end
  std::size_t most_rounds = 500;
  std::uint64_t seed = 1;  ///< of the start
};

/// @throws Error invalid_argument for settings out of range.
void validate(const MixtureSettings& settings);

struct GaussianMixture {
  std::vector<double> weights;      ///< of the components; they sum to 1
  std::vector<double> means;        ///< [component * channels + channel]
  std::vector<double> covariances;  ///< [(component * channels + row) * channels + column]
  double log_likelihood = 0.0;      ///< mean of a sample before the last step
  std::size_t rounds = 0;
  bool converged = false;
};

/// Means by k-means++ (Arthur and Vassilvitskii 2007) and ten rounds of Lloyd; weights and covariances of the samples
/// nearest to each. @param samples finite, [sample * channels + channel].
/// @throws Error as validate() does; too_short for fewer samples than components.
GaussianMixture mixture_start(std::span<const double> samples, std::size_t channels, const MixtureSettings& settings);

/// Rounds of expectation maximisation from a start, whose components count.
/// @throws Error as validate() does; invalid_data for a covariance that is not positive definite; cancelled.
GaussianMixture fit_mixture(std::span<const double> samples, std::size_t channels, const GaussianMixture& start,
                            const MixtureSettings& settings, const Execution& execution = {});

/// ln p of each sample, whose channels must be finite. @throws Error invalid_data as fit_mixture() does.
std::vector<double> log_densities(const GaussianMixture& mixture, std::span<const double> samples,
                                  std::size_t channels);

}  // namespace biotropy::sicamm
