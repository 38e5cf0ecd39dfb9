// SPDX-License-Identifier: Apache-2.0
#include "epoch_array.hpp"

#include "biotropy/entropy/measure.hpp"
#include "values.hpp"

namespace biotropy::r {

EpochArray::EpochArray(const series::EpochView& epochs, entropy::Measure measure, const entropy::Parameters& parameters,
                       const NaAction& gaps, std::span<const std::string> labels)
    : epochs_(epochs), of_epoch_(entropy::values_of_epoch(measure, epochs.n_channels)) {
  epochs_.labels = labels;
  passed_.resize(entropy::epochs_of_values(parameters, epochs_.n_epochs) * of_epoch_);
  if (!gaps.passes) return;
  for (std::size_t i = 0; i < epochs_.n_epochs * epochs_.n_channels; ++i) {
    if (has_gap(epochs_.samples(i / epochs_.n_channels, i % epochs_.n_channels))) passed_[value_of(i)] = 1;
  }
  mark();
}

void EpochArray::pass_with(const EpochArray& other) {
  for (std::size_t i = 0; i < passed_.size(); ++i) passed_[i] |= other.passed_[i];
  mark();
}

std::size_t EpochArray::value_of(std::size_t series) const {
  return series * of_epoch_ / epochs_.n_channels % passed_.size();
}

void EpochArray::mark() {
  reasons_.assign(epochs_.n_epochs * epochs_.n_channels, {});
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    if (passed(value_of(i))) reasons_[i] = kPassed;
  }
}

series::EpochView EpochArray::view() const {
  series::EpochView epochs = epochs_;
  epochs.reasons = reasons_;
  return epochs;
}

}  // namespace biotropy::r
