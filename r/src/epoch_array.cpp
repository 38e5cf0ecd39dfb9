// SPDX-License-Identifier: Apache-2.0
#include "epoch_array.hpp"

#include "biotropy/entropy/measure.hpp"

namespace biotropy::r {

EpochArray::EpochArray(SEXP data, SEXP dimensions, entropy::Measure measure, const entropy::Parameters& parameters,
                       const NaAction& gaps)
    : samples_(Columns(data).all()) {
  const std::vector<std::size_t> sizes = to_sizes(dimensions);
  n_times_ = sizes[0];
  n_channels_ = sizes[1];
  n_epochs_ = sizes[2];
  const std::size_t of_epoch = entropy::values_of_epoch(measure, n_channels_);
  passed_.resize(entropy::epochs_of_values(parameters, n_epochs_) * of_epoch);
  reasons_.resize(n_epochs_ * n_channels_);
  if (!gaps.passes) return;
  const auto value_of = [&](std::size_t index) { return index * of_epoch / n_channels_ % passed_.size(); };
  const series::EpochView epochs = view();
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    if (has_gap(epochs.samples(i / n_channels_, i % n_channels_))) passed_[value_of(i)] = 1;
  }
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    if (passed(value_of(i))) reasons_[i] = kPassed;
  }
}

series::EpochView EpochArray::view() const {
  series::EpochView epochs(n_epochs_, n_channels_, n_times_, samples_);
  epochs.reasons = reasons_;
  return epochs;
}

std::vector<series::Samples> EpochArray::first() const {
  const series::EpochView epochs = view();
  std::vector<series::Samples> channels;
  for (std::size_t channel = 0; channel < n_channels_; ++channel) channels.push_back(epochs.samples(0, channel));
  return channels;
}

}  // namespace biotropy::r
