// SPDX-License-Identifier: Apache-2.0
//
// Model of Garcia-Molla et al. 2019, section 2: a sample x of class k is x = A_k s + b_k with independent sources s, so
// with W = A^-1
//
//     ln p(x | k) = ln |det W_k| + sum_j ln f_kj(s_j),   s = W_k (x - b_k),
//
// and the classes follow each other as a Markov chain. Where the samples of training do not vary in every direction,
// W_k has a row for each direction in which they do, and is orthogonal to the others; |det W| is then the volume of W.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/sicamm/density/kernel_density.hpp"
#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

struct ClassModel {
  std::string name;
  std::vector<double> unmixing;        ///< W, [component * channels + channel]; as many components as Model::rank()
  std::vector<double> bias;            ///< b, one for each channel
  std::vector<KernelDensity> sources;  ///< f, one for each component
  double offset = 0.0;                 ///< added to the log density: of classifiers that compare classes alone
};

struct Model {
  std::vector<std::string> channels;  ///< labels, in the order of the samples
  std::vector<std::string> units{};   ///< of the channels ("uV", empty: not known), or none
  std::vector<ClassModel> classes;    ///< with different names
  Chain chain;

  /// Orthonormal directions [direction * channels + channel] that every class leaves out, because a class does not vary
  /// in them; none for samples of full rank.
  std::vector<double> null_space{};

  /// Factor of the log densities. Below 1 if neighbouring samples are correlated (overlapping windows) and would
  /// otherwise count as independent.
  double beta = 1.0;

  /// A sample with a lower log density in every class is an outlier; -infinity: none is.
  double outlier_level = -std::numeric_limits<double>::infinity();

  /// Of the recordings that it was trained on, in Hz, where they said one: its classes follow each other at that pace.
  std::optional<double> sampling_rate = std::nullopt;

  /// How the model came about: names and values, kept with it.
  std::vector<std::pair<std::string, std::string>> notes;

  /// Number of directions in which every class varies, at most the number of channels.
  std::size_t rank() const { return channels.size() - null_space.size() / channels.size(); }
};

/// @throws Error invalid_data naming the fault: sizes, numbers that are not finite, classes without a name or of the
/// same name, a singular unmixing matrix, or one that is not orthogonal to the null space, a null space that is not
/// orthonormal, an invalid chain, beta outside (0, 1], a sampling rate that is not a positive number.
void validate(const Model& model);

/// Names of the classes, in their order.
std::vector<std::string> class_names(const Model& model);

/// @param what the names are of, for the message. @throws Error invalid_data for no names, and for one that stands
/// there twice.
void require_names(const std::vector<std::string>& names, const char* what);

/// @throws Error invalid_data as require_names() does, and for an empty name.
void require_class_names(const std::vector<std::string>& names);

/// @param samples what has the rate, for the message. @throws Error invalid_data where they have another rate (Hz) than
/// the model was trained at.
void require_sampling_rate(const Model& model, const std::string& samples, double rate);

/// The unmixing matrix of a class, and below it the null space: square, with the volume of the first as determinant.
std::vector<double> completed_unmixing(const Model& model, const ClassModel& one);

/// ln |det W|. @throws Error invalid_data for a singular matrix, or one that is not square.
double log_abs_determinant(const std::vector<double>& matrix, std::size_t rows);

}  // namespace biotropy::sicamm
