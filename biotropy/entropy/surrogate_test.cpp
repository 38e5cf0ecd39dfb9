// SPDX-License-Identifier: Apache-2.0
//
// Surrogates are taken in blocks whose size depends on that of an epoch alone. A block is measured as a recording whose
// epochs are the surrogates, so that all of its series are spread over threads and devices at once.
#include "biotropy/entropy/surrogate_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/null_distribution_internal.hpp"
#include "biotropy/entropy/series_without_value.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/surrogates/generator.hpp"
#include "biotropy/surrogates/iaaft.hpp"

namespace biotropy::entropy {

namespace {

constexpr std::size_t kMostInBlock = 64, kBytesPerBlock = std::size_t{64} << 20;
// A test of means goes through all epochs for each block, and what it has drawn is kept after each.
constexpr std::size_t kMostMeansInBlock = 16;

// What is tested: entries of every epoch (channel[, partner], cell), and their values in every epoch of a view.
struct Tested {
  std::size_t n_entries;
  bool mean;                                                                       // over epochs, of each surrogate
  std::vector<double> observed;                                                    // of every epoch, or of the mean
  std::function<std::pair<std::size_t, std::size_t>(std::size_t entry)> channels;  // equal ones for a single series
  std::function<std::vector<double>(const series::EpochView&)> values;
  SeriesTaken taken;
};

// In place of a channel: an entry of all channels together.
constexpr std::size_t kAllChannels = std::numeric_limits<std::size_t>::max();

// Channels of entries (channel, cell), or of all channels together.
auto of_channel(std::size_t n_cells, bool of_all) {
  return [=](std::size_t entry) {
    const std::size_t channel = of_all ? kAllChannels : entry / n_cells;
    return std::pair(channel, channel);
  };
}

// Means over the epochs with a finite value; NaN where there is none.
class Means {
 public:
  explicit Means(std::size_t n) : sums_(n, 0.0), counts_(n, 0) {}

  /// @param values of one epoch.
  void add(std::span<const double> values) {
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      if (!std::isfinite(values[i])) continue;
      sums_[i] += values[i];
      ++counts_[i];
    }
  }

  std::vector<double> get() {
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] = counts_[i] > 0 ? sums_[i] / counts_[i] : kNaN;
    return std::move(sums_);
  }

 private:
  std::vector<double> sums_;
  std::vector<std::uint32_t> counts_;
};

std::vector<double> mean_over_epochs(std::span<const double> values, std::size_t n_epochs) {
  const std::size_t n = n_epochs > 0 ? values.size() / n_epochs : 0;
  Means means(n);
  for (std::size_t epoch = 0; epoch < n_epochs; ++epoch) means.add(values.subspan(epoch * n, n));
  return means.get();
}

// Entries (channel, partner, cell) of matrices, one for each cell.
std::vector<double> side_by_side(std::span<const Pairwise> cells, std::vector<double> Pairwise::*column) {
  std::vector<double> values((cells.front().*column).size() * cells.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = (cells[i % cells.size()].*column)[i / cells.size()];
  return values;
}

class TestRun {
 public:
  TestRun(const series::EpochView& epochs, Tested tested, const SurrogateSettings& settings, const Execution& execution,
          const ProgressCallback& progress, SurrogateStore* store)
      : epochs_(epochs),
        tested_(std::move(tested)),
        settings_(settings),
        execution_(execution),
        store_(store),
        n_entries_(tested_.n_entries),
        block_(std::clamp<std::size_t>(
            kBytesPerBlock / std::max<std::size_t>(epoch_size() * sizeof(double), 1), 1,
            std::min<std::size_t>(tested_.mean ? kMostMeansInBlock : kMostInBlock, settings.surrogates))),
        progress_(progress, static_cast<std::uint64_t>(epochs.n_epochs) * settings.surrogates) {
    for (const SurrogateNumber& number : kSurrogateNumbers)
      (test_.*number.column).assign(tested_.observed.size(), kNaN);
    leave_out_series();
  }

  SurrogateTest run() {
    if (tested_.mean) {
      test_mean();
    } else {
      for (std::size_t epoch = 0; epoch < epochs_.n_epochs; ++epoch) test_epoch(epoch);
    }
    return std::move(test_);
  }

 private:
  std::size_t epoch_size() const { return epochs_.n_channels * epochs_.n_times; }

  std::size_t in_block(std::size_t first) const { return std::min(block_, settings_.surrogates - first); }

  // Series without a value are in no mean, and epochs are exchanged among those with values of the same channels.
  void leave_out_series() {
    const bool exchanged = settings_.kind == surrogates::Kind::epochs;
    if (!tested_.mean && !exchanged) return;
    without_value_ = series_without_value(epochs_, tested_.taken, execution_);
    epochs_.reasons = without_value_;
    if (exchanged) count_alone();
  }

  void count_alone() {
    for (std::size_t epoch = 0; epoch < epochs_.n_epochs; ++epoch) {
      std::size_t used = 0;
      for (std::size_t channel = 0; channel < epochs_.n_channels; ++channel) used += is_used(epoch, channel);
      if (used < 2) continue;
      ++test_.n_exchangeable;
      test_.n_alone += surrogates::epochs_alike(epochs_, epoch).size() == 1;
    }
  }

  bool is_used(std::size_t epoch, std::size_t channel) const {
    return epochs_.reasons.empty() || epochs_.reasons[epoch * epochs_.n_channels + channel].empty();
  }

  // Without a test: entries of a channel without surrogates.
  void leave_out(const surrogates::Generator& generator, std::size_t epoch, std::span<double> observed) {
    const auto& reasons = generator.reasons();
    for (std::size_t channel = 0; channel < reasons.size(); ++channel) {
      if (reasons[channel].empty() || !is_used(epoch, channel)) continue;
      if (test_.n_unusable++ == 0) {
        test_.unusable_epoch = epoch;
        test_.unusable_channel = channel;
        test_.reason = reasons[channel];
      }
      leave_out(channel, observed);
    }
  }

  void note_distorted(const surrogates::Generator& generator, std::size_t epoch) {
    if (settings_.kind != surrogates::Kind::iaaft) return;
    for (std::size_t channel = 0; channel < epochs_.n_channels; ++channel) {
      if (!generator.reasons()[channel].empty()) continue;
      if (!surrogates::distorts_iaaft(epochs_.samples(epoch, channel)) || test_.n_distorted++ > 0) continue;
      test_.distorted_epoch = epoch;
      test_.distorted_channel = channel;
    }
  }

  void leave_out(std::size_t channel, std::span<double> observed) const {
    for (std::size_t entry = 0; entry < n_entries_; ++entry) {
      const auto [one, other] = tested_.channels(entry);
      if (one == kAllChannels || one == channel || other == channel) observed[entry] = kNaN;
    }
  }

  std::vector<double> observed_at(std::size_t first) const {
    const auto begin = tested_.observed.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(n_entries_)};
  }

  surrogates::Generator generator_of(std::size_t epoch) const {
    return {
        epochs_, epoch, settings_.kind, static_cast<std::uint64_t>(settings_.seed), execution_, settings_.first_epoch};
  }

  // Values of surrogates, one after the other.
  std::vector<double> values_of(const surrogates::Generator& generator, std::size_t first, std::size_t n) {
    const std::size_t channels = epochs_.n_channels;
    samples_.resize(n * epoch_size());
    reasons_.clear();
    std::vector<surrogates::Generator::Wanted> wanted;
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t channel = 0; channel < channels; ++channel) {
        const std::span samples = std::span(samples_).subspan(reasons_.size() * epochs_.n_times, epochs_.n_times);
        reasons_.push_back(generator.reasons()[channel]);
        if (reasons_.back().empty()) wanted.push_back({static_cast<std::uint32_t>(first + k), channel, samples});
      }
    }
    generator.make(wanted, execution_);
    series::EpochView view(n, channels, epochs_.n_times, samples_);
    view.reasons = reasons_;
    // An exchanged channel brings the gaps of its own epoch, so that every missing sample counts as one.
    if (!epochs_.gaps.empty()) gaps_.assign(n * epochs_.n_times, 1);
    view.gaps = gaps_;
    return tested_.values(view);
  }

  void test_epoch(std::size_t epoch) {
    const std::size_t first_entry = epoch * n_entries_;
    const surrogates::Generator generator = generator_of(epoch);
    std::vector<double> observed = observed_at(first_entry);
    leave_out(generator, epoch, observed);
    note_distorted(generator, epoch);
    NullDistribution distribution(observed, settings_.surrogates, settings_.stop);
    for (std::size_t first = 0; !distribution.finished(); first += block_) {
      const std::size_t n = in_block(first);
      const std::vector<double> values = values_of(generator, first, n);
      for (std::size_t k = 0; k < n; ++k) distribution.add(std::span(values).subspan(k * n_entries_, n_entries_));
      progress_.add(n);
    }
    distribution.write(test_, first_entry);
  }

  // The mean over epochs of the same surrogate of each.
  void test_mean() {
    std::vector<double> observed = observed_at(0);
    for (std::size_t epoch = 0; epoch < epochs_.n_epochs; ++epoch) {
      const surrogates::Generator generator = generator_of(epoch);
      leave_out(generator, epoch, observed);
      note_distorted(generator, epoch);
    }
    NullDistribution distribution(observed, settings_.surrogates, settings_.stop);
    for (std::size_t first = 0; !distribution.finished();) {
      const std::vector<double> means = kept_or_drawn(first);
      const std::size_t n = std::min(means.size() / n_entries_, settings_.surrogates - first);
      for (std::size_t k = 0; k < n; ++k) distribution.add(std::span(means).subspan(k * n_entries_, n_entries_));
      first += n;
    }
    distribution.write(test_, 0);
  }

  // Means of surrogates from number `first` on.
  std::vector<double> kept_or_drawn(std::size_t first) {
    if (store_ != nullptr) {
      std::vector<double> kept = store_->take(first);
      if (!kept.empty() && kept.size() % n_entries_ == 0) {
        progress_.add(std::min(kept.size() / n_entries_, settings_.surrogates - first) * epochs_.n_epochs);
        return kept;
      }
    }
    const std::size_t n = in_block(first);
    Means means(n * n_entries_);
    for (std::size_t epoch = 0; epoch < epochs_.n_epochs; ++epoch) {
      means.add(values_of(generator_of(epoch), first, n));
      progress_.add(n);
    }
    std::vector<double> drawn = means.get();
    if (store_ != nullptr) store_->keep(first, drawn);
    return drawn;
  }

  series::EpochView epochs_;
  Tested tested_;
  SurrogateSettings settings_;
  const Execution& execution_;
  SurrogateStore* store_;
  std::size_t n_entries_, block_;
  ProgressMeter progress_;
  SurrogateTest test_;
  std::vector<std::string> without_value_;  // of every series
  std::vector<double> samples_;             // of the block
  std::vector<std::string> reasons_;
  std::vector<std::uint8_t> gaps_;
};

// A channel with itself is not tested, and a pair of a symmetric measure is in the family once.
SurrogateTest test_matrices(const series::EpochView& epochs, Measure measure, const Parameters& parameters,
                            std::span<const Pairwise> observed, Keep keep,
                            std::function<std::vector<double>(const series::EpochView&)> measured,
                            const SurrogateSettings& settings, const Execution& execution,
                            const ProgressCallback& progress, SurrogateStore* store) {
  const bool mean = keep == Keep::mean, symmetric = row_of(measure).symmetric;
  const std::size_t n = epochs.n_channels, cells = observed.size(), entries = n * n * cells;
  const auto channels = [=](std::size_t entry) { return std::pair(entry / cells / n, entry / cells % n); };
  std::vector<double> values = side_by_side(observed, mean ? &Pairwise::mean : &Pairwise::values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto [one, other] = channels(i % entries);
    if (one == other || (symmetric && one > other)) values[i] = kNaN;
  }
  SurrogateTest test =
      TestRun(epochs,
              {entries, mean, std::move(values), channels, std::move(measured), series_taken(measure, parameters)},
              settings, execution, progress, store)
          .run();
  if (!symmetric) return test;
  test.copies = 2;
  for (const SurrogateNumber& number : kSurrogateNumbers) {
    std::vector<double>& column = test.*number.column;
    for (std::size_t i = 0; i < column.size(); ++i) {
      const auto [one, other] = channels(i % entries);
      if (one > other) column[i] = column[i - (one - other) * (n - 1) * cells];
    }
  }
  return test;
}

// The kind that a measure needs in place of one that tests nothing with it; empty where it tests something.
std::string kind_needed(Measure measure, surrogates::Kind kind) {
  if (!surrogates::needs_pairs(kind) || is_multivariate(measure)) return {};
  if (!is_cross(measure)) return "for a measure of one series a kind that changes the series (not shift, not epochs)";
  if (kind != surrogates::Kind::shift) return {};
  return fmt::format(
      "for {}, which compares templates at any distance in time and so notices only the seam of a rotated series, "
      "another kind (iaaft, aaft, phases, joint-phases, shuffle, epochs)",
      title(measure));
}

// "epoch 1 of 3, channel 2 of 4", or with the names of the channels; the epoch where there are several.
std::string place(const series::EpochView& x, bool has_y, std::size_t epoch, std::size_t channel) {
  const std::size_t of_side = channel % x.n_channels;
  const std::string name = x.labels.empty() ? fmt::format("{} of {}", of_side + 1, x.n_channels) : x.labels[of_side];
  const char* side = !has_y ? "" : channel < x.n_channels ? " of x" : " of y";
  const std::string of_epoch = x.n_epochs > 1 ? fmt::format("epoch {} of {}, ", epoch + 1, x.n_epochs) : "";
  return fmt::format("{}channel {}{}", of_epoch, name, side);
}

}  // namespace

void validate(const SurrogateSettings& settings, Measure measure) {
  validate(settings);
  const std::string needed = kind_needed(measure, settings.kind);
  if (!needed.empty()) throw Error::argument("surrogate_kind", std::string(word(settings.kind)), needed);
}

Notices notices_of(const SurrogateTest& test, const series::EpochView& tested, bool has_y) {
  Notices notices;
  if (test.n_unusable > 0) {
    notices.push_back(warning(
        "not_tested", fmt::format("{} series not tested against surrogates; {}: {}", test.n_unusable,
                                  place(tested, has_y, test.unusable_epoch, test.unusable_channel), test.reason)));
  }
  if (test.n_alone > 0 && 2 * test.n_alone >= test.n_exchangeable) {
    notices.push_back(
        warning("epochs_not_exchanged", fmt::format("{} of {} epochs stay in their place, as no other epoch has the "
                                                    "same channels: p is too large; leave out channels that are "
                                                    "often rejected",
                                                    test.n_alone, test.n_exchangeable)));
  }
  if (test.n_distorted > 0) {
    const std::string where = place(tested, has_y, test.distorted_epoch, test.distorted_channel);
    notices.push_back(warning("distorted", fmt::format("{} {}; {}", test.n_distorted, kDistorted, where)));
  }
  return notices;
}

void require_no_test(const SurrogateSettings& settings, const Parameters& parameters) {
  if (settings.given()) require_single_epochs(parameters, "a test against surrogates");
}

SurrogateTest test_each_channel(const series::EpochView& epochs, Measure measure, const Grid& grid,
                                const Parameters& parameters, std::span<const Entropy> observed, Keep keep,
                                const SurrogateSettings& settings, const Execution& execution,
                                const ProgressCallback& progress, SurrogateStore* store) {
  validate(settings, measure);
  require_single_epochs(parameters, "a test against surrogates");
  const auto values_of = [](std::span<const Entropy> entropies) {
    std::vector<double> values;
    for (const Entropy& entropy : entropies) values.push_back(entropy.value);
    return values;
  };
  const auto measured = [&](const series::EpochView& view) {
    return values_of(grid_each_channel(view, measure, grid, parameters, execution));
  };
  std::vector<double> values = values_of(observed);
  const bool mean = keep == Keep::mean;
  if (mean) values = mean_over_epochs(values, epochs.n_epochs);
  const std::size_t cells = grid.size();
  return TestRun(epochs,
                 {values_of_epoch(measure, epochs.n_channels) * cells, mean, std::move(values),
                  of_channel(cells, is_multivariate(measure)), measured, series_taken(measure, parameters)},
                 settings, execution, progress, store)
      .run();
}

SurrogateTest test_multiscale(const series::EpochView& epochs, const MultiscaleParameters& parameters,
                              std::span<const Multiscale> observed, Keep keep, const SurrogateSettings& settings,
                              const Execution& execution, const ProgressCallback& progress, SurrogateStore* store) {
  validate(settings, parameters.measure);
  require_single_epochs(parameters.entropy, "a test against surrogates");
  const auto values_of = [](std::span<const Multiscale> curves) {
    std::vector<double> values;
    for (const Multiscale& curve : curves) {
      for (const ScaleEntropy& at : curve.scales) values.push_back(at.entropy.value);
    }
    return values;
  };
  const auto measured = [&](const series::EpochView& view) {
    return values_of(multiscale_each_channel(view, parameters, execution));
  };
  std::vector<double> values = values_of(observed);
  const bool mean = keep == Keep::mean;
  if (mean) values = mean_over_epochs(values, epochs.n_epochs);
  const std::size_t cells = parameters.scales.size();
  return TestRun(epochs,
                 {values_of_epoch(parameters.measure, epochs.n_channels) * cells, mean, std::move(values),
                  of_channel(cells, is_multivariate(parameters.measure)), measured,
                  series_taken(parameters.measure, parameters.entropy)},
                 settings, execution, progress, store)
      .run();
}

SurrogateTest test_pairwise(const series::EpochView& epochs, Measure measure, const Grid& grid,
                            const Parameters& parameters, std::span<const Pairwise> observed, Keep keep,
                            const SurrogateSettings& settings, const Execution& execution,
                            const ProgressCallback& progress, SurrogateStore* store) {
  validate(settings, measure);
  require_single_epochs(parameters, "a test against surrogates");
  const auto measured = [&](const series::EpochView& view) {
    std::vector<Pairwise> cells;
    for (std::size_t cell = 0; cell < grid.size(); ++cell) {
      cells.push_back(pairwise(view, measure, grid.at(cell, parameters), Keep::epochs, execution));
    }
    return side_by_side(cells, &Pairwise::values);
  };
  return test_matrices(epochs, measure, parameters, observed, keep, measured, settings, execution, progress, store);
}

SurrogateTest test_multiscale_pairwise(const series::EpochView& epochs, const MultiscaleParameters& parameters,
                                       std::span<const Pairwise> observed, Keep keep, const SurrogateSettings& settings,
                                       const Execution& execution, const ProgressCallback& progress,
                                       SurrogateStore* store) {
  validate(settings, parameters.measure);
  require_single_epochs(parameters.entropy, "a test against surrogates");
  const auto measured = [&](const series::EpochView& view) {
    const MultiscalePairwise found = multiscale_pairwise(view, parameters, Keep::epochs, execution);
    return side_by_side(found.scales, &Pairwise::values);
  };
  return test_matrices(epochs, parameters.measure, parameters.entropy, observed, keep, measured, settings, execution,
                       progress, store);
}

SurrogateTest test_two_series(const series::EpochView& epochs, Measure measure, const Parameters& parameters,
                              std::span<const Entropy> observed, const SurrogateSettings& settings,
                              const Execution& execution, const ProgressCallback& progress) {
  validate(settings, measure);
  const std::size_t n = epochs.n_channels / 2;
  const auto measured = [&](const series::EpochView& view) {
    std::vector<double> values(view.n_epochs * n, kNaN);
    with_threads(execution, [&] {
      parallel_for(values.size(), execution.cancel, [&](std::size_t index) {
        const std::size_t epoch = index / n, channel = index % n;
        values[index] = compute_or_reason(measure, view.samples(epoch, channel), view.samples(epoch, channel + n),
                                          parameters, execution)
                            .value;
      });
    });
    return values;
  };
  std::vector<double> values;
  for (const Entropy& entropy : observed) values.push_back(entropy.value);
  const auto channels = [=](std::size_t entry) { return std::pair(entry, entry + n); };
  return TestRun(epochs, {n, false, std::move(values), channels, measured, series_taken(measure, parameters)}, settings,
                 execution, progress, nullptr)
      .run();
}

}  // namespace biotropy::entropy
