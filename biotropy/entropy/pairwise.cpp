// SPDX-License-Identifier: Apache-2.0
//
// Epochs are processed in batches whose size depends only on the size of an epoch: memory does not grow with their
// number, and means are added in the same order for every number of threads.
#include "biotropy/entropy/pairwise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/pooled_internal.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::entropy {

namespace {

// A device, and many threads, need several epochs at once; fewer of long epochs limit the memory.
constexpr std::size_t kFewestEpochs = 16, kMostEpochs = 64, kBytesPerBatch = std::size_t{16} << 20;

std::vector<match::Pair> all_pairs(std::size_t n_channels, bool symmetric) {
  std::vector<match::Pair> pairs;
  // Asked for at once, more than the machine has is refused before any of it is used.
  pairs.reserve(symmetric ? n_channels * (n_channels + 1) / 2 : n_channels * n_channels);
  for (std::uint32_t x = 0; x < n_channels; ++x) {
    for (std::uint32_t y = symmetric ? x : 0; y < n_channels; ++y) pairs.push_back({x, y});
  }
  return pairs;
}

class PairwiseJob {
 public:
  PairwiseJob(const series::EpochView& epochs, Measure measure, const Parameters& parameters, Keep keep,
              const Execution& execution, const ProgressCallback& progress)
      : epochs_(epochs),
        measure_(measure),
        parameters_(parameters),
        keep_(keep),
        execution_(execution),
        family_(row_of(measure).family()),
        pairs_(all_pairs(epochs.n_channels, row_of(measure).symmetric)),
        progress_(progress, static_cast<std::uint64_t>(epochs.n_epochs) * pairs_.size()) {
    const std::size_t channels = epochs.n_epochs * epochs.n_channels, entries = epochs.n_channels * epochs.n_channels;
    result_.n_epochs = epochs.n_epochs;
    result_.n_channels = epochs.n_channels;
    result_.templates_m.resize(channels);
    result_.templates_m1.resize(channels);
    result_.reasons.resize(channels);
    result_.mean.assign(entries, 0.0);
    result_.valid_epochs.assign(entries, 0);
    if (keep == Keep::epochs) {
      result_.values.assign(epochs.n_epochs * entries, kNaN);
      result_.matches_m.assign(epochs.n_epochs * entries, 0);
      result_.matches_m1.assign(epochs.n_epochs * entries, 0);
      if (has(measure, kMembership)) {
        result_.membership_m.assign(epochs.n_epochs * entries, 0.0);
        result_.membership_m1.assign(epochs.n_epochs * entries, 0.0);
        result_.pairs_m.assign(epochs.n_epochs * entries, 0);
        result_.pairs_m1.assign(epochs.n_epochs * entries, 0);
      }
    }
  }

  Pairwise run() {
    const std::size_t bytes_of_epoch = std::max<std::size_t>(epochs_.n_channels * epochs_.n_times * sizeof(double), 1);
    const std::size_t batch = std::clamp(kBytesPerBatch / bytes_of_epoch, kFewestEpochs, kMostEpochs);
    for (std::size_t first = 0; first < epochs_.n_epochs; first += batch) {
      run_batch(first, std::min(batch, epochs_.n_epochs - first));
    }
    for (std::size_t i = 0; i < result_.mean.size(); ++i) {
      result_.mean[i] = result_.valid_epochs[i] > 0 ? result_.mean[i] / result_.valid_epochs[i] : kNaN;
    }
    return std::move(result_);
  }

 private:
  void run_batch(std::size_t first, std::size_t n_epochs) {
    const std::size_t channels = n_epochs * epochs_.n_channels, entries = result_.mean.size();
    scores_.resize(channels * epochs_.n_times);
    series_.assign(channels, Samples());
    templates_.assign(channels, TemplateCount());
    values_.assign(n_epochs * entries, kNaN);
    with_threads(execution_, [&] {
      parallel_for(channels, execution_.cancel, [&](std::size_t channel) { prepare(first, channel); });
    });
    compare_batch(first);
    for (std::size_t epoch = 0; epoch < n_epochs; ++epoch) {
      for (std::size_t i = 0; i < entries; ++i) {
        const double value = values_[epoch * entries + i];
        if (!std::isfinite(value)) continue;
        result_.mean[i] += value;
        ++result_.valid_epochs[i];
      }
    }
    if (keep_ == Keep::epochs) {
      std::copy(values_.begin(), values_.end(), result_.values.begin() + static_cast<std::ptrdiff_t>(first * entries));
    }
  }

  void compare_batch(std::size_t first) {
    const Batch batch{measure_, series_, templates_, epochs_.n_channels, pairs_, parameters_.r};
    const Receive receive = [&](std::size_t group, std::size_t pair, const Entropy& entropy) {
      store(first, group, pairs_[pair], entropy);
    };
    const std::string_view engine = family_.measure(batch, parameters_, receive, execution_);
    // Batches of different sizes can have different fastest engines.
    if (result_.engine.find(engine) != std::string::npos) return;
    result_.engine += (result_.engine.empty() ? "" : ", ") + std::string(engine);
  }

  // Stores the compared samples of one (epoch, channel), or a reason and an empty series, in which nothing matches.
  void prepare(std::size_t first, std::size_t i) {
    const std::size_t index = first * epochs_.n_channels + i;
    const Samples samples = epochs_.samples(index / epochs_.n_channels, index % epochs_.n_channels);
    if (!epochs_.reasons.empty()) result_.reasons[index] = epochs_.reasons[index];
    if (!result_.reasons[index].empty()) return;
    try {
      require_usable(samples, measure_, parameters_, "the epoch");
      series_[i] = compared(samples, i);
      templates_[i] = family_.templates(measure_, series_[i], parameters_);
      result_.templates_m[index] = templates_[i].m;
      result_.templates_m1[index] = templates_[i].m1;
    } catch (const Error& error) {
      if (!is_about_samples(error.code())) throw;
      result_.reasons[index] = error.what();
    }
  }

  Samples compared(Samples samples, std::size_t i) {
    if (r_unit_of(measure_, parameters_) == series::RUnit::absolute) return samples;
    const auto scores = std::span(scores_).subspan(i * epochs_.n_times, epochs_.n_times);
    series::normalise(samples, parameters_.ddof, scores);
    return scores;
  }

  void store(std::size_t first, std::size_t group, match::Pair pair, const Entropy& entropy) {
    progress_.add();
    const std::size_t begin = group * epochs_.n_channels;
    if (series_[begin + pair.x].empty() || series_[begin + pair.y].empty()) return;
    store_entry(first, group, pair.x, pair.y, entropy);
    if (row_of(measure_).symmetric) store_entry(first, group, pair.y, pair.x, entropy);
  }

  void store_entry(std::size_t first, std::size_t group, std::size_t channel, std::size_t partner,
                   const Entropy& entropy) {
    values_[result_.entry(group, channel, partner)] = entropy.value;
    if (keep_ == Keep::mean) return;
    const std::size_t index = result_.entry(first + group, channel, partner);
    result_.matches_m[index] = entropy.matches_m;
    result_.matches_m1[index] = entropy.matches_m1;
    if (!has(measure_, kMembership)) return;
    result_.membership_m[index] = entropy.membership_m;
    result_.membership_m1[index] = entropy.membership_m1;
    result_.pairs_m[index] = entropy.pairs_m;
    result_.pairs_m1[index] = entropy.pairs_m1;
  }

  series::EpochView epochs_;
  Measure measure_;
  const Parameters& parameters_;
  Keep keep_;
  const Execution& execution_;
  const Family& family_;
  std::vector<match::Pair> pairs_;
  ProgressMeter progress_;
  Pairwise result_;

  std::vector<double> scores_;  // of the batch
  std::vector<Samples> series_;
  std::vector<TemplateCount> templates_;
  std::vector<double> values_;
};

}  // namespace

std::string Pairwise::reason(std::size_t epoch, std::size_t channel, std::size_t partner) const {
  const std::string& of_channel = reasons[epoch * n_channels + channel];
  if (!of_channel.empty()) return "channel: " + of_channel;
  const std::string& of_partner = reasons[epoch * n_channels + partner];
  if (!of_partner.empty()) return "partner: " + of_partner;
  if (values.empty() || std::isfinite(values[entry(epoch, channel, partner)])) return {};
  const std::size_t index = entry(epoch, channel, partner);
  const bool matches_at_m = matches_m[index] > 0 || (!membership_m.empty() && membership_m[index] > 0.0);
  return matches_at_m ? "templates of length m + 1 without a match" : "no templates of length m match";
}

Pairwise pairwise(const series::EpochView& epochs, Measure measure, const Parameters& parameters, Keep keep,
                  const Execution& execution, const ProgressCallback& progress) {
  validate(measure, parameters);
  biotropy::validate(execution);
  if (!is_cross(measure)) throw Error::argument("measure", std::string(word(measure)), "a measure of two series");
  if (parameters.pool_epochs != PoolEpochs::no)
    return pooled_pairwise(epochs, measure, parameters, execution, progress);
  return PairwiseJob(epochs, measure, parameters, keep, execution, progress).run();
}

std::vector<Entropy> each_channel(const series::EpochView& epochs, Measure measure, const Parameters& parameters,
                                  const Execution& execution, const ProgressCallback& progress) {
  return grid_each_channel(epochs, measure, {{length_of(measure, parameters)}, {parameters.r}}, parameters, execution,
                           progress);
}

namespace {

template <typename T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

void append_epochs(Pairwise& all, const Pairwise& more, Keep keep) {
  const std::size_t entries = more.n_channels * more.n_channels;
  all.n_channels = more.n_channels;
  all.n_epochs += more.n_epochs;
  if (all.engine.find(more.engine) == std::string::npos) {
    all.engine += (all.engine.empty() ? "" : ", ") + more.engine;
  }
  all.mean.resize(entries, 0.0);
  all.valid_epochs.resize(entries, 0);
  for (std::size_t i = 0; i < more.values.size(); ++i) {
    if (!std::isfinite(more.values[i])) continue;
    all.mean[i % entries] += more.values[i];
    ++all.valid_epochs[i % entries];
  }
  append(all.templates_m, more.templates_m);
  append(all.templates_m1, more.templates_m1);
  append(all.reasons, more.reasons);
  if (keep == Keep::mean) return;
  append(all.values, more.values);
  append(all.matches_m, more.matches_m);
  append(all.matches_m1, more.matches_m1);
  append(all.membership_m, more.membership_m);
  append(all.membership_m1, more.membership_m1);
  append(all.pairs_m, more.pairs_m);
  append(all.pairs_m1, more.pairs_m1);
}

void divide_means(Pairwise& all) {
  for (std::size_t i = 0; i < all.mean.size(); ++i) {
    all.mean[i] = all.valid_epochs[i] > 0 ? all.mean[i] / all.valid_epochs[i] : kNaN;
  }
}

}  // namespace biotropy::entropy
