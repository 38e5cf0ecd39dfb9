// SPDX-License-Identifier: Apache-2.0
#include "cli/windows_of_epochs.hpp"

#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"

namespace biotropy::cli {

std::optional<entropy::PooledWindows> take_windows(PrepareOptions& prepare, const entropy::Parameters& parameters) {
  if (!prepare.window || !prepare.step || parameters.pool_epochs == entropy::PoolEpochs::no) return std::nullopt;
  if (prepare.epoch == 0) {
    throw Error::argument("pool_epochs", std::string(biotropy::word(parameters.pool_epochs)),
                          "no, or with windows '--epoch' as well, over which they slide");
  }
  const entropy::PooledWindows windows{*prepare.window, *prepare.step};
  prepare.window.reset();
  prepare.step.reset();
  return windows;
}

void record(const entropy::PooledWindows& windows, std::vector<files::Parameter>& parameters) {
  parameters.push_back({"window", static_cast<std::int64_t>(windows.window)});
  parameters.push_back({"step", static_cast<std::int64_t>(windows.step)});
}

std::vector<double> onsets(const entropy::PooledWindows& windows, const series::Epochs& epochs) {
  std::vector<double> starts;
  for (std::size_t k = 0; k < windows.count(epochs.n_times); ++k) {
    starts.push_back(static_cast<double>(k * windows.step) / (epochs.has_rate ? epochs.rate : 1.0));
  }
  return starts;
}

}  // namespace biotropy::cli
