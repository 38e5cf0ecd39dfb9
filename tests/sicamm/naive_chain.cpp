// SPDX-License-Identifier: Apache-2.0
#include "tests/sicamm/naive_chain.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace biotropy::sicamm {

namespace {

using Labels = std::vector<std::int32_t>;
constexpr long double kNever = -std::numeric_limits<long double>::infinity();

// ln of the probability of the path and of the first `samples` samples.
long double log_joint(const Chain& chain, std::span<const double> log_densities, const Labels& path) {
  const std::size_t classes = chain.classes();
  long double sum = 0.0L;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto now = static_cast<std::size_t>(path[i]);
    const double step =
        i == 0 ? chain.priors[now] : chain.transitions[static_cast<std::size_t>(path[i - 1]) * classes + now];
    sum += std::log(static_cast<long double>(step)) + static_cast<long double>(log_densities[i * classes + now]);
  }
  return sum;
}

void each_path(std::size_t classes, std::size_t samples, const std::function<void(const Labels&)>& visit) {
  Labels path(samples, 0);
  while (true) {
    visit(path);
    std::size_t i = 0;
    while (i < samples && ++path[i] == static_cast<std::int32_t>(classes)) path[i++] = 0;
    if (i == samples) return;
  }
}

long double log_of_sum(const std::vector<long double>& logs) {
  const long double largest = *std::max_element(logs.begin(), logs.end());
  if (largest == kNever) return largest;
  long double sum = 0.0L;
  for (const long double value : logs) sum += std::exp(value - largest);
  return largest + std::log(sum);
}

}  // namespace

NaivePosteriors enumerate(const Chain& chain, std::span<const double> log_densities, std::size_t lag) {
  const std::size_t classes = chain.classes(), samples = log_densities.size() / classes;
  NaivePosteriors result;
  for (std::size_t i = 0; i < samples; ++i) {
    const std::size_t seen = std::min(samples, i + lag + 1);
    std::vector<std::vector<long double>> of_class(classes);
    std::vector<long double> all;
    each_path(classes, seen, [&](const Labels& path) {
      of_class[static_cast<std::size_t>(path[i])].push_back(log_joint(chain, log_densities, path));
      all.push_back(log_joint(chain, log_densities, path));
    });
    const long double total = log_of_sum(all);
    for (const auto& logs : of_class) result.values.push_back(std::exp(log_of_sum(logs) - total));
    if (seen == samples) result.log_likelihood = total;
  }
  return result;
}

std::vector<long double> enumerate_transitions(const Chain& chain, std::span<const double> log_densities) {
  const std::size_t classes = chain.classes(), samples = log_densities.size() / classes;
  const long double total = enumerate(chain, log_densities, samples).log_likelihood;
  std::vector<long double> result(classes * classes);
  each_path(classes, samples, [&](const Labels& path) {
    const long double p = std::exp(log_joint(chain, log_densities, path) - total);
    for (std::size_t i = 1; i < path.size(); ++i) {
      result[static_cast<std::size_t>(path[i - 1]) * classes + static_cast<std::size_t>(path[i])] += p;
    }
  });
  return result;
}

std::vector<std::int32_t> enumerate_best(const Chain& chain, std::span<const double> log_densities,
                                         long double& value) {
  Labels best;
  value = kNever;
  each_path(chain.classes(), log_densities.size() / chain.classes(), [&](const Labels& path) {
    const long double joint = log_joint(chain, log_densities, path);
    if (best.empty() || joint > value) {
      best = path;
      value = joint;
    }
  });
  return best;
}

NaivePosteriors naive_filter(const Chain& chain, std::span<const double> log_densities) {
  const std::size_t classes = chain.classes();
  NaivePosteriors result;
  std::vector<long double> predicted(chain.priors.begin(), chain.priors.end()), posterior(classes);
  for (std::size_t i = 0; i < log_densities.size(); i += classes) {
    const auto sample = log_densities.subspan(i, classes);
    const long double largest = *std::max_element(sample.begin(), sample.end());
    long double sum = 0.0L;
    for (std::size_t k = 0; k < classes; ++k) {
      posterior[k] = predicted[k] * std::exp(static_cast<long double>(sample[k]) - largest);
      sum += posterior[k];
    }
    result.log_likelihood += std::log(sum) + largest;
    for (long double& p : posterior) p /= sum;
    result.values.insert(result.values.end(), posterior.begin(), posterior.end());
    for (std::size_t to = 0; to < classes; ++to) {
      predicted[to] = 0.0L;
      for (std::size_t from = 0; from < classes; ++from) {
        predicted[to] += posterior[from] * static_cast<long double>(chain.transitions[from * classes + to]);
      }
    }
  }
  return result;
}

}  // namespace biotropy::sicamm
