// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/density/bandwidth.hpp"
#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

namespace {

double mean_of(double sum, std::size_t count) {
  return count > 0 ? sum / static_cast<double>(count) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void check_scored(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels,
                  std::span<const double> posteriors, std::size_t classes) {
  if (labels.size() != truth.size() || posteriors.size() != truth.size() * classes) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} labels and {} posteriors for {} samples and {} classes",
                                                     labels.size(), posteriors.size(), truth.size(), classes));
  }
  const auto is_known = [&](std::int32_t k) {
    return k == kUnlabelled || (k >= 0 && static_cast<std::size_t>(k) < classes);
  };
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (!is_known(truth[i]) || !is_known(labels[i])) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("sample {}: {} and {} are not among {} classes", i, truth[i], labels[i], classes));
    }
  }
  for (const double p : posteriors) {
    if (!(p >= 0.0 && p <= 1.0)) throw Error(ErrorCode::invalid_data, fmt::format("{} is no posterior", p));
  }
}

void Tally::add(std::int32_t truth, std::int32_t label, std::span<const double> posterior) {
  const std::size_t classes = posterior.size();
  const auto right = static_cast<std::size_t>(truth);
  ++confusion[right * classes + static_cast<std::size_t>(label)];
  log_loss -= std::log(std::max(kLeastPosterior, posterior[right]));
  for (std::size_t k = 0; k < classes; ++k) {
    const double off = posterior[k] - (k == right ? 1.0 : 0.0);
    brier += off * off;
  }
}

Tally& Tally::operator+=(const Tally& other) {
  for (std::size_t i = 0; i < confusion.size(); ++i) confusion[i] += other.confusion[i];
  log_loss += other.log_loss;
  brier += other.brier;
  return *this;
}

LabelScores label_scores(const Tally& tally) {
  const auto classes = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(tally.confusion.size()))));
  std::vector<std::size_t> of_class(classes), with_label(classes);
  std::size_t samples = 0, right = 0;
  for (std::size_t k = 0; k < classes; ++k) {
    for (std::size_t label = 0; label < classes; ++label) {
      const std::size_t count = tally.confusion[k * classes + label];
      of_class[k] += count;
      with_label[label] += count;
      samples += count;
      right += k == label ? count : 0;
    }
  }
  LabelScores result;
  double chance = 0.0, recalls = 0.0, f1s = 0.0;
  std::size_t with_recall = 0, with_f1 = 0;
  for (std::size_t k = 0; k < classes; ++k) {
    const auto found = static_cast<double>(tally.confusion[k * classes + k]);
    result.recall.push_back(mean_of(found, of_class[k]));
    result.precision.push_back(mean_of(found, with_label[k]));
    result.f1.push_back(mean_of(2.0 * found, of_class[k] + with_label[k]));
    recalls += of_class[k] > 0 ? result.recall.back() : 0.0;
    with_recall += of_class[k] > 0 ? 1 : 0;
    f1s += of_class[k] + with_label[k] > 0 ? result.f1.back() : 0.0;
    with_f1 += of_class[k] + with_label[k] > 0 ? 1 : 0;
    chance += mean_of(static_cast<double>(of_class[k]), samples) * mean_of(static_cast<double>(with_label[k]), samples);
  }
  result.accuracy = mean_of(static_cast<double>(right), samples);
  result.balanced_accuracy = mean_of(recalls, with_recall);
  result.macro_f1 = mean_of(f1s, with_f1);
  result.kappa = chance < 1.0 ? (result.accuracy - chance) / (1.0 - chance) : std::numeric_limits<double>::quiet_NaN();
  result.log_loss = mean_of(tally.log_loss, samples);
  result.brier = mean_of(tally.brier, samples);
  return result;
}

Scorer::Scorer(std::size_t classes, std::size_t bins) : classes_(classes), tally_(classes), bins_(bins) {
  if (classes == 0) throw Error::argument("classes", "0", "an integer of at least 1");
  if (bins == 0) throw Error::argument("bins", "0", "an integer of at least 1");
}

void Scorer::add_sample(std::int32_t truth, std::int32_t label, std::span<const double> posterior) {
  ++samples_;
  tally_.add(truth, label, posterior);
  const double of_label = posterior[static_cast<std::size_t>(label)];
  const auto place = static_cast<std::size_t>(of_label * static_cast<double>(bins_.size()));
  Bin& bin = bins_[std::min(place, bins_.size() - 1)];
  ++bin.samples;
  bin.right += truth == label ? 1 : 0;
  bin.posteriors += of_label;
}

void Scorer::add_switches(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels) {
  for (std::size_t i = 1; i < truth.size(); ++i) {
    if (truth[i] == kUnlabelled || truth[i - 1] == kUnlabelled) continue;
    const bool seen = labels[i] != kUnlabelled && labels[i - 1] != kUnlabelled;
    if (seen && labels[i] != labels[i - 1]) ++label_switches_;
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
  check_scored(truth, labels, posteriors, classes_);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] == kUnlabelled) continue;
    if (labels[i] == kUnlabelled) {
      ++missing_;
      continue;
    }
    add_sample(truth[i], labels[i], posteriors.subspan(i * classes_, classes_));
  }
  add_switches(truth, labels);
}

Scores Scorer::scores() const {
  Scores result;
  static_cast<LabelScores&>(result) = label_scores(tally_);
  result.classes = classes_;
  result.samples = samples_;
  result.missing = missing_;
  result.confusion = tally_.confusion;
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
