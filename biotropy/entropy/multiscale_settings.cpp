// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/multiscale_settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "biotropy/entropy/words.hpp"
#include "biotropy/number_list.hpp"

namespace biotropy::entropy {

namespace {

constexpr auto kAlways = [](const MultiscaleParameters&) { return true; };
constexpr auto kRmse = [](const MultiscaleParameters& p) { return p.method == MultiscaleMethod::rmse; };

template <typename Field>
MultiscaleOption scale_option(std::string_view name, Field field, const OptionHelp& texts,
                              bool (*is_used)(const MultiscaleParameters&) = kAlways, std::string_view used_by = {}) {
  return {option_row<MultiscaleParameters>(name, field, texts), is_used, used_by, {}};
}

MultiscaleOption tolerance_option() {
  MultiscaleOption row = scale_option(
      "tolerance_of", &MultiscaleParameters::tolerance_of,
      {"", "", "", "The series whose standard deviation r is a multiple of: the original, or that of each scale"});
  row.get = [](const MultiscaleParameters& p) { return to_value(tolerance_of(p)); };
  row.otherwise = "rmse, variance: scale";
  return row;
}

const std::vector<MultiscaleOption>& scale_table() {
  using P = MultiscaleParameters;
  static const std::vector<MultiscaleOption> rows{
      scale_option(
          "method", &P::method,
          {"", "", "",
           "mse: coarse-graining; cmse, rcmse: from every start, values or counts taken together; rmse: low-pass "
           "filter and thinning",
           "Costa et al. (2002), Wu et al. (2013), Wu et al. (2014), Valencia et al. (2009)."}),
      scale_option("grain", &P::grain,
                   {"", "", "", "Statistic of a window of samples; variance: generalised multiscale entropy"}),
      tolerance_option(),
      scale_option("cutoff", &P::cutoff,
                   {"F", "cycles per sample", "a number above 0",
                    "rmse: edge of the low-pass filter times the scale, in cycles per sample"},
                   kRmse, "left out with other methods than rmse"),
  };
  return rows;
}

}  // namespace

std::string MultiscaleOption::usual() const {
  return otherwise.empty() ? text_of(*get({})) : fmt::format("{}; {}", text_of(*get({})), otherwise);
}

std::span<const MultiscaleOption> multiscale_options() {
  return scale_table();
}

void MultiscaleSettings::set(const MultiscaleOption& option, const OptionValue& value) {
  MultiscaleParameters scratch;
  option.set(scratch, value);
  options[option.name] = value;
}

const OptionValue* MultiscaleSettings::given(std::string_view option) const {
  const auto found = options.find(option);
  return found == options.end() ? nullptr : &found->second;
}

MultiscaleParameters MultiscaleSettings::parameters(const Settings& measure, std::vector<int> scales,
                                                    std::size_t n_samples) const {
  MultiscaleParameters chosen;
  for (const auto& [name, value] : options) {
    const MultiscaleOption& option = *find_row(multiscale_options(), name);
    option.set(chosen, value);
  }
  MultiscaleParameters parameters = conventional_multiscale(measure.convention, measure.measure, chosen.method);
  const MultiscaleParameters usual = parameters;
  parameters.entropy = measure.parameters(n_samples);
  parameters.scales = std::move(scales);
  for (const auto& [name, value] : options) {
    const MultiscaleOption& option = *find_row(multiscale_options(), name);
    option.set(parameters, value);
    if (option.is_used(parameters) || value == option.get(usual)) continue;
    throw Error::argument(std::string(option.name), text_of(value), std::string(option.used_by));
  }
  validate(parameters);
  return parameters;
}

std::vector<int> scale_list(const std::string& text) {
  std::vector<int> scales = whole_numbers("scales", text);
  const bool is_one = scales.size() == 1 && scales.front() > 0 && text.find('-') == text.npos;
  return is_one ? whole_numbers("scales", "1-" + text) : scales;
}

std::string title(const MultiscaleParameters& parameters) {
  std::string method(word(parameters.method));
  std::transform(method.begin(), method.end(), method.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
  return fmt::format("{} of {}", method, title(parameters.measure));
}

}  // namespace biotropy::entropy
