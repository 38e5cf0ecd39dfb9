// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nanobind/stl/string.h>

#include <algorithm>

#include "biotropy/entropy/series_without_value.hpp"
#include "biotropy/error.hpp"
#include "biotropy/surrogates/generator.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/parameters.hpp"

namespace biotropy::python {

namespace {

// Surrogates of all channels of an epoch, at (surrogate, epoch, channel). Of kind epochs a series without a value stays
// in its place.
void make_epoch(const series::EpochView& epochs, std::size_t epoch, const entropy::SurrogateSettings& settings,
                std::span<double> all, const Execution& execution) {
  const surrogates::Generator generator(epochs, epoch, settings.kind, static_cast<std::uint64_t>(settings.seed),
                                        execution);
  const std::size_t channels = epochs.n_channels, times = epochs.n_times;
  for (std::size_t channel = 0; channel < channels; ++channel) {
    const std::string& reason = generator.reasons()[channel];
    if (reason.empty() || settings.kind == surrogates::Kind::epochs) continue;
    throw Error(ErrorCode::invalid_data, fmt::format("epoch {}, channel {}: {}", epoch, channel, reason));
  }
  std::vector<surrogates::Generator::Wanted> wanted;
  for (std::size_t number = 0; number < static_cast<std::size_t>(settings.surrogates); ++number) {
    for (std::size_t channel = 0; channel < channels; ++channel) {
      const std::size_t place = (number * epochs.n_epochs + epoch) * channels + channel;
      const std::span<double> samples = all.subspan(place * times, times);
      if (generator.reasons()[channel].empty()) {
        wanted.push_back({static_cast<std::uint32_t>(number), channel, samples});
      } else {
        std::ranges::copy(epochs.samples(epoch, channel), samples.begin());
      }
    }
  }
  generator.make(wanted, execution);
}

nb::object surrogates_of_epochs(const EpochArray& data, const nb::dict& options, int n_jobs) {
  const entropy::SurrogateSettings settings = request_of("sampen", options).surrogates;
  entropy::validate(settings);
  series::EpochView epochs(data.shape(0), data.shape(1), data.shape(2), {data.data(), data.size()});
  const auto n = static_cast<std::size_t>(settings.surrogates);
  std::vector<double> all(n * data.size());
  run_interruptibly(execution_of(n_jobs, {}), static_cast<double>(all.size()) * 1e-7, nb::none(), [&](const Job& job) {
    std::vector<std::string> without_value;
    if (settings.kind == surrogates::Kind::epochs) {
      without_value = entropy::series_without_value(epochs, {}, job.execution);
      epochs.reasons = without_value;
    }
    for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
      make_epoch(epochs, epoch, settings, all, job.execution);
    }
  });
  return to_array(std::move(all), {n, epochs.n_epochs, epochs.n_channels, epochs.n_times});
}

}  // namespace

void bind_surrogates(nb::module_& module) {
  module.def("surrogates", &surrogates_of_epochs, nb::arg("data").noconvert(), nb::arg("options"), nb::arg("n_jobs"));
}

}  // namespace biotropy::python
