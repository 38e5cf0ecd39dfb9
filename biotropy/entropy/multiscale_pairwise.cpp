// SPDX-License-Identifier: Apache-2.0
//
// Epochs are taken in batches, so that memory does not grow with their number, and means are added in the order of the
// epochs; pooled epochs are one batch.
#include "biotropy/entropy/multiscale_pairwise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "biotropy/entropy/epoch_copy_internal.hpp"
#include "biotropy/entropy/joined_pairwise_internal.hpp"
#include "biotropy/entropy/matrices_of_starts_internal.hpp"
#include "biotropy/entropy/pooled_epochs_internal.hpp"
#include "biotropy/entropy/scale_series_internal.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/series/gaps.hpp"

namespace biotropy::entropy {

namespace {

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
