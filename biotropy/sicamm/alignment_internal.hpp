// SPDX-License-Identifier: Apache-2.0
//
// Affine maps in front of a model. They act on coordinates in which the classes of the model vary, and so keep its null
// space. What is mapped is the recording of a person; the map that brings it to the training goes into the model:
// s = W_k (C x + c - b_k) is s = W_k C (x - b'_k) with C b'_k = b_k - c.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

/// Of finite vectors, in coordinates.
struct CoordinateMoments {
  double count = 0.0;
  Vector mean;
  Matrix covariance;
};

/// y -> matrix y + shift.
struct AffineMap {
  Matrix matrix;
  Vector shift;

  double log_determinant() const;
  AffineMap after(const AffineMap& first) const;
};

/// A model in orthonormal coordinates of its directions. Means and covariances are those of its sources, so that the
/// persons of the training need no map.
class ModelSpace {
 public:
  explicit ModelSpace(const Model& model);

  Index rank() const { return basis_.cols(); }
  const Matrix& basis() const { return basis_; }
  AffineMap identity() const;

  const Vector& mean_of(std::size_t which) const { return means_[which]; }
  const Matrix& within() const { return within_; }             ///< covariance within classes, by their priors
  const CoordinateMoments& pooled() const { return pooled_; }  ///< of all classes together

  /// Vectors [vector * channels + channel] in coordinates, a column each.
  Matrix coordinates(std::span<const double> vectors) const;

  /// Of the vectors of these parts, or of one class in them, and mapped before.
  CoordinateMoments moments(std::span<const Labelled> parts, std::optional<std::int32_t> which = {},
                            const AffineMap* map = nullptr) const;

  /// Mapped vectors, in channels; those that are not finite stay so.
  /// @param offset subtracted from the result.
  std::vector<double> mapped(std::span<const double> vectors, const AffineMap& map,
                             const Vector* offset = nullptr) const;

  /// The shift that brings a person's mean to that of the model.
  AffineMap recentring(const CoordinateMoments& person) const;

  /// This, and one factor for all directions, of the greatest normal likelihood.
  AffineMap gain(const CoordinateMoments& person) const;

  /// The map nearest to the identity that brings the mean and the covariance to those of the model.
  /// @param own share of the person's covariance; the rest is that of the model with the person's gain.
  AffineMap alignment(const CoordinateMoments& person, double own) const;

  /// The symmetric part of such a map between two covariances, in units of the SDs of the model.
  Matrix transport(const Matrix& from, const Matrix& to) const;

  /// The model behind a map. @param offsets of the centres of the classes, in mapped coordinates; or none.
  Model behind(const Model& model, const AffineMap& map, const std::vector<Vector>& offsets = {}) const;

 private:
  double squared_gain(const CoordinateMoments& person) const;

  Matrix basis_;  // orthonormal columns
  std::vector<Vector> means_;
  Matrix within_;
  CoordinateMoments pooled_;
};

}  // namespace biotropy::sicamm
