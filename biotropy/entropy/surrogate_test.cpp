// SPDX-License-Identifier: Apache-2.0
//
// Surrogates are taken in blocks whose size depends on that of an epoch alone. A block is measured as a recording whose
// epochs are the surrogates, so that all of its series are spread over threads and devices at once.
#include "biotropy/entropy/surrogate_test.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "biotropy/entropy/null_distribution_internal.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/surrogates/generator.hpp"

namespace biotropy::entropy {

namespace {

constexpr std::size_t kMostInBlock = 64, kBytesPerBlock = std::size_t{64} << 20;

// What is tested: entries (channel[, partner], cell), and their values in every epoch of a view.
struct Tested {
  std::size_t n_partners, n_cells;  // 1 without pairs
  bool pairs, mean;                 // mean: over epochs, of each surrogate
  std::vector<double> observed;     // of every epoch, or of the mean
  std::function<std::vector<double>(const series::EpochView&)> values;
};

class TestRun {
 public:
  TestRun(const series::EpochView& epochs, Tested tested, const SurrogateSettings& settings, const Execution& execution,
          const ProgressCallback& progress)
      : epochs_(epochs),
        tested_(std::move(tested)),
        settings_(settings),
        execution_(execution),
        n_entries_(epochs.n_channels * tested_.n_partners * tested_.n_cells),
        block_(std::clamp<std::size_t>(kBytesPerBlock / std::max<std::size_t>(epoch_size() * sizeof(double), 1), 1,
                                       std::min<std::size_t>(kMostInBlock, settings.surrogates))),
        progress_(progress, static_cast<std::uint64_t>(epochs.n_epochs) * settings.surrogates) {
    for (const SurrogateNumber& number : kSurrogateNumbers)
      (test_.*number.column).assign(tested_.observed.size(), kNaN);
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

  bool is_used(std::size_t epoch, std::size_t channel) const {
    return epochs_.reasons.empty() || epochs_.reasons[epoch * epochs_.n_channels + channel].empty();
  }

  // Without a test: entries of a channel without surrogates, and those that the kind says nothing about.
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

  void leave_out(std::size_t channel, std::span<double> observed) const {
    for (std::size_t entry = 0; entry < n_entries_; ++entry) {
      const std::size_t pair = entry / tested_.n_cells;
      const bool concerns =
          pair / tested_.n_partners == channel || (tested_.pairs && pair % tested_.n_partners == channel);
      if (concerns) observed[entry] = kNaN;
    }
  }

  std::vector<double> observed_at(std::size_t first) const {
    const auto begin = tested_.observed.begin() + static_cast<std::ptrdiff_t>(first);
    std::vector<double> observed(begin, begin + static_cast<std::ptrdiff_t>(n_entries_));
    if (!tested_.pairs || !surrogates::needs_pairs(settings_.kind)) return observed;
    for (std::size_t channel = 0; channel < epochs_.n_channels; ++channel) {
      const std::size_t diagonal = (channel * tested_.n_partners + channel) * tested_.n_cells;
      std::fill_n(observed.begin() + static_cast<std::ptrdiff_t>(diagonal), tested_.n_cells, kNaN);
    }
    return observed;
  }

  surrogates::Generator generator_of(std::size_t epoch) const {
    return {epochs_, epoch, settings_.kind, static_cast<std::uint64_t>(settings_.seed), execution_};
  }

  // Values of surrogates, one after the other.
  std::vector<double> values_of(const surrogates::Generator& generator, std::size_t first, std::size_t n) {
    const std::size_t channels = epochs_.n_channels;
    samples_.resize(n * epoch_size());
    reasons_.clear();
    for (std::size_t k = 0; k < n; ++k) {
      reasons_.insert(reasons_.end(), generator.reasons().begin(), generator.reasons().end());
    }
    with_threads(execution_, [&] {
      parallel_for(n * channels, execution_.cancel, [&](std::size_t index) {
        if (!reasons_[index].empty()) return;
        generator.make(static_cast<std::uint32_t>(first + index / channels), index % channels,
                       std::span(samples_).subspan(index * epochs_.n_times, epochs_.n_times));
      });
    });
    series::EpochView view(n, channels, epochs_.n_times, samples_);
    view.reasons = reasons_;
    view.missing_are_gaps = epochs_.missing_are_gaps;
    return tested_.values(view);
  }

  void test_epoch(std::size_t epoch) {
    const std::size_t first_entry = epoch * n_entries_;
    const surrogates::Generator generator = generator_of(epoch);
    std::vector<double> observed = observed_at(first_entry);
    leave_out(generator, epoch, observed);
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
      leave_out(generator_of(epoch), epoch, observed);
    }
    NullDistribution distribution(observed, settings_.surrogates, settings_.stop);
    for (std::size_t first = 0; !distribution.finished(); first += block_) {
      const std::size_t n = in_block(first);
      std::vector<double> sums(n * n_entries_, 0.0);
      std::vector<std::uint32_t> counts(sums.size(), 0);
      for (std::size_t epoch = 0; epoch < epochs_.n_epochs; ++epoch) {
        const std::vector<double> values = values_of(generator_of(epoch), first, n);
        for (std::size_t i = 0; i < sums.size(); ++i) {
          if (!std::isfinite(values[i])) continue;
          sums[i] += values[i];
          ++counts[i];
        }
        progress_.add(n);
      }
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = counts[i] > 0 ? sums[i] / counts[i] : kNaN;
      for (std::size_t k = 0; k < n; ++k) distribution.add(std::span(sums).subspan(k * n_entries_, n_entries_));
    }
    distribution.write(test_, 0);
  }

  series::EpochView epochs_;
  Tested tested_;
  SurrogateSettings settings_;
  const Execution& execution_;
  std::size_t n_entries_, block_;
  ProgressMeter progress_;
  SurrogateTest test_;
  std::vector<double> samples_;  // of the block
  std::vector<std::string> reasons_;
};

}  // namespace

void validate(const SurrogateSettings& settings, bool pairs) {
  validate(settings);
  if (pairs || !surrogates::needs_pairs(settings.kind)) return;
  throw Error::argument("surrogate_kind", std::string(word(settings.kind)),
                        "for a measure of one series a kind that changes the series (not shift, not epochs)");
}

SurrogateTest test_each_channel(const series::EpochView& epochs, Measure measure, const Grid& grid,
                                const Parameters& parameters, std::span<const Entropy> observed,
                                const SurrogateSettings& settings, const Execution& execution,
                                const ProgressCallback& progress) {
  validate(settings, false);
  Tested tested{1, grid.size(), false, false, {}, {}};
  for (const Entropy& entropy : observed) tested.observed.push_back(entropy.value);
  tested.values = [&](const series::EpochView& view) {
    std::vector<double> values;
    for (const Entropy& entropy : grid_each_channel(view, measure, grid, parameters, execution)) {
      values.push_back(entropy.value);
    }
    return values;
  };
  return TestRun(epochs, std::move(tested), settings, execution, progress).run();
}

SurrogateTest test_multiscale(const series::EpochView& epochs, const MultiscaleParameters& parameters,
                              std::span<const Multiscale> observed, const SurrogateSettings& settings,
                              const Execution& execution, const ProgressCallback& progress) {
  validate(settings, false);
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
  return TestRun(epochs, {1, parameters.scales.size(), false, false, values_of(observed), measured}, settings,
                 execution, progress)
      .run();
}

SurrogateTest test_pairwise(const series::EpochView& epochs, Measure measure, const Grid& grid,
                            const Parameters& parameters, std::span<const Pairwise> observed, Keep keep,
                            const SurrogateSettings& settings, const Execution& execution,
                            const ProgressCallback& progress) {
  validate(settings, true);
  const auto side_by_side = [&](std::span<const Pairwise> cells, std::vector<double> Pairwise::*column) {
    std::vector<double> values((cells.front().*column).size() * cells.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = (cells[i % cells.size()].*column)[i / cells.size()];
    return values;
  };
  const auto measured = [&](const series::EpochView& view) {
    std::vector<Pairwise> cells;
    for (std::size_t cell = 0; cell < grid.size(); ++cell) {
      cells.push_back(pairwise(view, measure, grid.at(cell, parameters), Keep::epochs, execution));
    }
    return side_by_side(cells, &Pairwise::values);
  };
  const bool mean = keep == Keep::mean;
  std::vector<double> values = side_by_side(observed, mean ? &Pairwise::mean : &Pairwise::values);
  return TestRun(epochs, {epochs.n_channels, grid.size(), true, mean, std::move(values), measured}, settings, execution,
                 progress)
      .run();
}

}  // namespace biotropy::entropy
