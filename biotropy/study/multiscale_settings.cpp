// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/multiscale_settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "biotropy/error.hpp"
#include "biotropy/study/number_list.hpp"

namespace biotropy::study {

namespace {

entropy::MultiscaleMethod method_of(const std::string& name) {
  for (const auto method : entropy::kMultiscaleMethods) {
    if (entropy::name(method) == name) return method;
  }
  throw Error::argument("method", name, "mse, rmse, cmse or rcmse");
}

}  // namespace

entropy::MultiscaleParameters MultiscaleSettings::parameters(const MeasureSettings& measure) const {
  measure.require_single("for a curve over scales");
  entropy::MultiscaleParameters parameters =
      entropy::conventional_multiscale(measure.convention(), measure.measure(), method_of(method));
  parameters.entropy = measure.parameters();
  parameters.scales = whole_numbers("scales", scales);
  if (grain == "variance") {
    parameters.grain = series::Grain::variance;
  } else if (grain != "mean") {
    throw Error::argument("grain", grain, "mean or variance");
  }
  if (tolerance_of == "original") {
    parameters.tolerance_of = entropy::ToleranceOf::original;
  } else if (tolerance_of == "scale") {
    parameters.tolerance_of = entropy::ToleranceOf::scale;
  } else if (!tolerance_of.empty()) {
    throw Error::argument("tolerance-of", tolerance_of, "original or scale");
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
  std::string method(entropy::name(parameters.method));
  std::transform(method.begin(), method.end(), method.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
  return fmt::format("{} of {}", method, title(parameters.measure));
}

void record(const entropy::MultiscaleParameters& parameters, std::vector<files::Parameter>& list) {
  list.push_back({"method", std::string(entropy::name(parameters.method))});
  list.push_back({"scales", std::vector<std::int64_t>(parameters.scales.begin(), parameters.scales.end())});
  list.push_back({"grain", std::string(parameters.grain == series::Grain::mean ? "mean" : "variance")});
  const bool original = entropy::tolerance_of(parameters) == entropy::ToleranceOf::original;
  list.push_back({"tolerance_of", std::string(original ? "original" : "scale")});
  if (parameters.method == entropy::MultiscaleMethod::rmse) list.push_back({"cutoff", parameters.cutoff});
}

}  // namespace biotropy::study
