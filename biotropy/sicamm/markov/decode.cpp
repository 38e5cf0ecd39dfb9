// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/markov/decode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/markov/fixed_lag.hpp"
#include "biotropy/sicamm/markov/forward_filter.hpp"
#include "biotropy/sicamm/markov/log_sum_exp_internal.hpp"

namespace biotropy::sicamm {

namespace {

/// Returns the number of samples.
std::size_t check(const Chain& chain, std::span<const double> log_densities) {
  validate(chain);
  const std::size_t classes = chain.classes();
  if (log_densities.size() % classes != 0) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} log densities for {} classes", log_densities.size(), classes));
  }
  for (std::size_t i = 0; i < log_densities.size(); ++i) {
    if (!(log_densities[i] < std::numeric_limits<double>::infinity())) {
      throw Error(ErrorCode::invalid_data, fmt::format("the log density of sample {} in class {} is {}", i / classes,
                                                       i % classes, log_densities[i]));
    }
  }
  return log_densities.size() / classes;
}

void add_likelihood(double z, Posteriors& result) {
  result.log_likelihoods.push_back(z);
  if (z > kImpossible) result.log_likelihood += z;
}

/// Log posteriors of the filter, and the log densities without the samples that it left out.
struct Forward {
  Forward(const Chain& chain, std::span<const double> densities)
      : filter(chain), log_densities(densities.begin(), densities.end()) {
    const std::size_t classes = filter.classes();
    for (std::size_t i = 0; i < log_densities.size(); i += classes) {
      const auto sample = std::span(log_densities).subspan(i, classes);
      const double z = filter.step(sample);
      add_likelihood(z, likelihood);
      if (!(z > kImpossible)) std::fill(sample.begin(), sample.end(), 0.0);
      log_posteriors.insert(log_posteriors.end(), filter.log_posterior().begin(), filter.log_posterior().end());
    }
  }

  ForwardFilter filter;
  std::vector<double> log_densities, log_posteriors;
  Posteriors likelihood;
};

/// Log probabilities of everything after a sample, up to a constant for each sample.
std::vector<double> backward(const Forward& forward) {
  const std::size_t classes = forward.filter.classes();
  const auto into = forward.filter.log_transitions_to();
  std::vector<double> result(forward.log_densities.size()), sums(classes);
  for (std::size_t i = result.size(); i > classes; i -= classes) {
    const double* later = result.data() + (i - classes);
    double* now = result.data() + (i - 2 * classes);
    for (std::size_t from = 0; from < classes; ++from) {
      for (std::size_t to = 0; to < classes; ++to) {
        sums[to] = into[to * classes + from] + forward.log_densities[i - classes + to] + later[to];
      }
      now[from] = log_sum_exp(sums);
    }
    const double largest = *std::max_element(now, now + classes);
    for (std::size_t k = 0; k < classes; ++k) now[k] -= largest;
  }
  return result;
}

std::vector<double> combine(const Forward& forward, std::span<const double> after) {
  const std::size_t classes = forward.filter.classes();
  std::vector<double> result(after.size());
  for (std::size_t i = 0; i < after.size(); i += classes) {
    for (std::size_t k = 0; k < classes; ++k) result[i + k] = forward.log_posteriors[i + k] + after[i + k];
    const double z = log_sum_exp(std::span(result).subspan(i, classes));
    for (std::size_t k = 0; k < classes; ++k) result[i + k] = std::exp(result[i + k] - z);
  }
  return result;
}

}  // namespace

Posteriors filter(const Chain& chain, std::span<const double> log_densities) {
  check(chain, log_densities);
  ForwardFilter state(chain);
  const std::size_t classes = state.classes();
  Posteriors result;
  result.values.reserve(log_densities.size());
  for (std::size_t i = 0; i < log_densities.size(); i += classes) {
    add_likelihood(state.step(log_densities.subspan(i, classes)), result);
    result.values.insert(result.values.end(), state.posterior().begin(), state.posterior().end());
  }
  return result;
}

Posteriors fixed_lag(const Chain& chain, std::span<const double> log_densities, std::size_t lag) {
  const std::size_t samples = check(chain, log_densities);
  FixedLag state(chain, std::min(lag, samples));
  const std::size_t classes = chain.classes();
  Posteriors result;
  result.values.reserve(log_densities.size());
  const auto keep = [&](std::size_t back) {
    const auto posterior = state.posterior(back);
    result.values.insert(result.values.end(), posterior.begin(), posterior.end());
  };
  for (std::size_t i = 0; i < samples; ++i) {
    add_likelihood(state.step(log_densities.subspan(i * classes, classes)), result);
    if (state.held() == state.lag() + 1) keep(state.lag());
  }
  for (std::size_t back = std::min(state.lag(), samples); back-- > 0;) keep(back);
  return result;
}

Posteriors smooth(const Chain& chain, std::span<const double> log_densities) {
  check(chain, log_densities);
  Forward forward(chain, log_densities);
  Posteriors result = std::move(forward.likelihood);
  result.values = combine(forward, backward(forward));
  return result;
}

ExpectedCounts expected_counts(const Chain& chain, std::span<const double> log_densities) {
  check(chain, log_densities);
  const Forward forward(chain, log_densities);
  const std::vector<double> after = backward(forward);
  const std::size_t classes = chain.classes();
  const auto into = forward.filter.log_transitions_to();
  ExpectedCounts result{combine(forward, after), std::vector<double>(classes * classes),
                        forward.likelihood.log_likelihood};
  std::vector<double> joint(classes * classes);
  for (std::size_t i = classes; i < after.size(); i += classes) {
    for (std::size_t from = 0; from < classes; ++from) {
      for (std::size_t to = 0; to < classes; ++to) {
        joint[from * classes + to] = forward.log_posteriors[i - classes + from] + into[to * classes + from] +
                                     forward.log_densities[i + to] + after[i + to];
      }
    }
    const double z = log_sum_exp(joint);
    for (std::size_t pair = 0; pair < joint.size(); ++pair) result.transitions[pair] += std::exp(joint[pair] - z);
  }
  return result;
}

Path viterbi(const Chain& chain, std::span<const double> log_densities) {
  const std::size_t samples = check(chain, log_densities), classes = chain.classes();
  const ForwardFilter logs(chain);
  const auto into = logs.log_transitions_to();
  std::vector<std::int32_t> best_before(log_densities.size());
  std::vector<double> score(logs.log_posterior().begin(), logs.log_posterior().end()), arrived(classes);
  for (std::size_t i = 0; i < samples; ++i) {
    for (std::size_t to = 0; to < classes; ++to) {
      std::size_t best = 0;
      for (std::size_t from = 1; i > 0 && from < classes; ++from) {
        if (score[from] + into[to * classes + from] > score[best] + into[to * classes + best]) best = from;
      }
      best_before[i * classes + to] = static_cast<std::int32_t>(best);
      arrived[to] = i > 0 ? score[best] + into[to * classes + best] : score[to];
    }
    for (std::size_t k = 0; k < classes; ++k) score[k] = arrived[k] + log_densities[i * classes + k];
    if (*std::max_element(score.begin(), score.end()) == kImpossible) score = arrived;
  }
  Path path{std::vector<std::int32_t>(samples), 0.0};
  if (samples == 0) return path;
  const auto last = std::max_element(score.begin(), score.end());
  path.log_probability = *last;
  auto state = static_cast<std::size_t>(last - score.begin());
  for (std::size_t i = samples; i-- > 0;) {
    path.classes[i] = static_cast<std::int32_t>(state);
    state = static_cast<std::size_t>(best_before[i * classes + state]);
  }
  return path;
}

std::vector<std::int32_t> most_probable(std::span<const double> posteriors, std::size_t classes) {
  std::vector<std::int32_t> labels(classes > 0 ? posteriors.size() / classes : 0);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto sample = posteriors.subspan(i * classes, classes);
    labels[i] = static_cast<std::int32_t>(std::max_element(sample.begin(), sample.end()) - sample.begin());
  }
  return labels;
}

}  // namespace biotropy::sicamm
