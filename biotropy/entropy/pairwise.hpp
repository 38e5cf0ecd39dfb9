// SPDX-License-Identifier: Apache-2.0
//
// A measure over all epochs and channels of a recording: one value per channel, or the matrix of all ordered pairs
// of channels (Martinez-Zarzuela et al. 2013, section 3.4), diagonal included. Epochs and channels are computed on
// several threads; a value that cannot be computed is NaN with a reason.
#pragma once

#include <string>
#include <vector>

#include "biotropy/entropy/formula.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::entropy {

/// Entry (epoch, channel, partner) at (epoch * channels + channel) * channels + partner: templates from `channel`,
/// matched in `partner`.
struct Pairwise {
  std::size_t n_epochs = 0, n_channels = 0;
  std::string engine;  ///< engines that counted, separated by commas; empty for the fuzzy measures

  /// Per entry (epoch, channel, partner); empty with Keep::mean.
  std::vector<double> values;
  std::vector<std::uint64_t> matches_m, matches_m1;
  /// Only for Cross-FuzzyEn, whose matches are all 0: sums of membership.
  std::vector<double> membership_m, membership_m1;
  /// Pairs of templates, for Cross-FuzzyEn and pooled epochs; otherwise the product of both channels' templates.
  std::vector<std::uint64_t> pairs_m, pairs_m1;

  /// Mean over the epochs with a finite value, per (channel, partner); NaN if there is none. With pooled epochs the
  /// value, and the epochs that have templates of both.
  std::vector<double> mean;
  std::vector<std::uint32_t> valid_epochs;

  /// Per (epoch, channel): templates of the channel, and the reason why it was not used (empty if it was).
  std::vector<std::uint64_t> templates_m, templates_m1;
  std::vector<std::string> reasons;

  std::size_t entry(std::size_t epoch, std::size_t channel, std::size_t partner) const {
    return (epoch * n_channels + channel) * n_channels + partner;
  }
  /// Why an entry is NaN or infinite; empty where it is finite.
  std::string reason(std::size_t epoch, std::size_t channel, std::size_t partner) const;
};

enum class Keep {
  epochs,  ///< the matrix of every epoch, and the mean
  mean     ///< only the mean over epochs: memory does not grow with their number
};

/// All ordered pairs of channels of every epoch; with pooled epochs one matrix, as of one epoch. @param measure a cross
/// measure.
/// @throws Error invalid_argument (also for a measure of one series), cancelled, no_engine.
Pairwise pairwise(const series::EpochView& epochs, Measure measure, const Parameters& parameters,
                  Keep keep = Keep::epochs, const Execution& execution = {}, const ProgressCallback& progress = {});

/// One value for each (epoch, channel), at epoch * channels + channel. @param measure a measure of one series.
/// A value that cannot be computed is NaN with its reason. @throws as pairwise.
std::vector<Entropy> each_channel(const series::EpochView& epochs, Measure measure, const Parameters& parameters,
                                  const Execution& execution = {}, const ProgressCallback& progress = {});

// Matrices of the epochs of several calls, one behind the other, and the means over all of them.

/// Adds the epochs of `more` behind those of `all`. The mean is a sum until divide_means(). @param keep Keep::mean
/// leaves out the values of single epochs.
void append_epochs(Pairwise& all, const Pairwise& more, Keep keep);

/// Makes means of the sums, over the epochs with a finite value; NaN where there is none.
void divide_means(Pairwise& all);

}  // namespace biotropy::entropy
