// SPDX-License-Identifier: Apache-2.0
#include "c/parameters.hpp"

#include <fmt/format.h>

#include <limits>

#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/entropy/words.hpp"
#include "c/status.hpp"

namespace biotropy::c {

entropy::Measure measure_named(const char* name) {
  return require_choice<entropy::Measure>("measure", text(name, "measure"), "\"");
}

entropy::Settings settings_of(entropy::Measure measure, GivenOptions& given) {
  entropy::Settings settings;
  settings.measure = measure;
  settings.convention = given.choice<entropy::Convention>("convention").value_or(settings.convention);
  for (const entropy::Option& option : entropy::options()) {
    if (const auto value = given.value(option)) settings.set(option, *value);
  }
  return settings;
}

void refuse_pooling(const entropy::Parameters& parameters, const char* reason) {
  if (parameters.pool_epochs == entropy::PoolEpochs::no) return;
  throw Error::argument("pool_epochs", std::string(word(parameters.pool_epochs)), fmt::format("no for {}", reason));
}

entropy::MultiscaleSettings scales_of(GivenOptions& given) {
  entropy::MultiscaleSettings settings;
  for (const entropy::MultiscaleOption& option : entropy::multiscale_options()) {
    if (const auto value = given.value(option)) settings.set(option, *value);
  }
  return settings;
}

entropy::SurrogateSettings surrogates_of(GivenOptions& given, entropy::Measure measure) {
  entropy::SurrogateSettings settings;
  given.read(entropy::surrogate_options(), settings);
  entropy::validate(settings, measure);
  return settings;
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
                          "an array that memory can hold");
  }
  return {n_epochs, n_channels, n_times, series::Samples(x, samples)};
}

}  // namespace biotropy::c
