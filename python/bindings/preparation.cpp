// SPDX-License-Identifier: Apache-2.0
//
// Filters, decimation and epochs of arrays, as the program and studies prepare recordings.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <numeric>
#include <optional>

#include "biotropy/prepare/padding.hpp"
#include "biotropy/study/prepare_settings.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/options.hpp"

namespace biotropy::python {

namespace {

using study::PrepareSettings;

series::Recording recording_of(const Rows& rows, std::optional<double> rate) {
  series::Recording recording;
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    series::Channel& channel = recording.channels.emplace_back();
    channel.label = std::to_string(i);
    channel.has_rate = rate.has_value();
    channel.rate = rate.value_or(1.0);
    const auto samples = row(rows, i);
    channel.samples.assign(samples.begin(), samples.end());
  }
  return recording;
}

// Each epoch with samples of its own.
std::vector<double> samples_of(series::Epochs epochs) {
  if (epochs.step == 0) return std::move(epochs.data);
  std::vector<double> samples;
  samples.reserve(epochs.n_epochs * epochs.n_channels * epochs.n_times);
  for (std::size_t index = 0; index < epochs.n_epochs * epochs.n_channels; ++index) {
    const series::Samples epoch = epochs.samples(index / epochs.n_channels, index % epochs.n_channels);
    samples.insert(samples.end(), epoch.begin(), epoch.end());
  }
  return samples;
}

nb::dict prepared(const Rows& rows, std::optional<double> rate, const nb::dict& options, int n_jobs) {
  PrepareSettings settings;
  set_each(options, [&](const std::string& name, const nb::handle& value) {
    return set_row(settings, study::prepare_options(), name, value);
  });
  const prepare::Preparation preparation = settings.preparation(0);
  series::Epochs epochs;
  run_interruptibly(execution_of(n_jobs), static_cast<double>(rows.size()) * 1e-7, nb::none(), [&](const Job& job) {
    std::vector<std::size_t> all(rows.shape(0));
    std::iota(all.begin(), all.end(), std::size_t{0});
    epochs = prepare::prepare(recording_of(rows, rate), all, preparation, job.execution);
  });
  nb::dict result;
  const std::vector<std::size_t> shape{epochs.n_epochs, epochs.n_channels, epochs.n_times};
  result["onsets"] = to_array(std::move(epochs.onsets), {epochs.n_epochs});
  result["reasons"] = to_reasons(epochs.reasons);
  result["samples"] = to_array(samples_of(std::move(epochs)), shape);
  return result;
}

// None if there is no padding.
nb::object padding_notices(const nb::ndarray<const double, nb::c_contig, nb::device::cpu>& data,
                           const std::string& name, const std::vector<std::string>& channels) {
  const std::size_t n_times = data.ndim() == 0 ? 0 : data.shape(data.ndim() - 1);
  if (n_times == 0) return nb::none();
  const std::size_t n_channels = std::max<std::size_t>(channels.size(), 1);
  series::EpochView view{data.size() / n_times / n_channels, n_channels, n_times, {data.data(), data.size()}};
  view.labels = channels;
  const auto found = prepare::padding_notice(view, name);
  return found ? nb::object(to_list({*found})) : nb::none();
}

}  // namespace

void bind_preparation(nb::module_& module) {
  module.def("prepare", &prepared, nb::arg("data").noconvert(), nb::arg("rate").none(), nb::arg("options"),
             nb::arg("n_jobs"));
  module.def("padding_notices", &padding_notices, nb::arg("data").noconvert(), nb::arg("name"),
             nb::arg("channels") = std::vector<std::string>());
}

}  // namespace biotropy::python
