// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/multiscale_settings.hpp"

#include "biotropy/study/number_list.hpp"

namespace biotropy::study {

entropy::MultiscaleParameters MultiscaleSettings::parameters(const entropy::Settings& measure) const {
  entropy::Request request;
  request.measure = measure;
  put(request);
  return request.at_scales(0);
}

void MultiscaleSettings::put(entropy::Request& request) const {
  request.scales = whole_numbers("scales", scales);
  request.of_scales = options;
}

std::span<const OptionRow<MultiscaleSettings>> scales_options() {
  using S = MultiscaleSettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("scales", &S::scales,
                    {"LIST", "", "a list such as 1-20", "Scales in samples: 1-20, or 1,2,5,10-15"}),
  };
  return rows;
}

void record(const entropy::MultiscaleParameters& parameters, std::vector<files::Parameter>& list) {
  list.push_back({"scales", std::vector<std::int64_t>(parameters.scales.begin(), parameters.scales.end())});
  for (const entropy::MultiscaleOption& option : entropy::multiscale_options()) {
    if (option.is_used(parameters)) list.push_back({std::string(option.name), recorded(*option.get(parameters))});
  }
}

}  // namespace biotropy::study
