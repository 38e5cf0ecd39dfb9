// SPDX-License-Identifier: Apache-2.0
//
// Matrices of all ordered pairs of channels. The library returns (epoch, channel, partner) with the partner fastest; R
// code transposes to (channel, partner, epoch).
#include "biotropy/entropy/pairwise.hpp"

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
                        found = entropy::pairwise(epochs, measure, parameters, entropy::Keep::epochs, execution);
                      });
    return to_list(found, measure, parameters);
  });
}

}  // namespace biotropy::r
