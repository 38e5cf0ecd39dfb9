// SPDX-License-Identifier: Apache-2.0
//
// How far the sources of a recording are from those of a model. Each sample is unmixed by its likeliest class, and the
// sources, clipped at three robust SDs, have the mean m and the second moments I + M about the class in units of those
// of the training points. If they were normal, ln of the ratio of the densities would have the mean
//
//     |m|^2 / 2 + |M|^2 / 4
//
// to second order (the divergence of Kullback and Leibler 1951). Moments of few samples, which are correlated too, are
// far from 0 by chance. But chance differs from window to window, and another person, cap or amplifier does not: so m
// and M are multiplied with those of other windows of the same class, and never of the same or a neighbouring one, in
// which chance has no mean. Sums alone are kept for that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "biotropy/sicamm/density/class_densities.hpp"

namespace biotropy::sicamm {

/// Sources of every class, clipped, with the mean 0 and the variance 1 over the training points.
class StandardSources {
 public:
  explicit StandardSources(const ClassDensities& densities);

  std::size_t components() const { return components_; }

  /// Sources of a class, clipped and scaled in place.
  void scale(std::size_t which, std::span<double> sources) const;

 private:
  struct Scale {
    double mean, sd;
  };

  std::size_t components_;
  std::vector<Scale> scales_;  // [class * components + component]
};

/// The likeliest class of log densities; none if one is NaN.
std::optional<std::size_t> likeliest(std::span<const double> log_densities);

/// Scaled sources of each sample in its likeliest class, [sample * components + component]; NaN where there is none.
std::vector<double> standard_sources(const ClassDensities& densities, std::span<const double> samples,
                                     std::span<const double> log_densities);

class SourceDivergence {
 public:
  /// @param window samples in a window.
  SourceDivergence(std::size_t classes, std::size_t components, std::size_t window);

  /// Scaled sources of the next sample in its class. Allocates nothing.
  void add(std::size_t which, std::span<const double> sources);

  /// None of fewer than five windows, or where no class has windows that are no neighbours.
  std::optional<double> value() const;

 private:
  // Of the samples of one class.
  struct Sums {
    std::vector<double> total, now, before;  // of moments: all windows, this one, the one before it
    double count = 0.0, count_now = 0.0, count_before = 0.0;
    double near = 0.0, pairs_near = 0.0;  // products of windows with themselves and with neighbours, which do not count
  };

  void end_window();

  std::size_t window_, in_window_ = 0, windows_ = 0;
  std::vector<Sums> classes_;
};

}  // namespace biotropy::sicamm
