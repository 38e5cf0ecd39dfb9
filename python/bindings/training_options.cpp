// SPDX-License-Identifier: Apache-2.0
#include "python/bindings/training_options.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "biotropy/error.hpp"

namespace biotropy::python {

Recorded recorded(const Rows& samples, const Labels& labels, const std::vector<std::size_t>& lengths,
                  const std::vector<std::string>& channels, const nb::dict& features, const nb::handle& rate) {
  sicamm::FeatureSettings settings;
  set_each(features, [&](const std::string& name, const nb::handle& value) {
    return set_row(settings, sicamm::feature_options(), name, value);
  });
  Recorded result{samples, labels, lengths, {channels}, settings.recipe()};
  if (!rate.is_none()) {
    result.from.sampling_rate = number<double>("sfreq", rate, "a positive number of samples per second");
  }
  return result;
}

sicamm::RecordedVectors Recorded::vectors(const Execution& execution) const {
  return {recipe,   flat(samples), {labels.data(), labels.size()}, lengths, samples.shape(1), from.sampling_rate,
          execution};
}

}  // namespace biotropy::python
