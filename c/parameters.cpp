// SPDX-License-Identifier: Apache-2.0
#include "c/parameters.hpp"

#include <fmt/format.h>

#include <limits>

#include "biotropy/entropy/words.hpp"
#include "biotropy/study/signal.hpp"
#include "c/status.hpp"

namespace biotropy::c {

entropy::Request request_of(const char* measure, GivenOptions& given, std::optional<std::vector<int>> scales) {
  entropy::Request request;
  request.measure.measure = require_choice<entropy::Measure>("measure", text(measure, "measure"), "\"");
  request.scales = std::move(scales);
  for (const OptionText* option : request.options()) {
    if (const auto value = given.value(*option)) request.set(option->name, [&](const OptionText&) { return *value; });
  }
  return request;
}

series::EpochView epochs_of(const double* x, std::size_t n_epochs, std::size_t n_channels, std::size_t n_times,
                            const char* name) {
  needed(x, name);
  if (n_epochs == 0) throw Error::argument("n_epochs", "0", "a number of at least 1");
  if (n_channels == 0) throw Error::argument("n_channels", "0", "a number of at least 1");
  std::size_t series = 0, samples = 0;
  constexpr std::size_t kMost = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double);
  if (__builtin_mul_overflow(n_epochs, n_channels, &series) || __builtin_mul_overflow(series, n_times, &samples) ||
      samples > kMost) {
    throw Error::argument(name, fmt::format("{} x {} x {} samples", n_epochs, n_channels, n_times),
                          "small enough for the memory");
  }
  return {n_epochs, n_channels, n_times, series::Samples(x, samples)};
}

}  // namespace biotropy::c
