// SPDX-License-Identifier: Apache-2.0
#include "c/warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "biotropy/entropy/series_without_value.hpp"
#include "biotropy/entropy/tolerance_warning.hpp"
#include "biotropy/prepare/padding.hpp"

namespace biotropy::c {

namespace {

std::string place(const TestedSeries& tested, std::size_t epoch, std::size_t channel) {
  const bool of_y = channel >= tested.n_channels;
  const char* side = !tested.has_y ? "" : of_y ? " of y" : " of x";
  return fmt::format("epoch {} of {}, channel {} of {}{}", epoch + 1, tested.n_epochs, channel % tested.n_channels + 1,
                     tested.n_channels, side);
}

}  // namespace

void warn_of_padding(const Run& run, const series::EpochView& epochs, const std::string& name) {
  if (const auto found = prepare::padding_notice(epochs, name)) run.notify({*found});
}

void warn_of_tolerance(const Run& run, const series::EpochView& epochs, entropy::Measure measure,
                       const entropy::Parameters& parameters, const std::string& name) {
  if (const auto found = entropy::tolerance_notice(epochs, measure, parameters)) run.notify({found->at(name)});
}

void warn_of_test(const Run& run, const entropy::SurrogateTest& test, const TestedSeries& tested) {
  run.notify(
      entropy::notices_of(test, [&](std::size_t epoch, std::size_t channel) { return place(tested, epoch, channel); }));
}

}  // namespace biotropy::c
