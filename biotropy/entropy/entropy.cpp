// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/entropy.hpp"

#include <array>

#include "biotropy/entropy/compared_series_internal.hpp"
#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::entropy {

Entropy approximate_entropy(Samples x, const Parameters& parameters, const Execution& execution) {
  return compute(Measure::apen, x, {}, parameters, execution);
}

Entropy sample_entropy(Samples x, const Parameters& parameters, const Execution& execution) {
  return compute(Measure::sampen, x, {}, parameters, execution);
}

Entropy cross_approximate_entropy(Samples u, Samples v, const Parameters& parameters, const Execution& execution) {
  return compute(Measure::cross_apen, u, v, parameters, execution);
}

Entropy cross_sample_entropy(Samples u, Samples v, const Parameters& parameters, const Execution& execution) {
  return compute(Measure::cross_sampen, u, v, parameters, execution);
}

Entropy fuzzy_entropy(Samples x, const Parameters& parameters, const Execution& execution) {
  return compute(Measure::fuzzyen, x, {}, parameters, execution);
}

Entropy cross_fuzzy_entropy(Samples u, Samples v, const Parameters& parameters, const Execution& execution) {
  return compute(Measure::cross_fuzzyen, u, v, parameters, execution);
}

Entropy permutation_entropy(Samples x, const Parameters& parameters, const Execution& execution) {
  return compute(Measure::permen, x, {}, parameters, execution);
}

Entropy multivariate_sample_entropy(std::span<const Samples> channels, const Parameters& parameters,
                                    const Execution& execution) {
  return compute(Measure::mvsampen, channels, parameters, execution);
}

Entropy multivariate_fuzzy_entropy(std::span<const Samples> channels, const Parameters& parameters,
                                   const Execution& execution) {
  return compute(Measure::mvfuzzyen, channels, parameters, execution);
}

Entropy compute(Measure measure, std::span<const Samples> series, const Parameters& parameters,
                const Execution& execution) {
  const std::size_t needed = is_cross(measure) ? 2 : 1;
  if (is_multivariate(measure) ? series.empty() : series.size() != needed) {
    throw Error::argument("series", std::to_string(series.size()),
                          is_multivariate(measure) ? "at least one channel" : std::to_string(needed));
  }
  require_single_epochs(parameters, "one series without epochs");
  Entropy result;
  with_threads(execution, [&] {
    const ComparedSeries compared(measure, std::vector(series.begin(), series.end()), parameters);
    result = compare(measure, compared, parameters, execution);
  });
  return result;
}

Entropy compute(Measure measure, Samples u, Samples v, const Parameters& parameters, const Execution& execution) {
  const std::array both{u, v};
  return compute(measure, std::span(both).first(is_cross(measure) ? 2 : 1), parameters, execution);
}

std::span<const Number> numbers_of(Measure measure) {
  return row_of(measure).family().numbers();
}

double expected_seconds(Measure measure, const Parameters& parameters, double n) {
  return row_of(measure).family().seconds(n, parameters);
}

bool is_about_samples(ErrorCode code) {
  return code == ErrorCode::invalid_data || code == ErrorCode::missing_values || code == ErrorCode::constant_series ||
         code == ErrorCode::too_short;
}

Entropy compute_or_reason(Measure measure, Samples u, Samples v, const Parameters& parameters,
                          const Execution& execution) {
  try {
    return compute(measure, u, v, parameters, execution);
  } catch (const Error& error) {
    if (!is_about_samples(error.code())) throw;
    Entropy nothing;
    nothing.value = kNaN;
    nothing.reason = error.what();
    return nothing;
  }
}

}  // namespace biotropy::entropy
