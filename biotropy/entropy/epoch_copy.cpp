// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/epoch_copy_internal.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/error.hpp"
#include "biotropy/series/normalise.hpp"

namespace biotropy::entropy {

EpochCopy::EpochCopy(const series::EpochView& epochs, std::size_t first, std::size_t n)
    : n_channels_(epochs.n_channels), n_times_(epochs.n_times) {
  samples_.reserve(n * n_channels_ * n_times_);
  for (std::size_t epoch = first; epoch < first + n; ++epoch) {
    for (std::size_t channel = 0; channel < n_channels_; ++channel) {
      const series::Samples one = epochs.samples(epoch, channel);
      samples_.insert(samples_.end(), one.begin(), one.end());
    }
    const series::GapMarks gaps = epochs.gaps_of(epoch);
    gaps_.insert(gaps_.end(), gaps.begin(), gaps.end());
  }
  reasons_.resize(n * n_channels_);
  if (epochs.reasons.empty()) return;
  const auto rejected = epochs.reasons.subspan(first * n_channels_, n * n_channels_);
  reasons_.assign(rejected.begin(), rejected.end());
}

template <typename Check>
void EpochCopy::reject_each(const Check& check) {
  for (std::size_t index = 0; index < n_series(); ++index) {
    if (!reasons_[index].empty()) continue;
    try {
      check(samples(index));
    } catch (const Error& error) {
      if (!is_about_samples(error.code())) throw;
      reasons_[index] = error.what();
    }
  }
}

void EpochCopy::require_known(Missing missing) {
  reject_each([&](std::span<double> one) { require_known_samples(one, missing); });
}

void EpochCopy::normalise_each(int ddof) {
  reject_each([&](std::span<double> one) { series::normalise(one, ddof, one); });
}

void EpochCopy::normalise_together(int ddof) {
  for (std::size_t channel = 0; channel < n_channels_; ++channel) normalise_channel(channel, ddof);
}

void EpochCopy::normalise_channel(std::size_t channel, int ddof) {
  std::vector<double> joined;
  std::vector<std::size_t> used;
  for (std::size_t index = channel; index < n_series(); index += n_channels_) {
    if (!reasons_[index].empty()) continue;
    joined.insert(joined.end(), samples(index).begin(), samples(index).end());
    used.push_back(index);
  }
  if (used.empty()) return;
  try {
    series::normalise(joined, ddof, joined);
  } catch (const Error& error) {
    if (!is_about_samples(error.code())) throw;
    for (const std::size_t one : used) reasons_[one] = error.what();
  }
  for (std::size_t k = 0; k < used.size(); ++k) {
    std::copy_n(joined.begin() + static_cast<std::ptrdiff_t>(k * n_times_), n_times_, samples(used[k]).begin());
  }
}

series::EpochView EpochCopy::view() const {
  series::EpochView view(n_channels_ == 0 ? 0 : reasons_.size() / n_channels_, n_channels_, n_times_, samples_);
  view.reasons = reasons_;
  view.gaps = gaps_;
  return view;
}

}  // namespace biotropy::entropy
