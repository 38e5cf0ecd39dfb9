// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/classifier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/decode.hpp"

namespace biotropy::sicamm {

namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();

Posteriors decode(const Chain& chain, std::span<const double> log_densities, const ClassifySettings& settings) {
  switch (settings.decoder) {
    case Decoder::filter:
      return filter(chain, log_densities);
    case Decoder::fixed_lag:
      return fixed_lag(chain, log_densities, settings.lag);
    case Decoder::smoother:
    case Decoder::viterbi:
      break;
  }
  return smooth(chain, log_densities);
}

/// Whether a sample with these flags says anything about its class.
bool counts(std::uint8_t flags, const Rules& rules) {
  return (flags & (kMissing | kUnexplained)) == 0 && ((flags & kOutlier) == 0 || rules.outliers_count);
}

std::int32_t most_probable_class(std::span<const double> posterior) {
  return static_cast<std::int32_t>(std::max_element(posterior.begin(), posterior.end()) - posterior.begin());
}

}  // namespace

Decoder decoder(std::string_view name) {
  using enum Decoder;
  constexpr std::array<std::pair<std::string_view, Decoder>, 4> names = {
      {{"filter", filter}, {"fixed-lag", fixed_lag}, {"smoother", smoother}, {"viterbi", viterbi}}};
  for (const auto& [known, value] : names) {
    if (known == name) return value;
  }
  throw Error::argument("decoder", std::string(name), "one of filter, fixed-lag, smoother, viterbi");
}

void validate(const Rules& rules) {
  if (rules.beta && !(*rules.beta > 0.0 && *rules.beta <= 1.0)) {
    throw Error::argument("beta", fmt::format("{}", *rules.beta), "a number above 0 and at most 1");
  }
}

Classifier::Classifier(const Model& model, DensityMode mode, const Execution& execution)
    : densities_(model, mode, execution), chain_(model.chain), beta_(model.beta), outlier_level_(model.outlier_level) {}

std::uint8_t Classifier::weigh(std::span<double> log_densities, double beta, bool outliers_count) const {
  double best = kImpossible;
  for (const double value : log_densities) {
    if (std::isnan(value)) {
      std::fill(log_densities.begin(), log_densities.end(), 0.0);
      return kMissing;
    }
    best = std::max(best, value);
  }
  const bool outlier = best < outlier_level_;
  if (outlier && !outliers_count) {
    std::fill(log_densities.begin(), log_densities.end(), 0.0);
  } else {
    for (double& value : log_densities) value *= beta;
  }
  return outlier ? kOutlier : 0;
}

Classification Classifier::classify(std::span<const double> samples, const ClassifySettings& settings,
                                    const Execution& execution) const {
  validate(settings.rules);
  const std::size_t classes = densities_.classes();
  std::vector<double> log_densities = densities_.log_densities(samples, settings.block, execution);
  Classification result;
  result.classes = classes;
  const double beta = settings.rules.beta.value_or(beta_);
  for (std::size_t i = 0; i < log_densities.size(); i += classes) {
    result.flags.push_back(weigh(std::span(log_densities).subspan(i, classes), beta, settings.rules.outliers_count));
  }
  Posteriors posteriors = decode(chain_, log_densities, settings);
  for (std::size_t i = 0; i < result.flags.size(); ++i) {
    double& z = posteriors.log_likelihoods[i];
    if (!(z > kImpossible)) result.flags[i] |= kUnexplained;
    if (!counts(result.flags[i], settings.rules)) z = 0.0;
    result.log_likelihood += z;
  }
  result.posteriors = std::move(posteriors.values);
  result.log_likelihoods = std::move(posteriors.log_likelihoods);
  result.labels = settings.decoder == Decoder::viterbi ? viterbi(chain_, log_densities).classes
                                                       : most_probable(result.posteriors, classes);
  return result;
}

Stream::Stream(const Classifier& classifier, const StreamSettings& settings)
    : classifier_(classifier),
      settings_(settings),
      beta_(settings.rules.beta.value_or(classifier.beta())),
      workspace_(classifier.densities()),
      log_densities_(classifier.densities().classes()),
      decoder_(classifier.chain(), settings.lag) {
  validate(settings.rules);
}

Update Stream::step(std::span<const double> sample) {
  classifier_.densities().log_densities(sample, log_densities_, workspace_);
  Update update;
  update.flags = classifier_.weigh(log_densities_, beta_, settings_.rules.outliers_count);
  const double z = decoder_.step(log_densities_);
  if (!(z > kImpossible)) update.flags |= kUnexplained;
  if (counts(update.flags, settings_.rules)) update.log_likelihood = z;
  update.lag = decoder_.held() - 1;
  update.posterior = update.lag == 0 ? decoder_.filter().posterior() : decoder_.posterior(update.lag);
  update.label = most_probable_class(update.posterior);
  update.warming_up = count_ < std::max<std::uint64_t>(settings_.warm_up, settings_.lag);
  ++count_;
  return update;
}

void Stream::reset() {
  decoder_.reset();
  count_ = 0;
}

std::vector<double> Stream::state() const {
  std::vector<double> state = {static_cast<double>(count_)};
  const std::vector<double> of_decoder = decoder_.state();
  state.insert(state.end(), of_decoder.begin(), of_decoder.end());
  return state;
}

void Stream::restore(std::span<const double> state) {
  constexpr double most_samples = 9007199254740992.0;  // 2^53
  if (state.empty() || !(state[0] >= 0.0 && state[0] <= most_samples)) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} numbers that are no state of this stream", state.size()));
  }
  decoder_.restore(state.subspan(1));
  count_ = static_cast<std::uint64_t>(state[0]);
}

}  // namespace biotropy::sicamm
