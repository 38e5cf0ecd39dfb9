// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/multiscale_settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/study/number_list.hpp"

namespace biotropy::study {

entropy::MultiscaleParameters MultiscaleSettings::parameters(const entropy::Settings& measure) const {
  measure.require_single("for a curve over scales");
  entropy::MultiscaleParameters parameters = entropy::conventional_multiscale(
      measure.convention, measure.measure, require_choice<entropy::MultiscaleMethod>("method", method));
  parameters.entropy = measure.parameters();
  parameters.scales = whole_numbers("scales", scales);
  parameters.grain = require_choice<series::Grain>("grain", grain);
  if (!tolerance_of.empty()) {
    parameters.tolerance_of = require_choice<entropy::ToleranceOf>("tolerance-of", tolerance_of);
  }
  if (cutoff) {
    if (*cutoff != parameters.cutoff && parameters.method != entropy::MultiscaleMethod::rmse) {
      throw Error::argument("cutoff", fmt::format("{}", *cutoff), "the method rmse, which alone filters,");
    }
    parameters.cutoff = *cutoff;
  }
  entropy::validate(parameters);
  return parameters;
}

std::string title(const entropy::MultiscaleParameters& parameters) {
  std::string method(word(parameters.method));
  std::transform(method.begin(), method.end(), method.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
  return fmt::format("{} of {}", method, entropy::title(parameters.measure));
}

void record(const entropy::MultiscaleParameters& parameters, std::vector<files::Parameter>& list) {
  list.push_back({"method", std::string(word(parameters.method))});
  list.push_back({"scales", std::vector<std::int64_t>(parameters.scales.begin(), parameters.scales.end())});
  list.push_back({"grain", std::string(word(parameters.grain))});
  list.push_back({"tolerance_of", std::string(word(entropy::tolerance_of(parameters)))});
  if (parameters.method == entropy::MultiscaleMethod::rmse) list.push_back({"cutoff", parameters.cutoff});
}

}  // namespace biotropy::study
