// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/density/bandwidth.hpp"
#include "biotropy/sicamm/least_posterior_internal.hpp"
#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

namespace {

double mean_of(double sum, std::size_t count) {
  return count > 0 ? sum / static_cast<double>(count) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

Scorer::Scorer(std::size_t classes, std::size_t bins) : classes_(classes), confusion_(classes * classes), bins_(bins) {
  if (classes == 0) throw Error::argument("classes", "0", "an integer of at least 1");
  if (bins == 0) throw Error::argument("bins", "0", "an integer of at least 1");
}

void Scorer::check(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels,
                   std::span<const double> posteriors) const {
  if (labels.size() != truth.size() || posteriors.size() != truth.size() * classes_) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} labels and {} posteriors for {} samples and {} classes",
                                                     labels.size(), posteriors.size(), truth.size(), classes_));
  }
  const auto is_class = [&](std::int32_t k) { return k >= 0 && static_cast<std::size_t>(k) < classes_; };
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (!(is_class(truth[i]) || truth[i] == kUnlabelled) || !is_class(labels[i])) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("sample {}: {} and {} are not among {} classes", i, truth[i], labels[i], classes_));
    }
  }
  for (const double p : posteriors) {
    if (!(p >= 0.0 && p <= 1.0)) throw Error(ErrorCode::invalid_data, fmt::format("{} is no posterior", p));
  }
}

void Scorer::add_sample(std::int32_t truth, std::int32_t label, std::span<const double> posterior) {
  const auto right = static_cast<std::size_t>(truth), given = static_cast<std::size_t>(label);
  ++samples_;
  ++confusion_[right * classes_ + given];
  log_loss_ -= std::log(std::max(kLeastPosterior, posterior[right]));
  for (std::size_t k = 0; k < classes_; ++k) {
    const double off = posterior[k] - (k == right ? 1.0 : 0.0);
    brier_ += off * off;
  }
  const auto place = static_cast<std::size_t>(posterior[given] * static_cast<double>(bins_.size()));
  Bin& bin = bins_[std::min(place, bins_.size() - 1)];
  ++bin.samples;
  bin.right += right == given ? 1 : 0;
  bin.posteriors += posterior[given];
}

void Scorer::add_switches(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels) {
  for (std::size_t i = 1; i < truth.size(); ++i) {
    if (truth[i] == kUnlabelled || truth[i - 1] == kUnlabelled) continue;
    if (labels[i] != labels[i - 1]) ++label_switches_;
    if (truth[i] == truth[i - 1]) continue;
    ++switches_;
    for (std::size_t later = i; later < truth.size() && truth[later] == truth[i]; ++later) {
      if (labels[later] != truth[i]) continue;
      delays_.push_back(static_cast<double>(later - i));
      break;
    }
  }
}

void Scorer::add(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels,
                 std::span<const double> posteriors) {
  check(truth, labels, posteriors);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] != kUnlabelled) add_sample(truth[i], labels[i], posteriors.subspan(i * classes_, classes_));
  }
  add_switches(truth, labels);
}

Scores Scorer::scores() const {
  Scores result;
  result.classes = classes_;
  result.samples = samples_;
  result.confusion = confusion_;
  std::size_t right = 0, present = 0;
  double recalls = 0.0;
  for (std::size_t k = 0; k < classes_; ++k) {
    const auto row = confusion_.begin() + static_cast<std::ptrdiff_t>(k * classes_);
    const std::size_t of_class = std::accumulate(row, row + static_cast<std::ptrdiff_t>(classes_), std::size_t{0});
    const std::size_t found = confusion_[k * classes_ + k];
    right += found;
    result.recall.push_back(mean_of(static_cast<double>(found), of_class));
    if (of_class == 0) continue;
    recalls += result.recall.back();
    ++present;
  }
  result.accuracy = mean_of(static_cast<double>(right), samples_);
  result.balanced_accuracy = mean_of(recalls, present);
  result.log_loss = mean_of(log_loss_, samples_);
  result.brier = mean_of(brier_, samples_);
  double off = 0.0;
  for (std::size_t b = 0; b < bins_.size(); ++b) {
    const Bin& bin = bins_[b];
    const auto count = static_cast<double>(bins_.size());
    result.reliability.push_back({static_cast<double>(b) / count, static_cast<double>(b + 1) / count, bin.samples,
                                  mean_of(bin.posteriors, bin.samples),
                                  mean_of(static_cast<double>(bin.right), bin.samples)});
    off += std::abs(bin.posteriors - static_cast<double>(bin.right));
  }
  result.calibration_error = mean_of(off, samples_);
  result.switch_delay = {switches_, delays_.size(),
                         mean_of(std::accumulate(delays_.begin(), delays_.end(), 0.0), delays_.size()),
                         delays_.empty() ? std::numeric_limits<double>::quiet_NaN() : median(delays_), label_switches_};
  return result;
}

}  // namespace biotropy::sicamm
