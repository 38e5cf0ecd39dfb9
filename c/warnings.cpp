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
  const prepare::PaddedSeries padded = prepare::padded_series(epochs);
  if (padded.n == 0) return;
  run.notify({warning(
      "padding",
      fmt::format("{}: {} of {} series seem to have padding ({} {} in {} equal samples); samples that are left out, or "
                  "NaN with missing = omit, are not measured",
                  name, padded.n, epochs.n_epochs * epochs.n_channels,
                  place({epochs.n_epochs, epochs.n_channels}, padded.epoch, padded.channel),
                  padded.at_end ? "ends" : "begins", padded.run))});
}

void warn_of_tolerance(const Run& run, const series::EpochView& epochs, entropy::Measure measure,
                       const entropy::Parameters& parameters, const std::string& name) {
  if (const auto found = entropy::tolerance_notice(epochs, measure, parameters)) run.notify({found->at(name)});
}

void warn_of_epochs_left_out(const Run& run, const series::EpochView& epochs, const entropy::Parameters& parameters) {
  if (parameters.pool_epochs == entropy::PoolEpochs::no || epochs.n_channels == 0) return;
  const bool omits = parameters.missing == entropy::Missing::omit;
  const auto reasons = entropy::series_without_value(epochs, {.missing = omits, .constant = true}, {});
  std::size_t n = 0;
  for (std::size_t first = 0; first < reasons.size(); first += epochs.n_channels) {
    const auto of_epoch = std::span(reasons).subspan(first, epochs.n_channels);
    n += std::ranges::any_of(of_epoch, [](const std::string& reason) { return !reason.empty(); }) ? 1 : 0;
  }
  if (n == 0) return;
  run.notify(
      {warning("epochs_left_out",
               fmt::format("x: {} of {} epochs have missing or infinite samples, and their counts are left out; with "
                           "missing = omit only the templates that touch a missing one are",
                           n, epochs.n_epochs))});
}

void warn_of_test(const Run& run, const entropy::SurrogateTest& test, const TestedSeries& tested) {
  run.notify(
      entropy::notices_of(test, [&](std::size_t epoch, std::size_t channel) { return place(tested, epoch, channel); }));
}

}  // namespace biotropy::c
