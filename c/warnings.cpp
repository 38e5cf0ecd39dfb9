// SPDX-License-Identifier: Apache-2.0
#include "c/warnings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "biotropy/prepare/reject.hpp"

namespace biotropy::c {

namespace {

constexpr std::size_t kSuspiciousRun = 100;

std::string place(const TestedSeries& tested, std::size_t epoch, std::size_t channel) {
  const bool of_y = channel >= tested.n_channels;
  const char* side = !tested.has_y ? "" : of_y ? " of y" : " of x";
  return fmt::format("epoch {} of {}, channel {} of {}{}", epoch + 1, tested.n_epochs, channel % tested.n_channels + 1,
                     tested.n_channels, side);
}

}  // namespace

void warn_of_padding(const Run& run, const series::EpochView& epochs, const std::string& name) {
  if (epochs.n_times <= kSuspiciousRun) return;
  std::size_t n_padded = 0;
  std::string example;
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    for (std::size_t channel = 0; channel < epochs.n_channels; ++channel) {
      const prepare::Padding padding = prepare::find_padding(epochs.samples(epoch, channel), kSuspiciousRun);
      const bool is_constant = padding.head == epochs.n_times;
      if (is_constant || padding.head + padding.tail == 0 || n_padded++ > 0) continue;
      example = fmt::format("{} {} in {} equal samples", place({epochs.n_epochs, epochs.n_channels}, epoch, channel),
                            padding.tail > padding.head ? "ends" : "begins", std::max(padding.head, padding.tail));
    }
  }
  if (n_padded == 0) return;
  run.warn(
      {fmt::format("{}: {} of {} series seem to have padding ({}); samples that are left out, or NaN with missing = "
                   "omit, are not measured",
                   name, n_padded, epochs.n_epochs * epochs.n_channels, example)});
}

void warn_of_test(const Run& run, const entropy::SurrogateTest& test, const TestedSeries& tested) {
  if (test.n_unusable > 0) {
    run.warn({fmt::format("{} series not tested against surrogates; {}: {}", test.n_unusable,
                          place(tested, test.unusable_epoch, test.unusable_channel), test.reason)});
  }
  if (test.n_distorted == 0) return;
  run.warn({fmt::format("{} {}; {}", test.n_distorted, entropy::kDistorted,
                        place(tested, test.distorted_epoch, test.distorted_channel))});
}

}  // namespace biotropy::c
