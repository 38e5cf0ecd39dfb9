// SPDX-License-Identifier: Apache-2.0
//
// Matrices of all ordered pairs of channels, also at many scales. The library returns (epoch, channel, partner) with
// the partner fastest; R code transposes to (channel, partner, epoch).
#include <type_traits>

#include "biotropy/entropy/multiscale_pairwise.hpp"
#include "biotropy/entropy/tolerance_warning.hpp"
#include "interruptible.hpp"
#include "module.hpp"
#include "parameters.hpp"
#include "threads.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using namespace cpp11::literals;

SEXP to_list(const entropy::Pairwise& found, entropy::Measure measure, const entropy::Parameters& parameters) {
  const std::size_t epochs = found.n_epochs, channels = found.n_channels;
  const std::vector<std::size_t> cube{channels, channels, epochs}, matrix{channels, channels}, table{channels, epochs};
  const std::vector<double> valid(found.valid_epochs.begin(), found.valid_epochs.end());
  cpp11::writable::list list(
      {"value"_nm = shaped(to_r(found.values), cube), "matches_m"_nm = shaped(to_r(found.matches_m), cube),
       "matches_m1"_nm = shaped(to_r(found.matches_m1), cube), "mean"_nm = shaped(to_r(found.mean), matrix),
       "valid_epochs"_nm = shaped(to_r(valid), matrix), "templates_m"_nm = shaped(to_r(found.templates_m), table),
       "templates_m1"_nm = shaped(to_r(found.templates_m1), table), "reason"_nm = shaped(to_r(found.reasons), table),
       "engine"_nm = to_r(found.engine)});
  describe(measure, parameters, [&](const char* name, const auto& value) { add(list, name, value); });
  return list;
}

// A column of every scale, one scale after the other.
template <typename Entry>
cpp11::sexp of_scales(const std::vector<entropy::Pairwise>& scales, std::vector<Entry> entropy::Pairwise::*column,
                      std::vector<std::size_t> dimensions) {
  std::vector<std::conditional_t<std::is_same_v<Entry, std::uint32_t>, double, Entry>> all;
  for (const entropy::Pairwise& at : scales) all.insert(all.end(), (at.*column).begin(), (at.*column).end());
  dimensions.push_back(scales.size());
  return shaped(to_r(all), dimensions);
}

SEXP to_list(const entropy::MultiscalePairwise& found, const entropy::MultiscaleParameters& parameters) {
  using entropy::Pairwise;
  const std::vector<Pairwise>& scales = found.scales;
  const std::size_t epochs = scales.front().n_epochs, channels = scales.front().n_channels;
  const std::vector<std::size_t> cube{channels, channels, epochs}, matrix{channels, channels}, table{channels, epochs};
  std::vector<std::uint64_t> samples(found.samples.begin(), found.samples.end());
  cpp11::writable::list list({"value"_nm = of_scales(scales, &Pairwise::values, cube),
                              "complexity_index"_nm = shaped(to_r(found.complexity_index), cube),
                              "matches_m"_nm = of_scales(scales, &Pairwise::matches_m, cube),
                              "matches_m1"_nm = of_scales(scales, &Pairwise::matches_m1, cube),
                              "mean"_nm = of_scales(scales, &Pairwise::mean, matrix),
                              "valid_epochs"_nm = of_scales(scales, &Pairwise::valid_epochs, matrix),
                              "templates_m"_nm = of_scales(scales, &Pairwise::templates_m, table),
                              "templates_m1"_nm = of_scales(scales, &Pairwise::templates_m1, table),
                              "reason"_nm = of_scales(scales, &Pairwise::reasons, table), "samples"_nm = to_r(samples),
                              "engine"_nm = to_r(scales.front().engine),
                              "method"_nm = to_r(std::string(word(parameters.method))),
                              "grain"_nm = to_r(std::string(word(parameters.grain)))});
  describe(parameters.measure, parameters.entropy,
           [&](const char* name, const auto& value) { add(list, name, value); });
  return list;
}

}  // namespace

SEXP pairwise(SEXP name, SEXP data, SEXP dimensions, SEXP action, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const entropy::Measure measure = *choice_of<entropy::Measure>(to_string(name));
    const std::vector<std::size_t> sizes = to_sizes(dimensions);  // samples, channels, epochs
    const auto parameters = parameters_of(measure, given, na_action(action).missing, sizes[0]);
    const series::EpochView epochs(sizes[2], sizes[1], sizes[0], Columns(data).all());
    entropy::Pairwise found;
    const double pairs = static_cast<double>(sizes[1] * sizes[1] * sizes[2]);
    run_interruptibly(execution_of(given), pairs * static_cast<double>(sizes[0]) * 1e-8,
                      [&](const Execution& execution) {
                        entropy::warn_of_tolerance(epochs, measure, parameters, execution);
                        found = entropy::pairwise(epochs, measure, parameters, entropy::Keep::epochs, execution);
                      });
    return to_list(found, measure, parameters);
  });
}

SEXP multiscale_pairwise(SEXP name, SEXP data, SEXP dimensions, SEXP scales, SEXP action, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const std::vector<std::size_t> sizes = to_sizes(dimensions);  // samples, channels, epochs
    const auto parameters = multiscale_parameters_of(*choice_of<entropy::Measure>(to_string(name)), given,
                                                     whole_numbers("scales", scales, "integers of at least 1", 1),
                                                     na_action(action).missing, sizes[0]);
    const series::EpochView epochs(sizes[2], sizes[1], sizes[0], Columns(data).all());
    entropy::MultiscalePairwise found;
    const double pairs = static_cast<double>(sizes[1] * sizes[1] * sizes[2]);
    run_interruptibly(execution_of(given), pairs * static_cast<double>(sizes[0]) * 1e-8,
                      [&](const Execution& execution) {
                        entropy::warn_of_tolerance(epochs, parameters.measure, parameters.entropy, execution);
                        found = entropy::multiscale_pairwise(epochs, parameters, entropy::Keep::epochs, execution);
                      });
    return to_list(found, parameters);
  });
}

}  // namespace biotropy::r
