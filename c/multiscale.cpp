// SPDX-License-Identifier: Apache-2.0
//
// Curves over time scales.
#include "biotropy/entropy/multiscale.hpp"

#include <numeric>
#include <optional>

#include "biotropy/error.hpp"
#include "c/entropies.hpp"
#include "c/parameters.hpp"
#include "c/run.hpp"
#include "c/status.hpp"

namespace biotropy::c {

namespace {

using entropy::Multiscale;
using entropy::MultiscaleParameters;

constexpr int kMostScales = 1000000;

// A list, or the largest of those from 1 on.
std::vector<int> scale_list(GivenOptions& given) {
  constexpr const char* kAllowed = "the number of scales (at most 1000000), or a list of integers of at least 1,";
  const bool is_list = given.is_list("scales");
  std::vector<int> scales = given.wholes("scales", kAllowed, 1).value_or(std::vector{20});
  if (is_list) return scales;
  if (scales.front() > kMostScales) throw Error::argument("scales", std::to_string(scales.front()), kAllowed);
  scales.resize(static_cast<std::size_t>(scales.front()));
  std::iota(scales.begin(), scales.end(), 1);
  return scales;
}

void add_curves(biotropy_result& result, const std::vector<Multiscale>& curves, const std::vector<int>& scales,
                const Dimensions& dims) {
  Dimensions with_scales = dims;
  with_scales.push_back(scales.size());
  std::vector<double> values, index;
  std::vector<std::uint64_t> matches_m, matches_m1, samples;
  std::vector<std::string> reasons;
  for (const Multiscale& curve : curves) {
    index.push_back(curve.complexity_index);
    for (const entropy::ScaleEntropy& at_scale : curve.scales) {
      values.push_back(at_scale.entropy.value);
      matches_m.push_back(at_scale.entropy.matches_m);
      matches_m1.push_back(at_scale.entropy.matches_m1);
      samples.push_back(at_scale.samples);
      reasons.push_back(at_scale.entropy.reason);
    }
  }
  result.add_counts("scales", scales, {scales.size()});
  result.add("value", std::move(values), with_scales);
  result.add("matches_m", std::move(matches_m), with_scales);
  result.add("matches_m1", std::move(matches_m1), with_scales);
  result.add("samples", std::move(samples), with_scales);
  result.add("reason", std::move(reasons), with_scales);
  result.add("complexity_index", std::move(index), dims);
}

Dimensions dims_of(const MultiscaleParameters& parameters, const series::EpochView& epochs) {
  Dimensions dims{entropy::epochs_of_values(parameters.entropy, epochs.n_epochs)};
  if (!entropy::is_multivariate(parameters.measure)) dims.push_back(epochs.n_channels);
  return dims;
}

// A single series is measured so that what is wrong with it is an error.
std::vector<Multiscale> curves_of(const series::EpochView& epochs, const MultiscaleParameters& parameters,
                                  const Run& run) {
  std::vector<Multiscale> curves;
  const bool is_single = epochs.n_epochs * epochs.n_channels == 1 && !entropy::is_multivariate(parameters.measure);
  run([&](const Execution& execution, const ProgressCallback& progress) {
    if (is_single) {
      curves = {entropy::multiscale_entropy(epochs.samples(0, 0), parameters, execution, progress)};
    } else {
      curves = entropy::multiscale_each_channel(epochs, parameters, execution, progress);
    }
  });
  return curves;
}

}  // namespace

extern "C" int biotropy_multiscale(const char* measure, const double* x, size_t n_epochs, size_t n_channels,
                                   size_t n_times, const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    const entropy::Measure kind = measure_named(measure);
    const series::EpochView epochs = epochs_of(x, n_epochs, n_channels, n_times);
    GivenOptions given(options);
    const Run run(options, given, true);
    const std::vector<int> scales = scale_list(given);
    const entropy::Settings settings = settings_of(kind, given);
    MultiscaleParameters parameters = scales_of(given).parameters(settings, scales, n_times);
    parameters.missing_are_gaps = given.flag("missing_are_gaps").value_or(false);
    const entropy::SurrogateSettings surrogates = surrogates_of(given, kind);
    given.require_all_read();
    make_result(result, [&](biotropy_result& made) {
      const std::vector<Multiscale> curves = curves_of(epochs, parameters, run);
      Dimensions dims = dims_of(parameters, epochs);
      add_curves(made, curves, scales, dims);
      warn_of_padding(run, epochs);
      warn_of_tolerance(run, epochs, kind, parameters.entropy);
      if (!surrogates.given()) return;
      entropy::SurrogateTest test;
      run([&](const Execution& execution, const ProgressCallback& progress) {
        test = entropy::test_multiscale(epochs, parameters, curves, entropy::Keep::epochs, surrogates, execution,
                                        progress);
      });
      dims.push_back(scales.size());
      add_test(made, run, std::move(test), {epochs.n_epochs, epochs.n_channels}, dims);
    });
  });
}

}  // namespace biotropy::c
