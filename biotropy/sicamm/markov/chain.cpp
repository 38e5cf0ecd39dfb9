// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/markov/chain.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

namespace {

void require_distribution(std::span<const double> row, const std::string& name) {
  constexpr double rounding = 1e-9;
  for (const double p : row) {
    if (!(p >= 0.0 && p <= 1.0 + rounding)) {
      throw Error(ErrorCode::invalid_data, fmt::format("{}: {} is no probability", name, p));
    }
  }
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  if (!(std::abs(sum - 1.0) <= rounding)) {
    throw Error(ErrorCode::invalid_data, fmt::format("{}: the probabilities sum to {}, not 1", name, sum));
  }
}

void require_classes(std::size_t classes) {
  if (classes == 0) throw Error::argument("classes", "0", "an integer of at least 1");
}

void normalise(std::span<double> row) {
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  for (double& p : row) p = sum > 0.0 ? p / sum : 1.0 / static_cast<double>(row.size());
}

}  // namespace

Chain symmetric_chain(std::size_t classes, double stay) {
  require_classes(classes);
  if (!(stay >= 0.0 && stay <= 1.0)) throw Error::argument("stay", fmt::format("{}", stay), "a number from 0 to 1");
  const auto k = static_cast<double>(classes);
  Chain chain{std::vector<double>(classes, 1.0 / k), std::vector<double>(classes * classes, 1.0)};
  if (classes == 1) return chain;
  for (std::size_t from = 0; from < classes; ++from) {
    for (std::size_t to = 0; to < classes; ++to) {
      chain.transitions[from * classes + to] = from == to ? stay : (1.0 - stay) / (k - 1.0);
    }
  }
  return chain;
}

void validate(const Chain& chain) {
  const std::size_t classes = chain.classes();
  if (classes == 0) throw Error(ErrorCode::invalid_data, "a chain needs at least one class");
  if (chain.transitions.size() != classes * classes) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{} transition probabilities for {} classes", chain.transitions.size(), classes));
  }
  require_distribution(chain.priors, "priors");
  for (std::size_t from = 0; from < classes; ++from) {
    require_distribution(std::span(chain.transitions).subspan(from * classes, classes),
                         fmt::format("transitions from class {}", from));
  }
}

Chain count_transitions(std::span<const std::span<const std::int32_t>> recordings, std::size_t classes,
                        double smoothing) {
  require_classes(classes);
  if (!(smoothing >= 0.0 && std::isfinite(smoothing))) {
    throw Error::argument("smoothing", fmt::format("{}", smoothing), "a number of at least 0");
  }
  Chain chain{std::vector<double>(classes, smoothing), std::vector<double>(classes * classes, smoothing)};
  for (const auto labels : recordings) {
    std::int32_t previous = kUnlabelled;
    for (const std::int32_t label : labels) {
      if (label != kUnlabelled) {
        if (label < 0 || static_cast<std::size_t>(label) >= classes) {
          throw Error(ErrorCode::invalid_data, fmt::format("label {} is none of {} classes", label, classes));
        }
        const auto to = static_cast<std::size_t>(label);
        chain.priors[to] += 1.0;
        if (previous != kUnlabelled) chain.transitions[static_cast<std::size_t>(previous) * classes + to] += 1.0;
      }
      previous = label;
    }
  }
  normalise(chain.priors);
  for (std::size_t from = 0; from < classes; ++from) {
    normalise(std::span(chain.transitions).subspan(from * classes, classes));
  }
  return chain;
}

}  // namespace biotropy::sicamm
