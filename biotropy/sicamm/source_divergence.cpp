// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/source_divergence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "biotropy/sicamm/density/class_densities_internal.hpp"

namespace biotropy::sicamm {

namespace {

constexpr double kMostSds = 3.0;
constexpr std::size_t kLeastDivergenceWindows = 5;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

StandardSources::StandardSources(const ClassDensities& densities) : components_(densities.components()) {
  for (std::size_t k = 0; k < densities.classes(); ++k) {
    for (const KernelDensity& one : densities.of_class(k).densities) {
      const auto points = one.points(), weights = one.weights();
      double total = 0.0, sum = 0.0, squares = 0.0;
      for (std::size_t i = 0; i < points.size(); ++i) {
        const double weight = weights.empty() ? 1.0 : weights[i], x = std::clamp(points[i], -kMostSds, kMostSds);
        total += weight;
        sum += weight * x;
        squares += weight * x * x;
      }
      const double mean = sum / total, variance = squares / total - mean * mean;
      // A class of one point has no variance.
      scales_.push_back({mean, variance > 0.0 ? std::sqrt(variance) : 1.0});
    }
  }
}

void StandardSources::scale(std::size_t which, std::span<double> sources) const {
  const Scale* scale = scales_.data() + which * components_;
  for (std::size_t j = 0; j < components_; ++j) {
    sources[j] = (std::clamp(sources[j], -kMostSds, kMostSds) - scale[j].mean) / scale[j].sd;
  }
}

std::optional<std::size_t> likeliest(std::span<const double> log_densities) {
  if (std::any_of(log_densities.begin(), log_densities.end(), [](double v) { return std::isnan(v); })) {
    return std::nullopt;
  }
  return std::max_element(log_densities.begin(), log_densities.end()) - log_densities.begin();
}

std::vector<double> standard_sources(const ClassDensities& densities, std::span<const double> samples,
                                     std::span<const double> log_densities) {
  const StandardSources standard(densities);
  const std::size_t r = densities.components(), m = densities.channels(), classes = densities.classes();
  std::vector<double> result(samples.size() / m * r, std::numeric_limits<double>::quiet_NaN());
  ClassDensities::Workspace workspace(densities);
  for (std::size_t i = 0; i < samples.size() / m; ++i) {
    const auto which = likeliest(log_densities.subspan(i * classes, classes));
    if (!which) continue;
    const auto sources = std::span(result).subspan(i * r, r);
    densities.sources(samples.subspan(i * m, m), *which, sources, workspace);
    standard.scale(*which, sources);
  }
  return result;
}

SourceDivergence::SourceDivergence(std::size_t classes, std::size_t components, std::size_t window)
    : window_(window), classes_(classes) {
  const std::size_t moments = components + components * (components + 1) / 2;
  for (Sums& one : classes_) {
    for (auto* values : {&one.total, &one.now, &one.before}) values->resize(moments);
  }
}

// The product of two windows is |m|^2 / 2 + |M|^2 / 4: entries of M beside its diagonal occur once, for two.
void SourceDivergence::add(std::size_t which, std::span<const double> sources) {
  constexpr double of_mean = 0.70710678118654752, of_square = 0.5, of_product = 0.70710678118654752;
  Sums& sums = classes_[which];
  const std::size_t r = sources.size();
  double* to = sums.now.data();
  for (std::size_t i = 0; i < r; ++i) *to++ += of_mean * sources[i];
  for (std::size_t i = 0; i < r; ++i) {
    *to++ += of_square * (sources[i] * sources[i] - 1.0);
    const double factor = of_product * sources[i];
    for (std::size_t j = i + 1; j < r; ++j) *to++ += factor * sources[j];
  }
  sums.count_now += 1.0;
  if (++in_window_ == window_) end_window();
}

void SourceDivergence::end_window() {
  for (Sums& one : classes_) {
    one.near += dot(one.now, one.now) + 2.0 * dot(one.now, one.before);
    one.pairs_near += one.count_now * (one.count_now + 2.0 * one.count_before);
    one.count += one.count_now;
    for (std::size_t i = 0; i < one.now.size(); ++i) one.total[i] += one.now[i];
    one.before.swap(one.now);
    one.count_before = one.count_now;
    std::fill(one.now.begin(), one.now.end(), 0.0);
    one.count_now = 0.0;
  }
  in_window_ = 0;
  ++windows_;
}

std::optional<double> SourceDivergence::value() const {
  double products = 0.0, pairs = 0.0;
  for (const Sums& one : classes_) {
    products += dot(one.total, one.total) - one.near;
    pairs += one.count * one.count - one.pairs_near;
  }
  if (windows_ < kLeastDivergenceWindows || !(pairs > 0.0)) return std::nullopt;
  return products / pairs;
}

}  // namespace biotropy::sicamm
