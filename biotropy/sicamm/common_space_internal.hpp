// SPDX-License-Identifier: Apache-2.0
//
// The directions in which every class varies. An average reference, removed components, and channels that are constant
// or copied leave directions without variance. No density can be estimated there: it would be one of rounding errors,
// and the ratio of two of them would decide between the classes. So these directions are found once for all classes,
// and training uses orthonormal coordinates of the others, as if the samples had been multiplied by such a basis
// before. Samples of full rank are left as they are.
#pragma once

#include <string>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

/// Samples that have their own mean.
enum class Pooling {
  classes,  ///< those of each class: the correlation is that within classes
  all       ///< all finite samples, with or without a label
};

class CommonSpace {
 public:
  /// Leaves out every direction whose eigenvalue in the pooled correlation matrix, or then in that of a class, is at
  /// most the tolerance. Classes with too few samples to know take part in the first alone.
  /// @throws Error too_short for a class of fewer than two finite samples if classes are pooled, and for too few
  /// samples in all; constant_series if no direction is left.
  CommonSpace(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
              const std::vector<std::string>& classes, Pooling pooling, double tolerance);

  bool is_whole() const { return null_space_.rows() == 0; }

  /// Names of the coordinates, for messages: the channels if the space is whole, otherwise numbers.
  std::vector<std::string> coordinates() const;

  /// Coordinates of samples, [sample * rank + coordinate]. NaN for samples that are not finite.
  std::vector<double> project(std::span<const double> samples) const;

  /// Turns a model of the coordinates into one of the channels, with rank and tolerance in its notes.
  void lift(Model& model) const;

  const Notices& notices() const { return notices_; }

 private:
  struct Moments;

  Moments moments(std::span<const Labelled> recordings, std::span<const Place> places) const;
  void leave_out_of_all(const Matrix& covariance, const Vector& magnitude);
  void warn_of_rounding(const Matrix& covariance, const Vector& magnitude, const std::vector<double>& some_samples);
  void leave_out_of_class(const Moments& moments, const std::string& name);
  void leave_out(const Matrix& covectors);
  void warn_of_means(const std::vector<Moments>& groups);
  std::string named(const Matrix& covectors) const;

  const std::vector<std::string>& channels_;
  double tolerance_;
  Vector mean_;        // of all samples
  Matrix null_space_;  // orthonormal rows
  Matrix basis_;       // orthonormal columns: the rest
  Notices notices_;
};

/// Recordings in the coordinates of a space; those given if it is whole.
class Projected {
 public:
  Projected(const CommonSpace& space, std::span<const Labelled> recordings);
  std::span<const Labelled> recordings() const { return recordings_; }

 private:
  std::vector<std::vector<double>> coordinates_;
  std::vector<Labelled> projected_;
  std::span<const Labelled> recordings_;
};

}  // namespace biotropy::sicamm
