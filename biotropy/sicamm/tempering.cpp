// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/tempering.hpp"

#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <cmath>

#include "biotropy/sicamm/markov/forward_filter.hpp"
#include "biotropy/sicamm/scores.hpp"

namespace biotropy::sicamm {

namespace {

constexpr std::array<double, 13> kBetas = {kLeastBeta, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01,
                                           0.02,       0.05, 0.1,  0.2,  0.5,  1.0};

}  // namespace

double log_loss(const Chain& chain, const std::vector<HeldOut>& parts, double beta) {
  ForwardFilter filter(chain);
  const std::size_t classes = chain.classes();
  std::vector<double> tempered(classes);
  double sum = 0.0;
  std::size_t count = 0;
  for (const HeldOut& part : parts) {
    filter.reset();
    for (std::size_t i = 0; i < part.labels.size(); ++i) {
      bool missing = false;
      for (std::size_t k = 0; k < classes; ++k) {
        tempered[k] = beta * part.log_densities[i * classes + k];
        missing = missing || std::isnan(tempered[k]);
      }
      if (missing) std::fill(tempered.begin(), tempered.end(), 0.0);
      filter.step(tempered);
      if (part.labels[i] == kUnlabelled) continue;
      sum -= std::log(std::max(kLeastPosterior, filter.posterior()[static_cast<std::size_t>(part.labels[i])]));
      ++count;
    }
  }
  return count > 0 ? sum / static_cast<double>(count) : 0.0;
}

Tempering best_beta(const Chain& chain, const std::vector<HeldOut>& parts) {
  Tempering result;
  for (const HeldOut& part : parts) {
    result.samples +=
        part.labels.size() - static_cast<std::size_t>(std::count(part.labels.begin(), part.labels.end(), kUnlabelled));
  }
  if (result.samples == 0) return result;
  const auto cost = [&](double log_beta) { return log_loss(chain, parts, std::exp(log_beta)); };
  std::array<double, kBetas.size()> costs;
  std::transform(kBetas.begin(), kBetas.end(), costs.begin(), [&](double b) { return log_loss(chain, parts, b); });
  const auto best = static_cast<std::size_t>(std::min_element(costs.begin(), costs.end()) - costs.begin());
  const double low = std::log(kBetas[best > 0 ? best - 1 : 0]);
  const double high = std::log(kBetas[std::min(best + 1, kBetas.size() - 1)]);
  constexpr int bits = 8;  // a precision of one per cent suffices
  std::uintmax_t steps = 12;
  const auto [log_beta, least] = boost::math::tools::brent_find_minima(cost, low, high, bits, steps);
  result.beta = least < costs[best] ? std::exp(log_beta) : kBetas[best];
  result.log_loss = std::min(least, costs[best]);
  result.log_loss_of_one = costs.back();
  return result;
}

}  // namespace biotropy::sicamm
