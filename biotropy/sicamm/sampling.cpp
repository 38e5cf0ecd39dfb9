// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/sampling.hpp"

#include <algorithm>
#include <numeric>

#include "biotropy/error.hpp"
#include "biotropy/random_internal.hpp"
#include "biotropy/sicamm/dense_internal.hpp"

namespace biotropy::sicamm {

namespace {

constexpr std::size_t kBetweenLooks = 1024;  // samples

/// Cumulative weights, for drawing in proportion to the weights.
std::vector<double> sums(std::span<const double> weights) {
  std::vector<double> result(weights.size());
  std::partial_sum(weights.begin(), weights.end(), result.begin());
  return result;
}

std::size_t draw(const std::vector<double>& sums_of_weights, Random& random) {
  const double place = random.uniform() * sums_of_weights.back();
  const auto found = std::upper_bound(sums_of_weights.begin(), sums_of_weights.end(), place);
  // Rounding can move the product to the total, which is past the last.
  return std::min<std::size_t>(found - sums_of_weights.begin(), sums_of_weights.size() - 1);
}

class ClassSampler {
 public:
  ClassSampler(const Model& model, const ClassModel& of) : of_(of) {
    const auto rows = static_cast<Eigen::Index>(of.bias.size());
    const std::vector<double> unmixing = completed_unmixing(model, of);
    mixing_ = inverse<RowMatrix>(Eigen::Map<const RowMatrix>(unmixing.data(), rows, rows));
    for (const KernelDensity& density : of.sources) sums_.push_back(sums(density.weights()));
  }

  void draw_sample(Random& random, std::span<double> sample) const {
    Eigen::VectorXd sources(static_cast<Eigen::Index>(of_.sources.size()));
    for (std::size_t j = 0; j < of_.sources.size(); ++j) {
      sources[static_cast<Eigen::Index>(j)] = draw_source(of_.sources[j], sums_[j], random);
    }
    for (std::size_t channel = 0; channel < sample.size(); ++channel) {
      double x = of_.bias[channel];
      for (Eigen::Index j = 0; j < sources.size(); ++j)
        x += mixing_(static_cast<Eigen::Index>(channel), j) * sources[j];
      sample[channel] = x;
    }
  }

 private:
  static double draw_source(const KernelDensity& density, const std::vector<double>& of_weights, Random& random) {
    const std::size_t point = of_weights.empty() ? random.below(density.points().size()) : draw(of_weights, random);
    return density.points()[point] + density.bandwidth() * random.normal();
  }

  const ClassModel& of_;
  RowMatrix mixing_;
  std::vector<std::vector<double>> sums_;
};

}  // namespace

Simulated sample(const Model& model, std::size_t samples, std::uint64_t seed, const Execution& execution) {
  if (samples == 0) throw Error::argument("samples", "0", "an integer of at least 1");
  validate(model);
  const std::size_t channels = model.channels.size(), classes = model.classes.size();
  std::vector<ClassSampler> samplers;
  for (const ClassModel& one : model.classes) samplers.emplace_back(model, one);
  std::vector<std::vector<double>> next;
  for (std::size_t from = 0; from < classes; ++from) {
    next.push_back(sums(std::span(model.chain.transitions).subspan(from * classes, classes)));
  }
  Random random(seed);
  Simulated result{std::vector<double>(samples * channels), std::vector<std::int32_t>(samples)};
  std::size_t state = draw(sums(model.chain.priors), random);
  for (std::size_t i = 0; i < samples; ++i) {
    if (i % kBetweenLooks == 0 && execution.cancel != nullptr) execution.cancel->check();
    if (i > 0) state = draw(next[state], random);
    result.classes[i] = static_cast<std::int32_t>(state);
    samplers[state].draw_sample(random, std::span(result.samples).subspan(i * channels, channels));
  }
  return result;
}

}  // namespace biotropy::sicamm
