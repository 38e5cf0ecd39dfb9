// SPDX-License-Identifier: Apache-2.0
//
// Epochs are taken in batches, so that memory does not grow with their number, and means are added in the order of the
// epochs; pooled epochs are one batch.
#include "biotropy/entropy/multiscale_pairwise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "biotropy/entropy/epoch_copy_internal.hpp"
#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/entropy/pooled_internal.hpp"
#include "biotropy/entropy/scale_series_internal.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/series/gaps.hpp"

namespace biotropy::entropy {

namespace {

// The matrices of a scale from those of its starts: the only one, the means of their values (Wu et al. 2013), or the
// values of their summed counts (Wu et al. 2014; for memberships, of their summed means: Azami et al. 2017).

class MatricesOfStarts {
 public:
  /// @param starts how many are added.
  MatricesOfStarts(const MultiscaleParameters& parameters, std::size_t starts);

  /// @param one matrices of Keep::epochs.
  void add(Pairwise one);

  Pairwise get();

 private:
  void add_values(const Pairwise& one);
  void add_counts_of(const Pairwise& one);
  void add_reasons(const Pairwise& one);

  const MultiscaleParameters& parameters_;
  std::size_t starts_, added_ = 0;
  Pairwise all_;
  std::vector<double> ratios_m_, ratios_m1_;  // rcmse: sums over the starts
  std::vector<std::uint64_t> pairs_m1_;       // the same
  std::vector<std::size_t> unusable_;         // starts with a reason, for each series
};

template <typename T>
void add_each(std::vector<T>& sum, const std::vector<T>& one) {
  sum.resize(one.size(), T{});
  for (std::size_t i = 0; i < one.size(); ++i) sum[i] += one[i];
}

MatricesOfStarts::MatricesOfStarts(const MultiscaleParameters& parameters, std::size_t starts)
    : parameters_(parameters), starts_(starts) {}

void MatricesOfStarts::add(Pairwise one) {
  if (!is_composite(parameters_.method)) {
    all_ = std::move(one);
    return;
  }
  add_reasons(one);
  add_values(one);
  add_counts_of(one);
  if (added_++ > 0) return;
  all_.n_epochs = one.n_epochs;
  all_.n_channels = one.n_channels;
  all_.engine = one.engine;
  all_.valid_epochs = one.valid_epochs;
}

// What one start lacks, the mean of the values lacks; the sum of the counts is that of the others.
void MatricesOfStarts::add_reasons(const Pairwise& one) {
  all_.reasons.resize(one.reasons.size());
  unusable_.resize(one.reasons.size(), 0);
  for (std::size_t i = 0; i < one.reasons.size(); ++i) {
    if (one.reasons[i].empty()) continue;
    ++unusable_[i];
    if (all_.reasons[i].empty()) all_.reasons[i] = one.reasons[i];
  }
}

void MatricesOfStarts::add_values(const Pairwise& one) {
  if (parameters_.method == MultiscaleMethod::cmse) add_each(all_.values, one.values);
}

void MatricesOfStarts::add_counts_of(const Pairwise& one) {
  add_each(all_.matches_m, one.matches_m);
  add_each(all_.matches_m1, one.matches_m1);
  add_each(all_.membership_m, one.membership_m);
  add_each(all_.membership_m1, one.membership_m1);
  add_each(all_.pairs_m, one.pairs_m);
  add_each(all_.pairs_m1, one.pairs_m1);
  add_each(all_.templates_m, one.templates_m);
  add_each(all_.templates_m1, one.templates_m1);
  if (parameters_.method != MultiscaleMethod::rcmse) return;
  const Family& family = row_of(parameters_.measure).family();
  const std::size_t n = one.n_channels, entries = n * n;
  ratios_m_.resize(one.values.size(), 0.0);
  ratios_m1_.resize(one.values.size(), 0.0);
  pairs_m1_.resize(one.values.size(), 0);
  for (std::size_t i = 0; i < one.values.size(); ++i) {
    const Entropy entry = entry_of(one, parameters_.measure, i / entries, i % entries / n, i % n);
    if (entry.pairs_m1 == 0) continue;
    const Ratio ratio = family.ratio(entry);
    ratios_m_[i] += ratio.at_m;
    ratios_m1_[i] += ratio.at_m1;
    pairs_m1_[i] += entry.pairs_m1;
  }
}

Pairwise MatricesOfStarts::get() {
  if (!is_composite(parameters_.method)) return std::move(all_);
  const auto starts = static_cast<double>(starts_);
  if (parameters_.method == MultiscaleMethod::cmse) {
    for (double& value : all_.values) value /= starts;
  } else {
    for (std::size_t i = 0; i < ratios_m_.size(); ++i) {
      Entropy entry;
      entry.value = kNaN;
      entry.pairs_m1 = pairs_m1_[i];
      if (entry.pairs_m1 > 0) {
        logarithm_of_ratio(entry, parameters_.measure, ratios_m_[i], ratios_m1_[i], parameters_.entropy);
      }
      all_.values.push_back(entry.value);
    }
  }
  for (std::size_t i = 0; i < all_.reasons.size(); ++i) {
    if (parameters_.method == MultiscaleMethod::rcmse && unusable_[i] < starts_) all_.reasons[i].clear();
  }
  if (parameters_.entropy.pool_epochs != PoolEpochs::no) all_.mean = all_.values;
  return std::move(all_);
}

// A device needs many epochs at once.
constexpr std::size_t kEpochsOfBatch = 16;

// Series that stand for those of a batch at one scale, all of one length.
class CoarseEpochs {
 public:
  CoarseEpochs(EpochCopy& batch, const MultiscaleParameters& parameters, int scale, int start,
               const Execution& execution)
      : n_series_(batch.n_series()), series_(n_series_), reasons_(n_series_) {
    with_threads(execution, [&] {
      parallel_for(n_series_, execution.cancel, [&](std::size_t index) {
        reasons_[index] = batch.reason(index);
        if (!reasons_[index].empty()) return;
        try {
          // Each series has its templates: a gap of one channel does not concern another.
          const auto gaps = gaps_in(batch.samples(index), batch.gaps(index), parameters);
          std::vector<double> coarse = series_at(batch.samples(index), scale, start, parameters, gaps);
          const auto coarse_gaps = gaps_at(gaps, scale, start, parameters.method);
          const int tau = coarse_gaps.empty() ? 1 : parameters.entropy.tau;
          series_[index] = tau > 1 ? series::with_wide_gaps(coarse, coarse_gaps, tau) : std::move(coarse);
        } catch (const Error& error) {
          if (!is_about_samples(error.code())) throw;
          reasons_[index] = error.what();
        }
      });
    });
    join();
  }

  series::EpochView view(std::size_t n_channels) const {
    series::EpochView view(n_channels == 0 ? 0 : n_series_ / n_channels, n_channels, n_times_, samples_);
    view.reasons = reasons_;
    return view;
  }

 private:
  // Shorter series get missing samples at the end, which no template may touch.
  void join() {
    for (const auto& one : series_) n_times_ = std::max(n_times_, one.size());
    samples_.reserve(n_series_ * n_times_);
    for (const auto& one : series_) {
      samples_.insert(samples_.end(), one.begin(), one.end());
      samples_.insert(samples_.end(), n_times_ - one.size(), kNaN);
    }
    series_ = {};
  }

  std::size_t n_series_, n_times_ = 0;
  std::vector<std::vector<double>> series_;
  std::vector<double> samples_;
  std::vector<std::string> reasons_;
};

class MultiscalePairwiseJob {
 public:
  MultiscalePairwiseJob(const series::EpochView& epochs, const MultiscaleParameters& parameters, Keep keep,
                        const Execution& execution, const ProgressCallback& progress)
      : epochs_(epochs),
        parameters_(parameters),
        keep_(keep),
        execution_(execution),
        at_scales_(parameters.entropy),
        progress_(progress, epochs.n_epochs * starts_in_all(epochs.n_times, parameters)) {
    result_.scales.resize(parameters.scales.size());
    for (const int scale : parameters.scales) result_.samples.push_back(samples_at(scale));
    if (normalises_original()) at_scales_.r_unit = series::RUnit::absolute;
  }

  MultiscalePairwise run() {
    const bool pooled = parameters_.entropy.pool_epochs != PoolEpochs::no;
    if (pooled) notify_of_epochs_left_out(epochs_, parameters_.entropy.missing, execution_);
    const std::size_t batch = pooled ? std::max<std::size_t>(epochs_.n_epochs, 1) : kEpochsOfBatch;
    std::size_t first = 0;
    do {  // once even without epochs, for matrices of no epochs
      run_batch(first, std::min(batch, epochs_.n_epochs - first));
      first += batch;
    } while (first < epochs_.n_epochs);
    for (Pairwise& matrix : result_.scales) {
      if (!pooled) divide_means(matrix);
    }
    add_complexity();
    return std::move(result_);
  }

 private:
  // Of the first start: complete windows, or every sample that is kept.
  std::size_t samples_at(int scale) const {
    const auto step = static_cast<std::size_t>(scale);
    const std::size_t more = parameters_.method == MultiscaleMethod::rmse ? step - 1 : 0;
    return (epochs_.n_times + more) / step;
  }

  // The samples as they are compared, and their tolerance, are then those of the original at every scale.
  bool normalises_original() const {
    return tolerance_of(parameters_) == ToleranceOf::original &&
           r_unit_of(parameters_.measure, parameters_.entropy) != series::RUnit::absolute;
  }

  void run_batch(std::size_t first, std::size_t n_epochs) {
    EpochCopy batch(epochs_, first, n_epochs);
    batch.require_known(parameters_.entropy.missing);
    if (normalises_original()) {
      const int ddof = parameters_.entropy.ddof;
      if (parameters_.entropy.pool_epochs == PoolEpochs::recording) {
        batch.normalise_together(ddof);
      } else {
        batch.normalise_each(ddof);
      }
    }
    for (std::size_t scale = 0; scale < parameters_.scales.size(); ++scale) {
      add_batch(scale, matrices_at(batch, scale));
    }
  }

  Pairwise matrices_at(EpochCopy& batch, std::size_t position) {
    const int scale = parameters_.scales[position];
    const std::size_t starts = starts_at(scale, epochs_.n_times, parameters_);
    MatricesOfStarts together(parameters_, starts);
    for (int start = 0; start < static_cast<int>(starts); ++start) {
      if (execution_.cancel != nullptr) execution_.cancel->check();
      const CoarseEpochs coarse(batch, parameters_, scale, start, execution_);
      Pairwise matrix =
          pairwise(coarse.view(epochs_.n_channels), parameters_.measure, at_scales_, Keep::epochs, execution_);
      for (std::size_t i = 0; i < matrix.reasons.size(); ++i) {
        std::string& reason = matrix.reasons[i];
        if (!reason.empty() && batch.reason(i).empty()) reason = fmt::format("scale {}: {}", scale, reason);
      }
      together.add(std::move(matrix));
      progress_.add(batch.n_series() / std::max<std::size_t>(epochs_.n_channels, 1));
    }
    return together.get();
  }

  // Behind those of earlier batches.
  void add_batch(std::size_t position, Pairwise batch) {
    Pairwise& all = result_.scales[position];
    if (parameters_.entropy.pool_epochs != PoolEpochs::no) {
      all = std::move(batch);
      return;
    }
    append_epochs(all, batch, keep_);
  }

  void add_complexity() {
    for (const Pairwise& matrix : result_.scales) {
      const std::vector<double>& values = keep_ == Keep::mean ? matrix.mean : matrix.values;
      result_.complexity_index.resize(values.size(), 0.0);
      for (std::size_t i = 0; i < values.size(); ++i) {
        result_.complexity_index[i] += std::isfinite(values[i]) ? values[i] : kNaN;
      }
    }
  }

  series::EpochView epochs_;
  const MultiscaleParameters& parameters_;
  Keep keep_;
  const Execution& execution_;
  Parameters at_scales_;  // of every scale
  ProgressMeter progress_;
  MultiscalePairwise result_;
};

}  // namespace

MultiscalePairwise multiscale_pairwise(const series::EpochView& epochs, const MultiscaleParameters& parameters,
                                       Keep keep, const Execution& execution, const ProgressCallback& progress) {
  validate(parameters);
  biotropy::validate(execution);
  if (!is_cross(parameters.measure)) {
    throw Error::argument("measure", std::string(word(parameters.measure)), "a measure of two series");
  }
  return MultiscalePairwiseJob(epochs, parameters, keep, execution, progress).run();
}

}  // namespace biotropy::entropy
