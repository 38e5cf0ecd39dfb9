// SPDX-License-Identifier: Apache-2.0
//
// Model of Garcia-Molla et al. 2019, section 2: a sample x of class k is x = A_k s + b_k with independent sources s, so
// with W = A^-1
//
//     ln p(x | k) = ln |det W_k| + sum_j ln f_kj(s_j),   s = W_k (x - b_k),
//
// and the classes follow each other as a Markov chain.
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/sicamm/density/kernel_density.hpp"
#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

struct ClassModel {
  std::string name;
  std::vector<double> unmixing;        ///< W, [component * channels + channel]
  std::vector<double> bias;            ///< b, one for each channel
  std::vector<KernelDensity> sources;  ///< f, one for each component
};

struct Model {
  std::vector<std::string> channels;  ///< labels, in the order of the samples
  std::vector<ClassModel> classes;
  Chain chain;

  /// Factor of the log densities. Below 1 if neighbouring samples are correlated (overlapping windows) and would
  /// otherwise count as independent.
  double beta = 1.0;

  /// A sample with a lower log density in every class is an outlier; -infinity: none is.
  double outlier_level = -std::numeric_limits<double>::infinity();

  /// Origin of the model: names and values, stored with it.
  std::vector<std::pair<std::string, std::string>> notes;
};

/// @throws Error invalid_data for sizes that do not fit, values that are not finite, a singular unmixing matrix, an
/// invalid chain, or beta outside (0, 1]; the message names the fault.
void validate(const Model& model);

/// ln |det W|. @throws Error invalid_data for a singular matrix, or one that is not square.
double log_abs_determinant(const std::vector<double>& matrix, std::size_t rows);

}  // namespace biotropy::sicamm
