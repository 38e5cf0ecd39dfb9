// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/classifier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/markov/decode.hpp"
#include "biotropy/sicamm/markov/log_sum_exp_internal.hpp"

namespace biotropy::sicamm {

namespace {

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

/// True if a sample with these flags counts for the class.
bool counts(std::uint8_t flags, const Rules& rules) {
  return (flags & (kMissing | kUnexplained)) == 0 && ((flags & kOutlier) == 0 || !rules.ignore_outliers);
}

void check_gaps(std::span<const std::size_t> gaps, std::size_t samples) {
  std::size_t before = 0;
  for (const std::size_t gap : gaps) {
    if (gap <= before || gap >= samples) {
      throw Error::argument("gaps", fmt::format("{} after {}", gap, before),
                            fmt::format("positions that increase, from 1 to below {}", samples));
    }
    before = gap;
  }
}

// Appends a piece of a recording; its flags are already set.
void decode_piece(const Chain& chain, std::span<const double> log_densities, const ClassifySettings& settings,
                  Classification& result) {
  Posteriors posteriors = decode(chain, log_densities, settings);
  for (double& z : posteriors.log_likelihoods) {
    std::uint8_t& flags = result.flags[result.log_likelihoods.size()];
    if (!(z > kImpossible)) flags |= kUnexplained;
    result.log_likelihoods.push_back(counts(flags, settings.rules) ? z : 0.0);
  }
  const auto labels = settings.decoder == Decoder::viterbi ? viterbi(chain, log_densities).classes
                                                           : most_probable(posteriors.values, result.classes);
  result.labels.insert(result.labels.end(), labels.begin(), labels.end());
  result.posteriors.insert(result.posteriors.end(), posteriors.values.begin(), posteriors.values.end());
}

std::int32_t most_probable_class(std::span<const double> posterior) {
  return static_cast<std::int32_t>(std::max_element(posterior.begin(), posterior.end()) - posterior.begin());
}

}  // namespace

void validate(const Rules& rules) {
  if (rules.beta && !(*rules.beta > 0.0 && *rules.beta <= 1.0)) {
    throw Error::argument("beta", fmt::format("{}", *rules.beta), "a number above 0 and at most 1");
  }
}

void validate(const ClassifySettings& settings) {
  validate(settings.rules);
  if (settings.decoder != Decoder::fixed_lag && settings.lag != ClassifySettings().lag) {
    throw Error::argument("lag", fmt::format("{}", settings.lag), "left out with other decoders than fixed-lag");
  }
}

std::vector<std::int32_t> Classification::states() const {
  std::vector<std::int32_t> result = labels;
  for (std::size_t i = 0; i < result.size(); ++i) {
    if ((flags[i] & kMissing) != 0) result[i] = kUnlabelled;
  }
  return result;
}

Classifier::Classifier(const Model& model, DensityMode mode, const Execution& execution)
    : densities_(model, mode, execution), chain_(model.chain), beta_(model.beta), outlier_level_(model.outlier_level) {}

std::uint8_t Classifier::weigh(std::span<double> log_densities, double beta, bool ignore_outliers) const {
  double best = kImpossible;
  for (const double value : log_densities) {
    if (std::isnan(value)) {
      std::fill(log_densities.begin(), log_densities.end(), 0.0);
      return kMissing;
    }
    best = std::max(best, value);
  }
  const bool outlier = best < outlier_level_;
  if (outlier && ignore_outliers) {
    std::fill(log_densities.begin(), log_densities.end(), 0.0);
  } else {
    for (double& value : log_densities) value *= beta;
  }
  return outlier ? kOutlier : 0;
}

Classification Classifier::classify(std::span<const double> samples, const ClassifySettings& settings,
                                    const Execution& execution) const {
  return classify(samples, {}, settings, execution);
}

Classification Classifier::classify(std::span<const double> samples, std::span<const std::size_t> gaps,
                                    const ClassifySettings& settings, const Execution& execution) const {
  validate(settings);
  const std::size_t classes = densities_.classes();
  std::vector<double> log_densities = densities_.log_densities(samples, settings.block, execution);
  const std::size_t n = log_densities.size() / classes;
  check_gaps(gaps, n);
  Classification result;
  result.classes = classes;
  result.flags.reserve(n);
  const double beta = settings.rules.beta.value_or(beta_);
  for (std::size_t i = 0; i < log_densities.size(); i += classes) {
    result.flags.push_back(weigh(std::span(log_densities).subspan(i, classes), beta, settings.rules.ignore_outliers));
  }
  for (std::size_t piece = 0; piece <= gaps.size(); ++piece) {
    const std::size_t begin = piece == 0 ? 0 : gaps[piece - 1], end = piece < gaps.size() ? gaps[piece] : n;
    decode_piece(chain_, std::span(log_densities).subspan(begin * classes, (end - begin) * classes), settings, result);
    if (piece > 0) result.flags[begin] |= kGap;
    for (std::size_t i = begin; i < std::min(end, begin + settings.warm_up); ++i) result.flags[i] |= kWarmUp;
  }
  for (const double z : result.log_likelihoods) result.log_likelihood += z;
  return result;
}

Stream::Stream(const Classifier& classifier, const StreamSettings& settings)
    : classifier_(classifier),
      settings_(settings),
      beta_(settings.rules.beta.value_or(classifier.beta())),
      workspace_(classifier.densities()),
      log_densities_(classifier.densities().classes()),
      decoder_(classifier.chain(), settings.lag),
      log_likelihoods_(settings.lag + 1),
      flags_(settings.lag + 1) {
  validate(settings.rules);
}

Update Stream::step(std::span<const double> sample) {
  classifier_.densities().log_densities(sample, log_densities_, workspace_);
  std::uint8_t flags = classifier_.weigh(log_densities_, beta_, settings_.rules.ignore_outliers);
  const double z = decoder_.step(log_densities_);
  if (!(z > kImpossible)) flags |= kUnexplained;
  const std::size_t place = count_ % flags_.size();
  log_likelihoods_[place] = counts(flags, settings_.rules) ? z : 0.0;
  if (count_ < settings_.warm_up) flags |= kWarmUp;
  if (std::exchange(after_gap_, false)) flags |= kGap;
  flags_[place] = flags;
  ++count_;
  return known(decoder_.held() - 1);
}

Update Stream::known(std::size_t back) {
  const std::size_t place = (count_ - 1 - back) % flags_.size();
  Update update;
  // The same operations as the decoders of whole recordings, so the bits are equal.
  update.posterior = settings_.lag == 0 ? decoder_.filter().posterior() : decoder_.posterior(back);
  update.label = most_probable_class(update.posterior);
  update.log_likelihood = log_likelihoods_[place];
  update.flags = flags_[place];
  update.lag = back;
  return update;
}

void Stream::reset(bool after_gap) {
  decoder_.reset();
  count_ = 0;
  after_gap_ = after_gap;
}

std::vector<double> Stream::state() const {
  std::vector<double> state = {static_cast<double>(count_), after_gap_ ? 1.0 : 0.0};
  for (std::size_t back = held(); back-- > 0;) {
    const std::size_t place = (count_ - 1 - back) % flags_.size();
    state.push_back(log_likelihoods_[place]);
    state.push_back(flags_[place]);
  }
  const std::vector<double> of_decoder = decoder_.state();
  state.insert(state.end(), of_decoder.begin(), of_decoder.end());
  return state;
}

void Stream::restore(std::span<const double> state) {
  const auto refuse = [&] {
    throw Error(ErrorCode::invalid_data, fmt::format("{} numbers that are no state of this stream", state.size()));
  };
  constexpr double most_samples = 9007199254740992.0;  // 2^53
  constexpr std::uint8_t every_flag = kMissing | kOutlier | kUnexplained | kGap | kWarmUp;
  const std::size_t begin = 2, of_sample = 2 + 2 * classifier_.chain().classes();
  if (state.size() < begin || !(state[0] >= 0.0 && state[0] <= most_samples && state[0] == std::floor(state[0])) ||
      !(state[1] == 0.0 || state[1] == 1.0)) {
    refuse();
  }
  const auto count = static_cast<std::uint64_t>(state[0]);
  const std::size_t samples = (state.size() - begin) / of_sample;
  if (samples != std::min<std::uint64_t>(count, flags_.size()) || state.size() != begin + samples * of_sample) refuse();
  const auto of_samples = state.subspan(begin, 2 * samples);
  for (std::size_t i = 0; i < of_samples.size(); i += 2) {
    const double z = of_samples[i], flags = of_samples[i + 1];
    if (!std::isfinite(z) || !(flags >= 0.0 && flags <= every_flag && flags == std::floor(flags))) refuse();
  }
  decoder_.restore(state.subspan(begin + 2 * samples));
  count_ = count;
  after_gap_ = state[1] == 1.0;
  for (std::size_t i = 0; i < samples; ++i) {
    const std::size_t place = (count_ - samples + i) % flags_.size();
    log_likelihoods_[place] = of_samples[2 * i];
    flags_[place] = static_cast<std::uint8_t>(of_samples[2 * i + 1]);
  }
}

}  // namespace biotropy::sicamm
